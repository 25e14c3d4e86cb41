/** Text in the fonts of code: lines become inline code, and paragraphs of nothing else a code block. */
import { makeCodeBlock } from '../code-block';
import { nextWithoutText, rename } from '../dom';
import { isMonospace, stylesOf } from '../styles';

type Kind = 'code' | 'blank' | 'text';

/** Turns paragraphs and spans in fonts of code into code. */
export function rewriteMonospace(root: Element): void {
  const seen = new Set<Element>();
  for (const paragraph of root.querySelectorAll('p')) {
    if (!seen.has(paragraph) && kindOf(paragraph) === 'code') {
      const run = runOf(paragraph);
      run.forEach((line) => seen.add(line));
      joinLines(run);
    }
  }
  for (const span of root.querySelectorAll('span, font')) {
    if (isCodeFont(span) && !span.closest('pre, code')) {
      rename(span, 'code', { style: span.getAttribute('style') });
    }
  }
}

/** Returns the paragraphs of code from this one, with the empty ones between them. */
function runOf(first: Element): Element[] {
  const run = [first];
  let length = 1;
  let next = nextWithoutText(first);
  while (next?.tagName === 'P') {
    const kind = kindOf(next);
    if (kind === 'text') {
      break;
    }
    run.push(next);
    length = kind === 'code' ? run.length : length;
    next = nextWithoutText(next);
  }
  return run.slice(0, length);
}

function joinLines(run: readonly Element[]): void {
  const [first, ...others] = run;
  const code = run.map(lineTextOf).join('\n');
  if (first && code.includes('\n')) {
    first.replaceWith(makeCodeBlock(first, code.replace(/\s+$/u, ''), null));
    others.forEach((line) => {
      line.remove();
    });
  }
}

function lineTextOf(line: Element): string {
  return textOf(line).replaceAll('\u00A0', ' ').trimEnd();
}

/** Line breaks of the source are spaces; those of the text are elements. */
function textOf(node: Node): string {
  if (node instanceof Text) {
    return node.data.replace(/\s*[\r\n]+\s*/gu, ' ');
  }
  return node.nodeName === 'BR' ? '\n' : [...node.childNodes].map(textOf).join('');
}

function kindOf(paragraph: Element): Kind {
  if (paragraph.textContent.trim() === '') {
    return paragraph.querySelector('img') ? 'text' : 'blank';
  }
  return isAllCode(paragraph, false) ? 'code' : 'text';
}

function isAllCode(node: Node, isInCode: boolean): boolean {
  if (node instanceof Text) {
    return isInCode || node.data.trim() === '';
  }
  if (!(node instanceof Element)) {
    return true;
  }
  const isCode = hasFont(node) ? isCodeFont(node) : isInCode;
  return node.tagName !== 'IMG' && [...node.childNodes].every((child) => isAllCode(child, isCode));
}

function hasFont(element: Element): boolean {
  const styles = stylesOf(element);
  return styles.has('font-family') || styles.has('font') || element.hasAttribute('face');
}

function isCodeFont(element: Element): boolean {
  return (
    isMonospace(element) ||
    /courier|consolas|menlo|monaco|mono\b/iu.test(element.getAttribute('face') ?? '')
  );
}
