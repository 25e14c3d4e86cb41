/** Paste, drop and copy: HTML of other programs becomes that of a post, and files become pictures. */
import {
  DOMSerializer,
  type Fragment,
  type Node,
  type ResolvedPos,
  Slice,
} from 'prosemirror-model';
import { Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

import { linkFrom } from '../../html/addresses';
import { parseFragment } from '../../html/parse-post';
import { footnoteNumbers, storedFragment } from '../../html/stored-form';
import { isBlock, parseHtml } from '../../html/tree';
import { OWN_MARK } from '../../paste/own-html';
import { guessLanguage, readClipboard } from '../../paste/read-clipboard';
import { NO_LANGUAGE } from '../../html/code';
import { nodes, postSerializer, schema } from '../../schema/schema';
import { codeBlock } from '../commands/blocks';
import { addMissingNotes, withUnusedNames } from '../commands/footnotes';
import { setLink } from '../commands/words';

const EDITOR_DATA = 'vscode-editor-data';

/** Markdown that was inserted as plain text. `replace` puts HTML in its place; false if the text was changed since. */
export type PastedMarkdown = { markdown: string; replace: (html: string) => boolean };

export type ClipboardOptions = {
  onFiles: (files: File[]) => void;
  onMarkdown: (pasted: PastedMarkdown) => void;
};

export function clipboard({ onFiles, onMarkdown }: ClipboardOptions): Plugin {
  function insert(view: EditorView, data: DataTransfer, paste: ClipboardEvent | null) {
    const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
    const files = [...data.files];
    if (files.length > 0 && parseHtml(html).textContent.trim() === '') {
      onFiles(files);
      return;
    }
    if (isInCode(view.state.selection.$from)) {
      view.dispatch(asPaste(view.state.tr.insertText(normalized(text))));
      return;
    }
    const address = linkFrom(text);
    if (address !== null && !view.state.selection.empty && /^\S+$/u.test(text.trim())) {
      setLink(address, '')(view.state, view.dispatch);
      return;
    }
    const pasted = readClipboard({ html, text, editorData: data.getData(EDITOR_DATA) });
    switch (pasted.kind) {
      case 'code':
        pasteCode(view, pasted.code, pasted.language);
        break;
      case 'html':
        pasteSlice(view, parseFragment(pasted.html), paste);
        break;
      case 'text':
        pasteText(view, pasted.text);
        if (pasted.isMarkdown) {
          offerMarkdown(view, pasted.text);
        }
    }
  }

  /** Offers to convert the text that was just pasted. */
  function offerMarkdown(view: EditorView, markdown: string) {
    const { doc, selection } = view.state;
    const [from, to] = pastedRange(selection.$from, markdown);
    onMarkdown({
      markdown,
      replace: (html) => {
        if (view.state.doc !== doc) {
          return false;
        }
        const { tr } = view.state;
        insertSlice(tr.setSelection(TextSelection.create(doc, from, to)), parseFragment(html));
        view.dispatch(asPaste(tr));
        return true;
      },
    });
  }

  return new Plugin({
    props: {
      clipboardSerializer: new PostSerializer(postSerializer.nodes, postSerializer.marks),
      handleDOMEvents: {
        paste: (view, event) => {
          if (!event.clipboardData) {
            return false;
          }
          event.preventDefault();
          insert(view, event.clipboardData, event);
          return true;
        },
        drop: (view, event) => {
          const data = event.dataTransfer;
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
          if (view.dragging || !data || !at) {
            return false;
          }
          event.preventDefault();
          const place = TextSelection.near(view.state.doc.resolve(at.pos));
          view.dispatch(view.state.tr.setSelection(place));
          insert(view, data, null);
          view.focus();
          return true;
        },
      },
    },
  });
}

/** Writes the stored form to the clipboard. */
class PostSerializer extends DOMSerializer {
  override serializeFragment(fragment: Fragment): DocumentFragment {
    const holder = document.createDocumentFragment();
    const numbers = footnoteNumbers(fragment.content);
    const { childNodes } = parseHtml(storedFragment(fragment, numbers));
    const [first] = childNodes;
    if (first instanceof Element && isBlock(first)) {
      first.setAttribute(OWN_MARK, '');
      holder.append(...childNodes);
    } else {
      const words = document.createElement('span');
      words.setAttribute(OWN_MARK, '');
      words.append(...childNodes);
      holder.append(words);
    }
    return holder;
  }
}

function isInCode($from: ResolvedPos): boolean {
  return Boolean($from.parent.type.spec.code);
}

function normalized(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n');
}

function asPaste(tr: Transaction): Transaction {
  return tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste');
}

function pasteCode(view: EditorView, code: string, language: string | null) {
  const block = codeBlock(normalized(code).replace(/\n$/u, ''), language ?? NO_LANGUAGE);
  view.dispatch(asPaste(insertSlice(view.state.tr, new Slice(fragmentOf(block), 0, 0))));
  if (language === null) {
    void setGuessedLanguage(view, block);
  }
}

async function setGuessedLanguage(view: EditorView, block: Node) {
  const language = await guessLanguage(block.textContent);
  view.state.doc.descendants((node, pos) => {
    const isBlock = node === block;
    if (isBlock && language !== null && !view.isDestroyed) {
      view.dispatch(
        view.state.tr.setNodeMarkup(pos, null, { language }).setMeta('addToHistory', false),
      );
    }
    return !isBlock;
  });
}

function fragmentOf(block: Node): Fragment {
  return nodes.doc.create(null, block).content;
}

function pasteText(view: EditorView, text: string) {
  const lines = normalized(text).split(/\n/u);
  const blocks = lines.map((line) =>
    nodes.paragraph.create(null, line === '' ? null : schema.text(line)),
  );
  const content = nodes.doc.create(null, blocks).content;
  view.dispatch(asPaste(insertSlice(view.state.tr, new Slice(content, 1, 1))));
}

/** Inserts a slice, into the cells of a table if it is one. */
function pasteSlice(view: EditorView, slice: Slice, paste: ClipboardEvent | null) {
  const isHandled =
    paste !== null && view.someProp('handlePaste', (handle) => handle(view, paste, slice));
  if (!isHandled) {
    view.dispatch(asPaste(insertSlice(view.state.tr, slice)));
  }
}

/** Inserts a slice; footnotes go to the end of the post. */
function insertSlice(tr: Transaction, slice: Slice): Transaction {
  const last = slice.content.lastChild;
  const openStart = isInEmptyLine(tr) ? 0 : slice.openStart;
  if (last?.type !== nodes.footnotes) {
    return addMissingNotes(tr.replaceSelection(new Slice(slice.content, openStart, slice.openEnd)));
  }
  const adopted = withUnusedNames(slice.content, tr.doc);
  const [text, notes] = [adopted.cut(0, adopted.size - last.nodeSize), adopted.lastChild];
  tr.replaceSelection(new Slice(text, openStart, 0));
  return addMissingNotes(tr, notes?.children);
}

/** Whether the first line of what is pasted replaces that of the caret, and keeps its alignment and indentation. */
function isInEmptyLine({ selection: { $from, empty } }: Transaction): boolean {
  return empty && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;
}

/** Returns the range of plain text that ends at the caret. */
function pastedRange($end: ResolvedPos, text: string): [number, number] {
  const lines = normalized(text).split('\n');
  const extra = 2 * (lines.length - 1);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return [Math.max(0, $end.pos - length - extra), $end.pos];
}
