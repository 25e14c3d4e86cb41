import { expect, it, vi } from 'vitest';

import type { Settable } from './commands/settable';
import { EditorController } from './editor-controller';

function open(html = '<p>ab</p>') {
  const container = document.createElement('div');
  document.body.append(container);
  const onChange = vi.fn();
  const onRejected = vi.fn();
  const editor = new EditorController(container, {
    onChange,
    onRejected,
    onLinkRequested: vi.fn(),
  });
  editor.setHtml(html);
  editor.focus();
  editor.selectAll();
  return { editor, onChange, onRejected };
}

function htmlAfterSetting<Name extends keyof Settable>(name: Name, value: Settable[Name]): string {
  const { editor } = open();
  editor.set(name, value);
  return editor.getHtml();
}

it('formats words', () => {
  expect(htmlAfterSetting('bold', true)).toBe('<p><strong>ab</strong></p>');
  expect(htmlAfterSetting('italic', true)).toBe('<p><em>ab</em></p>');
  expect(htmlAfterSetting('underline', true)).toBe('<p><u>ab</u></p>');
  expect(htmlAfterSetting('strike', true)).toBe('<p><s>ab</s></p>');
  expect(htmlAfterSetting('font', 'serif')).toBe('<p><span class="ql-font-serif">ab</span></p>');
  expect(htmlAfterSetting('size', 'huge')).toBe('<p><span class="ql-size-huge">ab</span></p>');
  expect(htmlAfterSetting('color', '#d32f2f')).toBe(
    '<p><span style="color: rgb(211, 47, 47);">ab</span></p>',
  );
  expect(htmlAfterSetting('background', '#fff3a8')).toBe(
    '<p><span style="background-color: rgb(255, 243, 168);">ab</span></p>',
  );
});

it('passes colours to the stylesheet and removes them', () => {
  const { editor } = open();
  editor.set('color', '#d32f2f');
  const words = editor.root.querySelector<HTMLElement>('.is-coloured');
  expect(words?.style.getPropertyValue('--written-colour')).toBe('#d32f2f');
  editor.set('color', '');
  expect(editor.root.querySelector('.is-coloured')).toBeNull();
  expect(editor.getHtml()).toBe('<p>ab</p>');
});

it.each(['1', '2', '3', '4', '5', '6'] as const)('creates a heading of level %s', (level) => {
  expect(htmlAfterSetting('header', level)).toBe(`<h${level}>ab</h${level}>`);
});

it('formats lines', () => {
  expect(htmlAfterSetting('blockquote', true)).toBe('<blockquote><p>ab</p></blockquote>');
  expect(htmlAfterSetting('align', 'justify')).toBe('<p class="ql-align-justify">ab</p>');
  expect(htmlAfterSetting('list', 'ordered')).toBe('<ol><li>ab</li></ol>');
  expect(htmlAfterSetting('list', 'bullet')).toBe('<ul><li>ab</li></ul>');
  expect(htmlAfterSetting('list', 'checked')).toBe('<ul><li data-list="unchecked">ab</li></ul>');
});

it('creates a code block and sets its language', () => {
  const { editor } = open('<p>a</p><p>b</p>');
  editor.toggleCode();
  expect(editor.getHtml()).toBe('<pre><code>a\nb\n</code></pre>');
  const [line] = editor.root.querySelectorAll('.ql-code-block');
  if (line) {
    getSelection()?.collapse(line, 0);
  }
  editor.setLanguage('rust');
  expect(editor.getHtml()).toBe('<pre><code class="language-rust">a\nb\n</code></pre>');
  expect(editor.formats().code).toBe('rust');
});

it('indents at most eight times', () => {
  const { editor } = open();
  for (let step = 0; step < 10; step += 1) {
    editor.indent('+1');
  }
  expect(editor.getHtml()).toBe('<p class="ql-indent-8">ab</p>');
  editor.indent('-1');
  expect(editor.getHtml()).toBe('<p class="ql-indent-7">ab</p>');
});

it('clears all formatting of the selection', () => {
  const { editor } = open('<h2 class="ql-align-center">a<strong>b</strong></h2>');
  editor.clearFormatting();
  expect(editor.getHtml()).toBe('<p>ab</p>');
});

it('creates, changes and removes links', () => {
  const { editor, onChange } = open();
  editor.setLink('https://example.org', '');
  expect(editor.getHtml()).toContain('<a href="https://example.org"');
  expect(editor.selectedLink()).toEqual({ address: 'https://example.org', text: 'ab' });
  editor.setLink('mailto:a@example.org', '');
  expect(editor.getHtml()).toBe(
    '<p><a href="mailto:a@example.org" rel="noopener noreferrer">ab</a></p>',
  );
  editor.removeLink();
  expect(editor.getHtml()).toBe('<p>ab</p>');
  expect(onChange).toHaveBeenCalledTimes(3);
});

it('inserts pictures and videos', () => {
  const { editor } = open();
  editor.insertPicture('https://example.org/a.png', 'A picture');
  expect(editor.getHtml()).toBe('<p><img src="https://example.org/a.png" alt="A picture"></p>');
  editor.insertVideo('https://player.vimeo.com/video/1');
  expect(editor.getHtml()).toContain(
    '<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://player.vimeo.com/video/1"></iframe>',
  );
});

it('inserts picture files with their type and reports why it rejects others', async () => {
  const { editor, onRejected } = open();
  editor.insertPictureFiles([
    new File(['abc'], 'a.ico', { type: 'image/x-icon' }),
    new File(['abc'], 'b.svg', { type: 'image/svg+xml' }),
    new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'c.png', { type: 'image/png' }),
  ]);
  expect(onRejected.mock.calls).toEqual([
    ['“b.svg” is not a PNG, GIF, JPEG, WebP, BMP or ICO image.'],
    ['“c.png” is larger than 8 MB.'],
  ]);
  await vi.waitFor(() => {
    expect(editor.getHtml()).toBe('<p><img src="data:image/x-icon;base64,YWJj"></p>');
  });
});

it.each(['<p>a</p>', '<pre><code>a\n</code></pre>', '<ul><li>a</li></ul>'])(
  'keeps Tab in the text until Esc is pressed: %s',
  (html) => {
    const { editor } = open(html);
    const press = (key: string) =>
      !editor.root.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    expect(press('Tab')).toBe(true);
    press('Escape');
    expect(press('Tab')).toBe(false);
  },
);
