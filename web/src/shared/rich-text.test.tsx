import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toasts } from './ui/toasts';
import { describe, expect, it, vi } from 'vitest';

import { RichText } from './rich-text';
import { markScrollable } from './rich-text/scrollers';

function renderText(html: string) {
  const user = userEvent.setup();
  const router = createMemoryRouter([{ path: '*', element: <RichText html={html} /> }]);
  const { container } = render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
  return { user, router, container };
}

const SOON = { timeout: 300 };

/** Clicks a button until that has its effect: the code that handles it comes after the text. */
function clickUntil(user: UserEvent, name: string, hasEffect: () => void | Promise<void>) {
  return waitFor(async () => {
    const button = screen.queryByRole('button', { name });
    if (button) {
      await user.click(button);
    }
    await hasEffect();
  });
}

describe('code', () => {
  const BUTTON = '<button type="button" class="code-copy" aria-label="Copy code"></button>';
  const RUST =
    `<div class="code-block">${BUTTON}<pre>` +
    '<code class="language-rust">fn main() {\n    run();\n}\n</code></pre></div>';

  it('highlights code', async () => {
    const { container } = renderText(RUST);
    await waitFor(() => {
      expect(container.querySelector('.code-keyword')).toHaveTextContent('fn');
    });
    expect(container.querySelector('code')?.textContent).toBe('fn main() {\n    run();\n}\n');
  });

  it('leaves code without a declared language as it is', async () => {
    const { container } = renderText(`<pre><code>fn main() {}</code></pre>${RUST}`);
    await waitFor(() => {
      expect(container.querySelector('.code-keyword')).toHaveTextContent('fn');
    });
    expect(container.querySelector('code')?.innerHTML).toBe('fn main() {}');
  });

  it('copies code without its markup', async () => {
    const { user } = renderText(RUST);
    await clickUntil(user, 'Copy code', async () => {
      expect(await screen.findByText('Code copied to clipboard!', {}, SOON)).toBeInTheDocument();
    });
    expect(await navigator.clipboard.readText()).toBe('fn main() {\n    run();\n}');
  });

  it('reports that copying failed', async () => {
    const { user } = renderText(RUST);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
    await clickUntil(user, 'Copy code', async () => {
      expect(await screen.findByText('Failed to copy code', {}, SOON)).toBeInTheDocument();
    });
  });
});

describe('scrollers', () => {
  it('are tab stops only while they can scroll', () => {
    const { container } = renderText(
      '<div class="table-scroller scroller" data-label="Table 1">a</div>',
    );
    const scroller = container.querySelector<HTMLElement>('.table-scroller');
    if (!scroller) {
      throw new Error('the table has no scroller');
    }
    const width = vi.spyOn(scroller, 'scrollWidth', 'get').mockReturnValue(900);
    markScrollable(scroller);
    expect(screen.getByRole('region', { name: 'Table 1' })).toHaveAttribute('tabindex', '0');
    width.mockReturnValue(0);
    markScrollable(scroller);
    expect(screen.queryByRole('region', { name: 'Table 1' })).not.toBeInTheDocument();
    expect(scroller).not.toHaveAttribute('tabindex');
  });
});

describe('pictures', () => {
  const CHART =
    '<p><button type="button" class="picture" aria-label="Open image: A chart"><img src="/media/a.webp" ' +
    'alt="A chart" width="640" height="480" style="aspect-ratio: 640 / 480" data-alone=""></button></p>';

  it('open large until Esc is pressed', async () => {
    const { user } = renderText(CHART);
    const opener = screen.getByRole('button', { name: 'Open image: A chart' });
    opener.focus();
    await waitFor(async () => {
      await user.keyboard('{Enter}');
      expect(screen.getByRole('dialog', { name: 'A chart' })).toBeVisible();
    });
    const dialog = screen.getByRole('dialog', { name: 'A chart' });
    expect(within(dialog).getByRole('img', { name: 'A chart' })).toHaveAttribute(
      'src',
      expect.stringContaining('/media/a.webp'),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opener).toHaveFocus();
  });

  it('are replaced by their description when they fail', async () => {
    renderText(CHART);
    await waitFor(() => {
      fireEvent.error(screen.getByRole('img', { name: 'A chart' }));
      expect(screen.getByRole('img', { name: 'A chart' })).toHaveTextContent('A chart');
    });
    const note = screen.getByRole('img', { name: 'A chart' });
    expect(note).toHaveAttribute('data-alone');
    expect(note).toHaveStyle({ width: '640px', aspectRatio: '640 / 480' });
    expect(screen.queryByRole('button', { name: /^Open image/ })).not.toBeInTheDocument();
  });

  it('keep their caption when they fail in the viewer', async () => {
    const { user } = renderText(CHART);
    await clickUntil(user, 'Open image: A chart', () => {
      expect(screen.getByRole('dialog', { name: 'A chart' })).toBeVisible();
    });
    const dialog = screen.getByRole('dialog', { name: 'A chart' });
    fireEvent.error(within(dialog).getByRole('img', { name: 'A chart' }));
    expect(within(dialog).getByText('Image not available')).toBeVisible();
    expect(within(dialog).queryByRole('img')).not.toBeInTheDocument();
  });

  it('do not open when they are small', async () => {
    renderText(CHART);
    await waitFor(() => {
      fireEvent.load(screen.getByAltText('A chart'));
      expect(screen.getByRole('button', { name: 'Open image: A chart' })).toBeDisabled();
    });
  });
});

describe('links within the text', () => {
  it('move the focus to their target and the hash into the address', async () => {
    const { user, router } = renderText(
      '<p>a<sup><a href="#user-content-fn1">1</a></sup></p><ol><li id="user-content-fn1">The note</li></ol>',
    );
    await waitFor(async () => {
      await user.click(screen.getByRole('link', { name: '1' }));
      expect(router.state.location.hash).toBe('#user-content-fn1');
    });
    expect(screen.getByText('The note')).toHaveFocus();
  });
});
