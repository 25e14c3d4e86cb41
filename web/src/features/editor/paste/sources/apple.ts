/** Apple Notes, Pages, TextEdit and Mail: the formatting is in the rules of a style sheet. */
import { rename } from '../dom';
import { stylesOf } from '../styles';
import { rewriteMonospace } from './monospace';

const RULE = /([a-z][\da-z]*)\.([\w-]+)\s*\{([^{}]*)\}/gu;
/** The sizes of a title and a heading in Notes and Pages, in pixels. */
const TITLE_PX_MIN = 24;
const HEADING_PX_MIN = 18;

export function rewriteApple(root: Element): void {
  applyRules(root);
  for (const space of root.querySelectorAll('.Apple-converted-space, .Apple-tab-span')) {
    space.replaceWith(' ');
  }
  rewriteHeadings(root);
  rewriteMonospace(root);
}

/** Copies the rules of style sheets to the elements: `span.s1 {text-decoration: underline}`. */
function applyRules(root: Element): void {
  const sheets = [...root.ownerDocument.querySelectorAll('style')].map(
    (sheet) => sheet.textContent,
  );
  const rules = new Map<string, string>();
  for (const [, tag = '', name = '', styles = ''] of sheets.join('\n').matchAll(RULE)) {
    rules.set(`${tag}.${name}`, styles);
  }
  for (const element of root.querySelectorAll('[class]')) {
    const styles = rules.get(`${element.tagName.toLowerCase()}.${element.className}`);
    if (styles !== undefined) {
      element.setAttribute('style', `${styles};${element.getAttribute('style') ?? ''}`);
    }
  }
}

/** Paragraphs in large type are headings. */
function rewriteHeadings(root: Element): void {
  for (const paragraph of root.querySelectorAll('p')) {
    const size = sizeOf(paragraph);
    if (
      size >= HEADING_PX_MIN &&
      paragraph.textContent.trim() !== '' &&
      !paragraph.closest('li, td')
    ) {
      rename(paragraph, size >= TITLE_PX_MIN ? 'h1' : 'h2');
    }
  }
}

function sizeOf(element: Element): number {
  const styles = stylesOf(element);
  const [, size = '0'] =
    /([\d.]+)px/u.exec(styles.get('font-size') ?? styles.get('font') ?? '') ?? [];
  return Number(size);
}
