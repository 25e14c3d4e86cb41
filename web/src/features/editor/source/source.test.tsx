import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { createQueryClient } from '../../../shared/api/query-client';
import { apiServer } from '../../../test/api-server';
import { signInAdmin } from '../../../test/sample-admin';
import { EditorContent } from '../editor-content';
import { SourceButton } from './source-button';
import { SourceView } from './source-view';
import { useSource } from './use-source';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
const HTML = `<p>a</p><img src="${PIXEL}">`;
const MARKDOWN = 'a\n\n![](https://picture.invalid/1)\n';

const server = apiServer();

function Page({ content }: { content: EditorContent }) {
  const view = useSource(content);
  const [isClosed, setClosed] = useState(false);
  return (
    <>
      <SourceButton
        view={view}
        place="header"
        onClosed={() => {
          setClosed(true);
        }}
      />
      {view.isOpen && <SourceView view={view} />}
      {isClosed && <p>The text</p>}
    </>
  );
}

async function open(kept: string[] = []) {
  signInAdmin();
  const sent = server.post('/blogs/markdown/source', { success: true, markdown: MARKDOWN, kept });
  const content = new EditorContent(HTML);
  let changes = 0;
  content.subscribe(() => {
    changes += 1;
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page content={content} />
    </QueryClientProvider>,
  );
  await toggle();
  const field = await screen.findByRole('textbox', { name: 'Content in Markdown' });
  return { content, field, sent, changes: () => changes };
}

async function toggle() {
  await userEvent.click(screen.getByRole('button', { name: 'Markdown' }));
}

it('changes nothing when it is left without a change', async () => {
  const { content, field, sent, changes } = await open();
  expect(field).toHaveValue(MARKDOWN);
  expect(sent).toEqual([{ content: '<p>a</p><img src="https://picture.invalid/1">' }]);
  await toggle();
  expect(await screen.findByText('The text')).toBeVisible();
  expect(content.read()).toBe(HTML);
  expect(changes()).toBe(0);
});

it('puts pictures back into what was changed, which counts as an edit', async () => {
  const converted = '<p>b</p><img src="https://picture.invalid/1">';
  const sent = server.post('/blogs/markdown', { success: true, html: converted });
  const { content, field, changes } = await open();
  await userEvent.clear(field);
  await userEvent.type(field, 'b');
  await toggle();
  expect(await screen.findByText('The text')).toBeVisible();
  expect(sent).toEqual([{ markdown: 'b' }]);
  expect(content.read()).toBe(`<p>b</p><img src="${PIXEL}">`);
  expect(changes()).toBeGreaterThan(0);
});

it('keeps the Markdown that the server refuses', async () => {
  server.refuse('/blogs/markdown', 400, 'validation_failed', 'The text must be at most 1 MiB');
  const { content, field } = await open();
  await userEvent.type(field, 'more');
  await toggle();
  expect(await screen.findByRole('alert')).toHaveTextContent('The text must be at most 1 MiB');
  expect(field).toHaveValue(`${MARKDOWN}more`);
  expect(content.read()).toBe(HTML);
  expect(await content.settle()).toBe(false);
});

it('converts in a pause, before anything reads the text', async () => {
  server.post('/blogs/markdown', { success: true, html: '<p>c</p>' });
  const { content, field } = await open();
  await userEvent.type(field, 'c');
  await waitFor(() => {
    expect(content.read()).toBe('<p>c</p>');
  });
});

it('names the elements that stay as HTML', async () => {
  const { field } = await open(['kbd', 'iframe', 'kbd']);
  expect(screen.getByText(/^Markdown has no form for these elements/u)).toHaveTextContent(
    'Markdown has no form for these elements, which stay as HTML: kbd, iframe',
  );
  expect(field).toHaveAccessibleDescription(/kbd, iframe/u);
});

it('indents by Tab, which leads out after Esc', async () => {
  const { field } = await open();
  await userEvent.type(field, '{Tab}x');
  expect(field).toHaveValue(`${MARKDOWN}\tx`);
  await userEvent.keyboard('{Escape}{Tab}');
  expect(field).not.toHaveFocus();
});
