/** The programs whose HTML needs more than the general normaliser, each with the sign by which it is known. */
import { rewriteApple } from './apple';
import { rewriteGitHub } from './github';
import { rewriteGoogleDocs } from './google-docs';
import { rewriteNotion } from './notion';
import { rewriteSlack } from './slack';
import { rewriteWord } from './word';
import { rewriteWordWeb } from './word-web';

/** `rewrite` changes the tree to plain HTML that the normaliser understands. */
type Source = {
  isFrom: (root: Element, html: string) => boolean;
  rewrite: (root: Element) => void;
};

export const SOURCES: readonly Source[] = [
  {
    isFrom: (root) =>
      has(
        root,
        '.markdown-alert, .markdown-heading, .contains-task-list, .snippet-clipboard-content',
      ) ||
      has(root, '.user-mention, g-emoji, markdown-accessiblity-table, img[data-canonical-src]') ||
      has(
        root,
        'div.highlight[class*="highlight-"], a[href^="https://camo.githubusercontent.com/"]',
      ),
    rewrite: rewriteGitHub,
  },
  { isFrom: (root) => has(root, '[id^="docs-internal-guid"]'), rewrite: rewriteGoogleDocs },
  {
    isFrom: (root) => has(root, '[class^="Mso"], [style*="mso-"], o\\:p'),
    rewrite: rewriteWord,
  },
  {
    isFrom: (root) => has(root, '.OutlineElement, .TextRun, .ListContainerWrapper'),
    rewrite: rewriteWordWeb,
  },
  {
    isFrom: (root, html) =>
      html.includes('<!-- notionvc:') ||
      has(root, '.notion-page-content, [class*="notion-"], ul.to-do-list, .column-list'),
    rewrite: rewriteNotion,
  },
  {
    isFrom: (root) =>
      has(root, '[data-stringify-type], .c-mrkdwn__pre, .p-rich_text_section, ts-mention'),
    rewrite: rewriteSlack,
  },
  { isFrom: (_root, html) => html.includes('Cocoa HTML Writer'), rewrite: rewriteApple },
];

function has(root: Element, selector: string): boolean {
  return root.querySelector(selector) !== null;
}
