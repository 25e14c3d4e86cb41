/**
 * Repeated spaces. HTML collapses them, so that posts contain non-breaking ones between them. Quill treats those as
 * ordinary spaces, so that they pass through it as placeholder characters.
 */
import { rewriteLines } from './tree';

const HARD_SPACE = '\u00A0';
/** Placeholders: Unicode noncharacters, which no text contains. */
const TYPED_SPACE = '\uFDD0';
const TYPED_HARD_SPACE = '\uFDD1';
const FILLER = '\uFDD2';

/** Makes every second of repeated spaces and one at the start of a line non-breaking; drops those at the end. */
export function hardenSpaces(root: Element): void {
  rewriteLines(root, isCode, (line) =>
    line
      .replace(/ +$/u, (run) => FILLER.repeat(run.length))
      .replace(/ {2,}/gu, (run) =>
        Array.from(run, (_, offset) => (offset % 2 === 0 ? ' ' : HARD_SPACE)).join(''),
      )
      .replace(/^ /u, HARD_SPACE),
  );
  removeFillers(root);
}

/** Collapses spaces as a browser does, and replaces those of `hardenSpaces` by placeholders. */
export function normalizeSpaces(root: Element, isSkipped: (element: Element) => boolean): void {
  rewriteLines(
    root,
    (element) => isCode(element) || isSkipped(element),
    (line) => insertPlaceholders(collapseSpaces(line)),
  );
  removeFillers(root);
}

/** Replaces the placeholders by spaces. */
export function removePlaceholders(text: string): string {
  return text.replaceAll(TYPED_SPACE, ' ').replaceAll(TYPED_HARD_SPACE, HARD_SPACE);
}

function removeFillers(root: Element): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && text.data.includes(FILLER)) {
      text.data = text.data.replaceAll(FILLER, '');
    }
  }
}

/** Collapses runs of spaces and removes those at the edges; keeps the length. */
function collapseSpaces(line: string): string {
  return line.replace(/[ \t\n\r\f]+/gu, (run, offset: number) => {
    const isAtEdge = offset === 0 || offset + run.length === line.length;
    return isAtEdge ? FILLER.repeat(run.length) : ` ${FILLER.repeat(run.length - 1)}`;
  });
}

function insertPlaceholders(line: string): string {
  return line.replace(/[ \uFDD2]*\u00A0[ \uFDD2\u00A0]*/gu, (run, offset: number) => {
    const spaces = run.replaceAll(FILLER, '');
    const isAtEdge = offset === 0 || offset + run.length === line.length;
    const to = spaces.length > 1 || isAtEdge ? TYPED_SPACE : TYPED_HARD_SPACE;
    return run.replace(/[ \u00A0]/gu, to);
  });
}

function isCode(element: Element): boolean {
  return element.tagName === 'PRE';
}
