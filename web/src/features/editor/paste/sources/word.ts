/** Word on the desktop, and Outlook: styles are classes such as `MsoTitle`, lists are paragraphs. */
import { unwrapElement } from '../../html/tree';
import { make, nextWithoutText, removeAll, rename } from '../dom';
import { isMonospace, stylesOf } from '../styles';
import { rewriteMonospace } from './monospace';
import { rewriteWordLists } from './word-lists';

const NO_CONTENT =
  'del, .MsoCommentReference, .MsoCommentText, hr.msocomoff, [style*="mso-element:comment"], ' +
  'p[class^="MsoToc"], p[class^="MsoTOC"], .msoIns > img';
const QUOTES = 'p.MsoQuote, p.MsoIntenseQuote';

export function rewriteWord(root: Element): void {
  removeAll(root, NO_CONTENT);
  root.querySelectorAll('ins').forEach(unwrapElement);
  rewriteHeadings(root);
  rewriteWordLists(root);
  rewriteQuotes(root);
  rewriteTabs(root);
  keepQuotesUpright(root);
  rewriteMonospace(root);
}

function rewriteHeadings(root: Element): void {
  for (const paragraph of root.querySelectorAll('p[class^="Mso"]')) {
    const [, level] = /^MsoHeading([1-6])$/u.exec(paragraph.className) ?? [];
    if (level !== undefined || paragraph.className.startsWith('MsoTitle')) {
      rename(paragraph, `h${level ?? '1'}`, { style: paragraph.getAttribute('style') });
    }
  }
}

/** Puts a run of quoted paragraphs into one quote; the style makes them italic, which the quote says already. */
function rewriteQuotes(root: Element): void {
  for (const paragraph of root.querySelectorAll(QUOTES)) {
    if (paragraph.parentElement?.tagName !== 'BLOCKQUOTE') {
      const quote = make(root, 'blockquote');
      let next: Element | null = paragraph;
      const lines: Element[] = [];
      while (next?.matches(QUOTES)) {
        lines.push(next);
        next = nextWithoutText(next);
      }
      paragraph.replaceWith(quote);
      quote.append(...lines);
    }
  }
}

function keepQuotesUpright(root: Element): void {
  for (const span of root.querySelectorAll('blockquote [style*="font-style"]')) {
    span.setAttribute(
      'style',
      (span.getAttribute('style') ?? '').replace(/font-style:[^;]*;?/giu, ''),
    );
  }
}

/** Tabs are spans of hard spaces. */
function rewriteTabs(root: Element): void {
  for (const span of root.querySelectorAll('span[style*="mso-tab-count"]')) {
    if (stylesOf(span).has('mso-tab-count') && !isMonospace(span)) {
      span.replaceWith(' ');
    }
  }
}
