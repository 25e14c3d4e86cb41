import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleDraft } from '../../../test/sample-post';
import { IMAGE, onlyLoads, openPostPage, savedAtSomeTime, write } from './post-pages.fixture';

const REQUIRED = 'Title, content and featured image are required';
const READING = { html: '<p>As it will be read</p>', headings: [] };
const server = apiServer();
const CREATED = sampleDraft('b7', { featuredImage: null });

beforeEach(() => {
  onlyLoads(IMAGE);
});

afterEach(() => {
  vi.useRealTimers();
});

async function fill() {
  await userEvent.type(screen.getByLabelText('Title'), ' Queues ');
  await userEvent.type(screen.getByLabelText('Featured Image URL'), IMAGE);
  await write('<p>First words</p>');
}

it('shows the fields, the categories without All, and the buttons', async () => {
  openPostPage('/admin/new-blog');
  expect(screen.getByRole('heading', { name: 'New Blog' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save Draft' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled();
  const categories = within(screen.getByLabelText('Category')).getAllByRole('option');
  expect(categories.map((option) => option.textContent)).toEqual([
    'Web Development',
    'Mobile Development',
    'DevOps & Cloud',
    'Data Science & AI',
    'Programming Languages',
    'Software Architecture',
    'Cybersecurity',
    'System Design',
    'Other',
  ]);
  expect(await screen.findByRole('toolbar', { name: 'Formatting' })).toBeVisible();
});

it('requires title, content and image in a dismissible banner', async () => {
  openPostPage('/admin/new-blog');
  await write('<p> </p>');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(REQUIRED);
  const title = screen.getByLabelText('Title');
  expect(title).toBeInvalid();
  expect(title).toHaveFocus();
  expect(title).toHaveAccessibleDescription(REQUIRED);
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByLabelText('Featured Image URL')).toBeInvalid();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(REQUIRED)).not.toBeInTheDocument();
});

it.each([
  ['Publish', 'Publishing...', 'published', 'Post Published!'],
  ['Save Draft', 'Saving...', 'draft', 'Post Saved as Draft'],
])(
  '%s: sends the post, confirms it and leads to the dashboard',
  async (name, busy, status, message) => {
    const { opened, open } = gate();
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/blogs/create', async ({ request }) => {
        expect(request.headers.get('authorization')).toBe('Bearer header.payload.signature');
        sent.push(await request.json());
        await opened;
        return HttpResponse.json({ success: true, message: '', blog: CREATED }, { status: 201 });
      }),
    );
    const { router } = openPostPage('/admin/new-blog');
    await fill();
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Cybersecurity');
    await userEvent.type(screen.getByLabelText('Tags'), ' rust, , web ,');
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByRole('button', { name: busy })).toBeDisabled();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent).toEqual([
      {
        title: 'Queues',
        content: '<p>First words</p>',
        category: 'Cybersecurity',
        tags: ['rust', 'web'],
        featuredImage: IMAGE,
        status,
      },
    ]);
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    expect(screen.getByRole('button', { name })).toBeDisabled();
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(router.state.location.pathname).toBe('/admin/new-blog');
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  },
);

it('saves text typed during the first save to the post that it created', async () => {
  const { opened, open } = gate();
  const updates: unknown[] = [];
  let created = 0;
  server.use(
    http.post('*/api/blogs/create', async () => {
      created += 1;
      await opened;
      return HttpResponse.json({ success: true, message: '', blog: CREATED });
    }),
    http.put('*/api/blogs/update/b7', async ({ request }) => {
      updates.push(await request.json());
      return HttpResponse.json({ success: true, message: '', blog: CREATED });
    }),
  );
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }));
  await screen.findByRole('button', { name: 'Saving...' });
  await write('<p>First words, and more</p>');
  open();
  expect(await screen.findByText(/is not saved yet/u)).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith('post-draft'));
  expect(drafts).toEqual([expect.stringMatching(/^post-draft b7 /u)]);
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(screen.getByText('Post Published!')).toBeVisible();
  });
  expect(created).toBe(1);
  expect(updates).toEqual([
    expect.objectContaining({
      content: '<p>First words, and more</p>',
      featuredImage: IMAGE,
      status: 'published',
    }),
  ]);
});

it('shows the image at an address and removes it', async () => {
  openPostPage('/admin/new-blog');
  const address = screen.getByLabelText('Featured Image URL');
  await userEvent.type(address, IMAGE);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('img', { name: 'Featured' })).toHaveAttribute('src', IMAGE);
  await userEvent.click(screen.getByRole('button', { name: 'Remove image' }));
  expect(screen.queryByRole('img', { name: 'Featured' })).not.toBeInTheDocument();
  expect(address).toHaveValue('');
});

