import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';

import { EditorBoxes } from '../editor-boxes';
import { EditorController } from '../prosemirror/editor-controller';
import { Toolbar } from '../toolbar/toolbar';
import type { KeyReader } from './slash-menu';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

function open(html: string) {
  const container = document.createElement('div');
  document.body.append(container);
  const keys = createRef<KeyReader>();
  const editor = new EditorController(container, {
    onChange: vi.fn(),
    onRejected: vi.fn(),
    onLinkRequested: vi.fn(),
    onSlashKey: (event) => keys.current?.(event) ?? false,
  });
  editor.root.setAttribute('role', 'textbox');
  editor.setHtml(html);
  const onOpenForm = vi.fn();
  render(
    <>
      <Toolbar editor={editor} openForm={null} onOpenForm={onOpenForm} />
      <EditorBoxes
        editor={editor}
        slashKeys={keys}
        blockBar={createRef()}
        above={null}
        onOpenForm={onOpenForm}
      />
    </>,
  );
  act(() => {
    editor.focus();
  });
  return { editor, onOpenForm };
}

async function choose(menu: string, action: string) {
  await userEvent.click(screen.getByRole('button', { name: menu }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

it('inserts blocks by the menu of the toolbar', async () => {
  const { editor } = open('');
  await choose('Insert', 'Warning');
  expect(editor.getHtml()).toContain('<blockquote class="callout callout-warning">');
  await choose('Insert', 'Formula');
  expect(editor.getHtml()).toContain('<code class="language-math">');
});

it('changes a table by its tools', async () => {
  const { editor } = open('');
  await choose('Insert', 'Table');
  expect(await screen.findByRole('toolbar', { name: 'Table tools' })).toBeVisible();
  const rows = () => editor.root.querySelectorAll('tr').length;
  expect(rows()).toBe(3);
  await choose('Row', 'Add row below');
  expect(rows()).toBe(4);
  await choose('Column', 'Delete column');
  expect(editor.root.querySelectorAll('tr:first-child > *')).toHaveLength(2);
  const header = screen.getByRole('button', { name: 'Header row' });
  expect(header).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(header);
  expect(header).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Delete table' }));
  expect(rows()).toBe(0);
  expect(screen.queryByRole('toolbar', { name: 'Table tools' })).not.toBeInTheDocument();
});

it('changes the kind of a callout', async () => {
  const { editor } = open('');
  await choose('Insert', 'Note');
  await userEvent.click(screen.getByRole('button', { name: 'Kind of the callout: Note' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Caution' }));
  expect(editor.getHtml()).toContain('callout-caution');
});

it('describes a picture, or marks it as decorative', async () => {
  const { editor } = open(`<p>a</p><figure><img src="${PIXEL}"></figure>`);
  act(() => {
    editor.focusPicture(0);
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Alternative text' }), 'A cat');
  expect(editor.getHtml()).toContain('alt="A cat"');
  const decorative = screen.getByRole('checkbox', { name: 'Decorative' });
  await userEvent.click(decorative);
  expect(editor.getHtml()).toContain('alt=""');
  expect(screen.getByRole('textbox', { name: 'Alternative text' })).toBeDisabled();
  await userEvent.click(decorative);
  expect(editor.getHtml()).not.toContain('alt=');
  await userEvent.keyboard('{Escape}');
  expect(editor.root).toHaveFocus();
});
