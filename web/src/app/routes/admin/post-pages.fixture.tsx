/** The pages on which posts are written, an administrator who opens them, and images that load or do not. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toasts } from '../../../shared/ui/toasts';
import { vi } from 'vitest';

import { createQueryClient } from '../../../shared/api/query-client';
import { startAdminSession } from '../../../shared/session/admin-session';
import { EditBlogPage } from './edit-blog';
import { NewBlogPage } from './new-blog';

export const IMAGE = 'https://example.org/image.png';

export function openPostPage(address: string) {
  startAdminSession('header.payload.signature', {
    _id: 'a1',
    id: 'a1',
    username: 'ada',
    email: 'ada@example.org',
    createdAt: '2026-03-04T05:06:07.000Z',
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/new-blog', element: <NewBlogPage /> },
      { path: '/admin/edit-blog/:id', element: <EditBlogPage /> },
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

/** Writes into the editor as a browser does: into its element. */
export async function write(html: string) {
  const text = await screen.findByRole('textbox', { name: 'Content' });
  await act(async () => {
    text.innerHTML = html;
    await Promise.resolve();
  });
  return text;
}

/** Only this image can be loaded. */
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
