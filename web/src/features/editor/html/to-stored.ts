/** Converts Quill's root (`innerHTML`, not `getSemanticHTML()`) to the HTML of a post. */
import { removeDisallowed } from './allowed';
import { isOnTheWeb } from './addresses';
import { joinCode } from './code';
import { restore } from './protected';
import { nestLists } from './lists';
import { hardenSpaces } from './spaces';
import { isBlankLine, parseHtml, runFrom, unwrapElement } from './tree';
import { mergeSiblings } from './merge-siblings';

const GUARD = '\uFEFF';
const EMPTY_INLINE =
  'strong:empty, em:empty, u:empty, s:empty, span:empty, a:empty, code:empty, sub:empty, sup:empty';

export function toStored(rootHtml: string): string {
  const root = parseHtml(rootHtml);
  dropQuillElements(root);
  joinCode(root);
  nestLists(root);
  joinQuotes(root);
  hardenSpaces(root);
  restore(root);
  mergeSiblings(root);
  dropLastBlankLines(root);
  dropDuplicateIds(root);
  root.querySelectorAll('a').forEach(setLinkTarget);
  removeDisallowed(root);
  for (const span of root.querySelectorAll('span')) {
    if (span.attributes.length === 0) {
      unwrapElement(span);
    }
  }
  return root.innerHTML;
}

/** Removes Quill's own elements: list markers, the caret, and guards around embeds. */
function dropQuillElements(root: Element): void {
  root.querySelectorAll('.ql-ui').forEach((element) => {
    element.remove();
  });
  root.querySelectorAll('.ql-cursor').forEach(unwrapElement);
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && text.data.includes(GUARD)) {
      text.data = text.data.replaceAll(GUARD, '');
    }
  }
  root.normalize();
  let empty = root.querySelectorAll(EMPTY_INLINE);
  while (empty.length > 0) {
    empty.forEach((element) => {
      element.remove();
    });
    empty = root.querySelectorAll(EMPTY_INLINE);
  }
}

/** Joins consecutive quotes of one line to one quote of several paragraphs. */
function joinQuotes(root: Element): void {
  for (const quote of root.querySelectorAll('blockquote')) {
    if (quote.isConnected && quote.parentElement === root) {
      const run = runFrom(quote, (next) => next.tagName === 'BLOCKQUOTE');
      const joined = root.ownerDocument.createElement('blockquote');
      quote.before(joined);
      for (const line of run) {
        const paragraph = root.ownerDocument.createElement('p');
        paragraph.className = line.className;
        paragraph.append(...line.childNodes);
        joined.append(paragraph);
        line.remove();
      }
    }
  }
}

function dropLastBlankLines(root: Element): void {
  while (isBlankLine(root.lastElementChild)) {
    root.lastElementChild.remove();
  }
}

function dropDuplicateIds(root: Element): void {
  const seenIds = new Set<string>();
  for (const element of root.querySelectorAll('[id]')) {
    if (seenIds.has(element.id)) {
      element.removeAttribute('id');
    }
    seenIds.add(element.id);
  }
}

/** Opens links to other sites in a new tab; links within the post and the site in the same one. */
function setLinkTarget(link: HTMLAnchorElement): void {
  const isExternal = isOnTheWeb(link.getAttribute('href') ?? '');
  link.rel = 'noopener noreferrer';
  if (isExternal) {
    link.target = '_blank';
  } else {
    link.removeAttribute('target');
  }
}