it.each(['Preview', 'Publish'])('%s clears an address that is not an image', async (name) => {
  const sent = server.post('/blogs/create', {});
  openPostPage('/admin/new-blog');
  await fill();
  const address = screen.getByLabelText('Featured Image URL');
  await userEvent.type(address, 'x');
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => {
    expect(address).toHaveAccessibleDescription(
      'Invalid image URL. Please provide a valid direct image link.',
    );
  });
  expect(address).toHaveValue('');
  expect(sent).toEqual([]);
});

it('shows the error of the server, else a default one, and keeps the form', async () => {
  server.refuse('/blogs/create', 400, 'validation_failed', 'A field is wrong', {
    errors: { tags: 'Too many' },
  });
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('A field is wrong');
  expect(screen.getByLabelText('Tags')).toHaveAccessibleDescription(/Too many/u);
  server.use(http.post('*/api/blogs/create', () => HttpResponse.error()));
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(
    await screen.findByText(/^Failed to create blog\. The site cannot be reached/u),
  ).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue(' Queues ');
});

it('rejects too many tags', async () => {
  const sent = server.post('/blogs/create', {});
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.type(screen.getByLabelText('Tags'), 'a,b,c,d,e,f,g,h,i,j,k');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(screen.getByLabelText('Tags')).toHaveAccessibleDescription(/At most 10 tags/u);
  });
  expect(sent).toEqual([]);
});

it('previews the post as readers will see it', async () => {
  const { opened, open } = gate();
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/blogs/preview', async ({ request }) => {
      sent.push(await request.json());
      await opened;
      return HttpResponse.json({ success: true, reading: READING });
    }),
  );
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Preview post' }));
  const preview = await screen.findByRole('dialog', { name: 'Preview' });
  expect(within(preview).getByText('Queues')).toBeVisible();
  expect(within(preview).getByRole('status', { name: 'Loading the preview' })).toBeVisible();
  open();
  expect(await within(preview).findByText('As it will be read')).toBeVisible();
  expect(within(preview).queryByRole('status')).not.toBeInTheDocument();
  expect(sent).toEqual([{ content: '<p>First words</p>' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Close preview' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shows why the preview failed, and retries', async () => {
  server.refuse(
    '/blogs/preview',
    400,
    'validation_failed',
    'The content must be at most 1 MiB large',
  );
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Preview post' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The content must be at most 1 MiB large',
  );
  server.post('/blogs/preview', { success: true, reading: READING });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('As it will be read')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('confirms before leaving unsaved changes', async () => {
  const { router } = openPostPage('/admin/new-blog');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await act(() => router.navigate('/admin/posts'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/admin/new-blog');
  await act(() => router.navigate('/admin/posts'));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
});

it('warns that leaving discards changes that the browser cannot store', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { router } = openPostPage('/admin/new-blog');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await act(() => router.navigate('/admin/posts'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await waitFor(() => {
    expect(dialog).toHaveAccessibleDescription(
      'Your latest changes are not saved, and this browser cannot keep them: leaving loses them.',
    );
  });
});

it('tells on leaving that the browser has stored the changes', async () => {
  const { router } = openPostPage('/admin/new-blog');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await act(() => router.navigate('/admin/posts'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await waitFor(() => {
    expect(dialog).toHaveAccessibleDescription(/This browser keeps them/u);
  });
  expect(Object.values(localStorage).join('')).toContain('"title":"Queues"');
});

it('leaves at once when nothing was changed', async () => {
  const { router } = openPostPage('/admin/new-blog');
  await act(() => router.navigate('/admin/posts'));
  expect(await screen.findByRole('heading', { name: 'Another page' })).toBeVisible();
});

it('offers the draft of an earlier visit and continues it', async () => {
  const first = openPostPage('/admin/new-blog');
  await fill();
  window.dispatchEvent(new Event('pagehide'));
  first.unmount();
  openPostPage('/admin/new-blog');
  expect(await screen.findByText(/^You have unsaved changes from/u)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText('Title')).toHaveValue(' Queues ');
  expect(screen.getByLabelText('Title')).toHaveFocus();
  expect(screen.getByLabelText('Featured Image URL')).toHaveValue(IMAGE);
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: 'Content' })).toHaveTextContent('First words');
  });
  expect(screen.queryByText(/^You have unsaved changes/u)).not.toBeInTheDocument();
});

it('deletes a draft when it is discarded', async () => {
  const first = openPostPage('/admin/new-blog');
  await fill();
  first.unmount();
  const second = openPostPage('/admin/new-blog');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  second.unmount();
  openPostPage('/admin/new-blog');
  await screen.findByRole('textbox', { name: 'Content' });
  expect(screen.queryByText(/^You have unsaved changes/u)).not.toBeInTheDocument();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('post-draft'))).toEqual([]);
});

it('keeps the focus in the list of drafts until it is empty, then moves it to the form', async () => {
  for (const title of ['One', 'Two']) {
    const visit = openPostPage('/admin/new-blog');
    await userEvent.type(screen.getByLabelText('Title'), title);
    visit.unmount();
  }
  openPostPage('/admin/new-blog');
  (await screen.findByRole('button', { name: 'Discard Two' })).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Restore' })).toHaveFocus();
  });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

it('returns the focus to the page on staying, and to the title of the next page on leaving', async () => {
  signInAdmin();
  renderSite('/admin/new-blog');
  const title = await screen.findByLabelText('Title');
  await userEvent.type(title, 'Queues');
  const [link] = screen.getAllByRole('link', { name: 'Users' });
  link?.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => {
    expect(link).toHaveFocus();
  });
  await userEvent.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Leave' })).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('New Blog');
});

