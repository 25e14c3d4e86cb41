import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toaster } from 'sonner';
import { describe, expect, it, vi } from 'vitest';

import { RichText, useRichText } from './rich-text';
import { markScrollable } from './rich-text/scrollers';

function Text({ html }: { html: string }) {
  return <RichText content={useRichText(html)} />;
}

function show(html: string) {
  const user = userEvent.setup();
  const router = createMemoryRouter([{ path: '*', element: <Text html={html} /> }]);
  const { container } = render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  );
  return { user, router, container };
}

describe('code', () => {
  const RUST = '<pre><code class="language-rust">fn main() {\n    run();\n}\n</code></pre>';

  it('is labelled with its language and coloured', async () => {
    const { container } = show(RUST);
    expect(screen.getByText('Rust')).toBeVisible();
    await waitFor(() => {
      expect(container.querySelector('.code-keyword')).toHaveTextContent('fn');
    });
    expect(container.querySelector('code')?.textContent).toBe('fn main() {\n    run();\n}\n');
  });

  it('without a declared language stays as it is and can be copied all the same', () => {
    const { container } = show('<pre><code>fn main() {}</code></pre>');
    expect(container.querySelector('code')?.innerHTML).toBe('fn main() {}');
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeVisible();
  });

  it('is copied without its colours', async () => {
    const { user } = show(RUST);
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('Code copied to clipboard!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('fn main() {\n    run();\n}');
  });

  it('says so when it could not be copied', async () => {
    const { user } = show(RUST);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByText('Failed to copy code')).toBeVisible();
  });
});

describe('what may be too wide', () => {
  it('is a stop of the Tab key only while it scrolls', () => {
    const { container } = show('<table><tbody><tr><td>a</td></tr></tbody></table>');
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
  const CHART = '<p><img src="/media/a.webp" alt="A chart"></p>';

  it('load late, and open large until Esc is pressed', async () => {
    const { user } = show(CHART);
    expect(screen.getByAltText('A chart')).toHaveAttribute('loading', 'lazy');
    const opener = screen.getByRole('button', { name: 'Open image: A chart' });
    opener.focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'A chart' });
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

  it('that fail give way to what they would have shown', () => {
    show(CHART);
    fireEvent.error(screen.getByAltText('A chart'));
    expect(screen.getByRole('img', { name: 'A chart' })).toHaveTextContent('A chart');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('in a link stay a link', () => {
    show('<a href="https://example.org/"><img src="/media/a.webp" alt="Logo"></a>');
    expect(screen.getByRole('link', { name: 'Logo' })).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('videos', () => {
  it('come from the known players alone', () => {
    show(
      '<iframe class="ql-video" src="https://www.youtube.com/embed/abc"></iframe>' +
        '<iframe src="https://www.youtube.com.evil.example/embed/abc"></iframe>',
    );
    const frames = document.querySelectorAll('iframe');
    expect(frames).toHaveLength(1);
    expect(screen.getByTitle('Video')).toHaveAttribute('src', 'https://www.youtube.com/embed/abc');
  });
});

describe('links within the text', () => {
  it('move to their place and into the address', async () => {
    const { user, router } = show(
      '<p>a<sup><a href="#user-content-fn1">1</a></sup></p><ol><li id="user-content-fn1">The note</li></ol>',
    );
    await user.click(screen.getByRole('link', { name: '1' }));
    expect(router.state.location.hash).toBe('#user-content-fn1');
    expect(screen.getByText('The note')).toHaveFocus();
  });
});

describe('colours of an author', () => {
  it('are handed to the theme, but for a pair of both', () => {
    show(
      '<p><span style="color: rgb(0, 0, 0)">ink</span>' +
        '<span style="color: rgb(0, 0, 0); background-color: rgb(255, 255, 0)">both</span></p>',
    );
    expect(screen.getByText('ink').style.color).toBe('');
    expect(screen.getByText('ink').style.getPropertyValue('--written-colour')).toBe('rgb(0, 0, 0)');
    expect(screen.getByText('both').style.color).toBe('rgb(0, 0, 0)');
  });
});
