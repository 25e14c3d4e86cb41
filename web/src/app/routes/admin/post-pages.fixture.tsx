/** The pages with the post editor, a signed-in administrator, and images that load or fail. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toasts } from '../../../shared/ui/toasts';
import { vi } from 'vitest';

import { createQueryClient } from '../../../shared/api/query-client';
import type { Role } from '../../../shared/api/types';
import { startAdminSession } from '../../../shared/session/admin-session';
import { WritingPage } from './writing';

export const IMAGE = 'https://example.org/image.png';

export function openPostPage(address: string, role: Role = 'admin') {
  startAdminSession('header.payload.signature', {
    _id: 'a1',
    id: 'a1',
    username: 'ada',
    email: 'ada@example.org',
    role,
    createdAt: '2026-03-04T05:06:07.000Z',
  });
  const router = createMemoryRouter(
    [
      {
        element: <WritingPage />,
        children: [{ path: '/admin/new-blog' }, { path: '/admin/edit-blog/:id' }],
      },
      { path: '/admin/dashboard', element: <h1>The dashboard</h1> },
      { path: '*', element: <h1>Another page</h1> },
    ],
    { initialEntries: ['/admin/posts', address], initialIndex: 1 },
  );
  const page = render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  return { router, unmount: page.unmount };
}

/** Replaces the editor's HTML in its element, as a browser does on input. */
export async function write(html: string) {
  const text = await screen.findByRole('textbox', { name: 'Content' });
  await act(async () => {
    text.innerHTML = html;
    await Promise.resolve();
  });
  return text;
}

/** Stubs `Image` so that only `address` loads. */
export function onlyLoads(address: string) {
  vi.stubGlobal(
    'Image',
    class {
      onload: () => void = () => undefined;
      onerror: () => void = () => undefined;
      set src(source: string) {
        setTimeout(source === address ? this.onload : this.onerror);
      }
    },
  );
}

/** Waits until the page tells when the post was saved. */
export function savedAtSomeTime() {
  return screen.findByText(
    (_, element) => element?.tagName === 'P' && /^Saved \d/u.test(element.textContent),
  );
}