it('focuses the form on staying when nothing had the focus', async () => {
  const { router } = openPostPage('/admin/new-blog');
  const title = screen.getByLabelText('Title');
  await userEvent.type(title, 'Queues');
  title.blur();
  await act(() => router.navigate('/admin/posts'));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => {
    expect(title).toHaveFocus();
  });
});

it('stores no draft of a saved post', async () => {
  server.post('/blogs/create', { success: true, message: '', blog: CREATED }, { status: 201 });
  const { unmount } = openPostPage('/admin/new-blog');
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  unmount();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('post-draft'))).toEqual([]);
});

/** Handles created posts; returns the fields of their forms, for a file its type. */
function handleForms() {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/blogs/create', async ({ request }) => {
      const form = await request.formData();
      sent.push(
        Object.fromEntries(
          [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.type]),
        ),
      );
      return HttpResponse.json({ success: true, message: '', blog: CREATED }, { status: 201 });
    }),
  );
  return sent;
}

it('sends an uploaded image in place of an address', async () => {
  const sent = handleForms();
  openPostPage('/admin/new-blog');
  await fill();
  const file = new File(['abc'], 'new.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Upload an image'), file);
  expect(await screen.findByRole('img', { name: 'Featured' })).toHaveAttribute(
    'src',
    'data:image/png;base64,YWJj',
  );
  expect(screen.getByLabelText('Featured Image URL')).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  expect(sent).toEqual([expect.objectContaining({ title: 'Queues', featuredImage: 'image/png' })]);
});

it('sends an address that is typed after an upload', async () => {
  const sent = server.post('/blogs/create', { success: true, message: '', blog: CREATED });
  openPostPage('/admin/new-blog');
  const file = new File(['abc'], 'new.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Upload an image'), file);
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  expect(sent).toEqual([expect.objectContaining({ featuredImage: IMAGE })]);
});

it('generates a cover from the title and sends it as a file', async () => {
  const sent = handleForms();
  const canvas = stubCanvas();
  openPostPage('/admin/new-blog');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues at work');
  await write('<p>First words</p>');
  await userEvent.click(screen.getByRole('button', { name: 'Use a generated cover' }));
  expect(await screen.findByRole('img', { name: 'Featured' })).toHaveAttribute(
    'src',
    'data:image/png;base64,Y292ZXI=',
  );
  expect(canvas['fillText']).toHaveBeenCalledWith('QA', 80, 47);
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  expect(sent).toEqual([expect.objectContaining({ featuredImage: 'image/png' })]);
});

