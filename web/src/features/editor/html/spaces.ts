/**
 * Spaces that an author typed on purpose. HTML shows a run of spaces as one, so that posts hold non-breaking
 * ones between them; Quill reads those as ordinary ones, so that they pass it in disguise.
 */
import { rewriteLines } from './tree';

const HARD_SPACE = '\u00A0';
/** Characters that Unicode keeps free for a program's own use, and that no text holds. */
const TYPED_SPACE = '\uFDD0';
const TYPED_HARD_SPACE = '\uFDD1';
const NOTHING = '\uFDD2';

/** Makes the second of two spaces a non-breaking one, and that at the start of a line; drops those at its end. */
export function hardenSpaces(root: Element): void {
  rewriteLines(root, isCode, (line) =>
    line
      .replace(/ +$/u, (run) => NOTHING.repeat(run.length))
      .replace(/ {2,}/gu, (run) =>
        Array.from(run, (_, place) => (place % 2 === 0 ? ' ' : HARD_SPACE)).join(''),
      )
      .replace(/^ /u, HARD_SPACE),
  );
  dropNothing(root);
}

/** Leaves of the spaces those that are shown, and disguises what `hardenSpaces` made of typed ones. */
export function readSpaces(root: Element, isLeftAlone: (element: Element) => boolean): void {
  rewriteLines(
    root,
    (element) => isCode(element) || isLeftAlone(element),
    (line) => disguised(collapsed(line)),
  );
  dropNothing(root);
}

/** The text behind the disguise. */
export function undisguised(text: string): string {
  return text.replaceAll(TYPED_SPACE, ' ').replaceAll(TYPED_HARD_SPACE, HARD_SPACE);
}

function dropNothing(root: Element): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && text.data.includes(NOTHING)) {
      text.data = text.data.replaceAll(NOTHING, '');
    }
  }
}

/** One space for each run of them, none at the edges; of the same length. */
function collapsed(line: string): string {
  return line.replace(/[ \t\n\r\f]+/gu, (run, place: number) => {
    const isAtEdge = place === 0 || place + run.length === line.length;
    return isAtEdge ? NOTHING.repeat(run.length) : ` ${NOTHING.repeat(run.length - 1)}`;
  });
}

function disguised(line: string): string {
  return line.replace(/[ \uFDD2]*\u00A0[ \uFDD2\u00A0]*/gu, (run, place: number) => {
    const shown = run.replaceAll(NOTHING, '');
    const isAtEdge = place === 0 || place + run.length === line.length;
    const to = shown.length > 1 || isAtEdge ? TYPED_SPACE : TYPED_HARD_SPACE;
    return run.replace(/[ \u00A0]/gu, to);
  });
}

function isCode(element: Element): boolean {
  return element.tagName === 'PRE';
}
