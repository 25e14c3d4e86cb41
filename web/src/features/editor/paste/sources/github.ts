/** GitHub: READMEs, issues, comments and files. */
import { codeTextOf, makeCodeBlock } from '../code-block';
import { removeAll } from '../dom';
import { languageNamed } from '../language-names';
import { makeCallout, type CalloutKind } from './callouts';

const ALERTS: ReadonlyMap<string, CalloutKind> = new Map([
  ['markdown-alert-note', 'note'],
  ['markdown-alert-tip', 'tip'],
  ['markdown-alert-important', 'important'],
  ['markdown-alert-warning', 'warning'],
  ['markdown-alert-caution', 'caution'],
]);
const NO_CONTENT =
  'clipboard-copy, .zeroclipboard-container, .anchor, .octicon, .js-render-plaintext-hidden, .blob-num, ' +
  '.render-plaintext-hidden, .js-render-enrichment-loader';
const PICTURE_FILE =
  /^https:\/\/(?:camo\.githubusercontent\.com\/|github\.com\/[^?#]+\/(?:blob|raw)\/)/u;

export function rewriteGitHub(root: Element): void {
  for (const image of root.querySelectorAll('img[data-canonical-src]')) {
    image.setAttribute('src', image.getAttribute('data-canonical-src') ?? '');
  }
  unlinkPictures(root);
  rewriteAlerts(root);
  removeAll(root, NO_CONTENT);
  rewriteFiles(root);
}

/** GitHub links each picture to itself. */
function unlinkPictures(root: Element): void {
  for (const link of root.querySelectorAll('a')) {
    const [only, ...others] = link.children;
    const href = link.getAttribute('href') ?? '';
    const isPicture =
      only?.tagName === 'IMG' && others.length === 0 && link.textContent.trim() === '';
    if (isPicture && (PICTURE_FILE.test(href) || href === only.getAttribute('src'))) {
      link.removeAttribute('href');
    }
  }
}

function rewriteAlerts(root: Element): void {
  for (const alert of root.querySelectorAll('.markdown-alert')) {
    const kind = [...alert.classList]
      .map((name) => ALERTS.get(name))
      .find((name) => name !== undefined);
    removeAll(alert, '.markdown-alert-title');
    alert.replaceWith(makeCallout(root, kind ?? 'note', alert.childNodes));
  }
}

/** The view of a file is a table with a row a line. */
function rewriteFiles(root: Element): void {
  for (const table of root.querySelectorAll('table.highlight, table.js-file-line-container')) {
    const lines = [...table.querySelectorAll('td.blob-code')].map((line) =>
      codeTextOf(line).replace(/\n+$/u, ''),
    );
    const language = languageNamed(table.getAttribute('data-hpc-language') ?? '');
    if (lines.length > 0) {
      table.replaceWith(makeCodeBlock(root, lines.join('\n'), language));
    }
  }
}