it('requires a title to generate a cover', async () => {
  openPostPage('/admin/new-blog');
  await userEvent.click(screen.getByRole('button', { name: 'Use a generated cover' }));
  expect(screen.getByLabelText('Featured Image URL')).toHaveAccessibleDescription(
    'Write a title first: the cover is made from it.',
  );
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

it('shows an error when a cover cannot be generated', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  openPostPage('/admin/new-blog');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await userEvent.click(screen.getByRole('button', { name: 'Use a generated cover' }));
  expect(
    await screen.findByText('The cover could not be drawn. Please choose an image.'),
  ).toBeVisible();
});

/** Stubs the canvas that jsdom lacks. */
function stubCanvas() {
  const context = Object.fromEntries(
    [
      'scale',
      'fillRect',
      'save',
      'translate',
      'rotate',
      'beginPath',
      'arc',
      'fill',
      'stroke',
      'moveTo',
      'lineTo',
      'restore',
      'fillText',
    ].map((name) => [name, vi.fn()]),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context as unknown as RenderingContext,
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => {
    give(new Blob(['cover'], { type: 'image/png' }));
  });
  return context;
}

/** Creates a post `b7` and updates it; returns the requests, an array that grows. */
function handleSaves() {
  const { opened, open } = gate();
  const sent: { method: string; title: unknown; status: unknown }[] = [];
  const handle = async ({ request }: { request: Request }) => {
    const body: unknown = await request.json();
    const field = (name: string): unknown =>
      typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
    sent.push({ method: request.method, title: field('title'), status: field('status') });
    await opened;
    return HttpResponse.json({
      success: true,
      message: '',
      blog: {
        ...CREATED,
        _id: 'b7',
        status: 'draft',
        featuredImage: IMAGE,
        slug: 'queues',
        canonicalUrl: null,
      },
    });
  };
  server.use(
    http.post('*/api/blogs/create', handle),
    http.put('*/api/blogs/update/b7', handle),
    http.get('*/api/blogs/admin/blogs/b7', () => HttpResponse.error()),
  );
  return { sent, open };
}

it('saves by Ctrl+S without leaving, and gives the page the address of the post', async () => {
  const { sent, open } = handleSaves();
  const { router } = openPostPage('/admin/new-blog');
  await fill();
  const text = screen.getByRole('textbox', { name: 'Content' });
  text.focus();
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('Saving…')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  open();
  expect(await savedAtSomeTime()).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/edit-blog/b7');
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Blog' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Content' })).toBe(text);
  expect(text).toHaveFocus();
  expect(screen.queryByText('Post Saved as Draft')).not.toBeInTheDocument();
  expect(sent).toEqual([{ method: 'POST', title: 'Queues', status: 'draft' }]);

  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Post Published!')).toBeVisible();
  expect(sent.slice(1)).toEqual([{ method: 'PUT', title: 'Queues', status: 'published' }]);
});

it('sends a request to publish after a save that runs, to the same post', async () => {
  const { sent, open } = handleSaves();
  openPostPage('/admin/new-blog');
  await fill();
  await userEvent.keyboard('{Meta>}s{/Meta}');
  await screen.findByText('Saving…');
  await userEvent.type(screen.getByLabelText('Title'), 'and more');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(sent).toHaveLength(1);
  open();
  expect(await screen.findByText('Post Published!')).toBeVisible();
  expect(sent).toEqual([
    { method: 'POST', title: 'Queues', status: 'draft' },
    { method: 'PUT', title: 'Queues and more', status: 'published' },
  ]);
});

it('opens an empty page for another new post after Ctrl+S', async () => {
  const { open } = handleSaves();
  open();
  const { router } = openPostPage('/admin/new-blog');
  await fill();
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Blog' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/edit-blog/b7');
  await act(() => router.navigate('/admin/new-blog'));
  expect(await screen.findByRole('heading', { level: 1, name: 'New Blog' })).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('');
});

it('tells by Ctrl+S what is missing, and focuses the field of the image in folded settings', async () => {
  const sent = server.post('/blogs/create', {});
  openPostPage('/admin/new-blog');
  await userEvent.click(screen.getByRole('button', { name: 'Post settings' }));
  expect(screen.queryByRole('combobox', { name: 'Category' })).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await write('<p>First words</p>');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByRole('alert')).toHaveTextContent(REQUIRED);
  expect(screen.getByRole('button', { name: 'Post settings' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  expect(screen.getByRole('textbox', { name: 'Featured Image URL' })).toHaveFocus();
  expect(sent).toEqual([]);
});

it('tells whether the changes are kept in this browser', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPostPage('/admin/new-blog');
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Queues' } });
  expect(await screen.findByText('Unsaved changes')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText('Draft kept in this browser')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Queues again' } });
  expect(await screen.findByText('Unsaved changes')).toBeVisible();
});

it('keeps the title on one line, and leads from it to the text on Enter', async () => {
  openPostPage('/admin/new-blog');
  const text = await screen.findByRole('textbox', { name: 'Content' });
  const title = screen.getByLabelText('Title');
  await userEvent.click(title);
  await userEvent.paste('Two\nlines');
  expect(title).toHaveValue('Two lines');
  await userEvent.keyboard('{Enter}');
  expect(text).toHaveFocus();
  expect(title).toHaveValue('Two lines');
});

it('counts the words and the minutes of the text', async () => {
  openPostPage('/admin/new-blog');
  expect(screen.getByText('0 words · 0 min')).toBeVisible();
  await write(`<p>First <strong>wo</strong>rds</p><p>${'word '.repeat(1_202)}</p>`);
  expect(await screen.findByText('1,204 words · 7 min')).toBeVisible();
});

it('hides the distractions by keys, and shows them again by Esc', async () => {
  openPostPage('/admin/new-blog');
  const button = screen.getByRole('button', { name: 'Write without distractions' });
  await userEvent.keyboard('{Control>}{Alt>}{Shift>}F{/Shift}{/Alt}{/Control}');
  expect(button).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-pressed', 'false');
});
