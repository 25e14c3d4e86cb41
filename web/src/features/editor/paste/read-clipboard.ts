/**
 * Turns what other programs write to the clipboard into the HTML of a post. Pure: the HTML is parsed into an inert
 * tree, in which nothing loads or runs, and only its allowed part comes back.
 */
import { allowedHtml, removeDisallowed } from '../html/allowed';
import { parseHtml } from '../html/tree';
import { readCodeHtml, readEditorData, type CopiedCode } from './code-editors';
import { terminalLanguage } from './commands';
import { make } from './dom';
import { rewriteFootnotes } from './footnotes';
import { isMarkdown } from './markdown-signs';
import { rewriteMath } from './math';
import { normalize } from './normalize/normalize';
import { isOwnHtml, readOwnHtml } from './own-html';
import { SOURCES } from './sources/sources';

export { guessLanguage } from './guess-language';

/** `editorData` is the JSON of VS Code's own type, `vscode-editor-data`, or empty. */
export type Clipboard = { html: string; text: string; editorData: string };

/** A paste: code as a whole, the HTML of a post, or plain text, which may be Markdown. */
export type Pasted =
  | { kind: 'code'; code: string; language: string | null }
  | { kind: 'html'; html: string }
  | { kind: 'text'; text: string; isMarkdown: boolean };

/** Longer code stands in a block of its own, even without a line break. */
const INLINE_CODE_MAX = 120;

/** Returns the content of the clipboard in the form of a post. */
export function readClipboard(clipboard: Clipboard): Pasted {
  const text = clipboard.text.replace(/\r\n?/gu, '\n');
  const editorCode = readEditorData(clipboard.editorData, text);
  if (editorCode) {
    return pastedCode(editorCode);
  }
  if (clipboard.html.trim() === '') {
    return pastedText(text);
  }
  const root = parseHtml(clipboard.html);
  if (isOwnHtml(root)) {
    return { kind: 'html', html: readOwnHtml(root) };
  }
  const copiedCode = readCodeHtml(root, text);
  return copiedCode ? pastedCode(copiedCode) : pastedHtml(root, clipboard.html, text);
}

function pastedHtml(root: HTMLElement, html: string, text: string): Pasted {
  rewriteMath(root);
  for (const { isFrom, rewrite } of SOURCES) {
    if (isFrom(root, html)) {
      rewrite(root);
    }
  }
  rewriteFootnotes(root);
  normalize(root);
  if (text.trim() !== '' && isPlain(root)) {
    const pasted = pastedText(text);
    if (
      root.childElementCount === 0 ||
      pasted.kind === 'code' ||
      (pasted.kind === 'text' && pasted.isMarkdown)
    ) {
      return pasted;
    }
  }
  removeDisallowed(root);
  return { kind: 'html', html: root.innerHTML };
}

/** Whether the HTML says no more than the plain text: paragraphs without marks. */
function isPlain(root: Element): boolean {
  return root.querySelector(':not(p, br)') === null;
}

function pastedText(text: string): Pasted {
  const language = terminalLanguage(text);
  return language === null
    ? { kind: 'text', text, isMarkdown: isMarkdown(text) }
    : pastedCode({ code: text, language, isMarked: true }, false);
}

/** Returns a block of code, or inline code if it is part of a line. Markdown in an editor is a text, not code. */
function pastedCode({ code, language, isMarked }: CopiedCode, mayBeInline = true): Pasted {
  if (!isMarked && isMarkdown(code)) {
    return { kind: 'text', text: code, isMarkdown: true };
  }
  if (mayBeInline && !code.includes('\n') && code.trim() !== '' && code.length <= INLINE_CODE_MAX) {
    return { kind: 'html', html: inlineCode(code.trim()) };
  }
  return { kind: 'code', code: code.replace(/\n$/u, ''), language };
}

function inlineCode(code: string): string {
  const root = parseHtml('');
  root.append(make(root, 'p', {}, [make(root, 'code', {}, [code])]));
  return allowedHtml(root.innerHTML);
}
