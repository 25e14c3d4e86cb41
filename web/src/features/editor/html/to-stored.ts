/** From what Quill has in its root (`innerHTML`, not `getSemanticHTML()`) to what readers are sent. */
import { allow } from './allowed';
import { isOnTheWeb } from './addresses';
import { joinCode } from './code';
import { putBack } from './kept';
import { nestLists } from './lists';
import { hardenSpaces } from './spaces';
import { isBlankLine, parsed, runFrom, unwrap } from './tree';
import { joinTwins } from './twins';

const GUARD = '\uFEFF';
const EMPTY_INLINE =
  'strong:empty, em:empty, u:empty, s:empty, span:empty, a:empty, code:empty, sub:empty, sup:empty';

export function toStored(rootHtml: string): string {
  const root = parsed(rootHtml);
  dropTools(root);
  joinCode(root);
  nestLists(root);
  joinQuotes(root);
  hardenSpaces(root);
  putBack(root);
  joinTwins(root);
  dropLastBlankLines(root);
  dropSecondIds(root);
  root.querySelectorAll('a').forEach(openElsewhere);
  allow(root);
  for (const span of root.querySelectorAll('span')) {
    if (span.attributes.length === 0) {
      unwrap(span);
    }
  }
  return root.innerHTML;
}

/** What Quill puts in for itself: marks of lists, the caret's place and guards beside what is no text. */
function dropTools(root: Element): void {
  root.querySelectorAll('.ql-ui').forEach((tool) => {
    tool.remove();
  });
  root.querySelectorAll('.ql-cursor').forEach(unwrap);
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

/** Quotes of one line each become one of several paragraphs. */
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

function dropSecondIds(root: Element): void {
  const taken = new Set<string>();
  for (const element of root.querySelectorAll('[id]')) {
    if (taken.has(element.id)) {
      element.removeAttribute('id');
    }
    taken.add(element.id);
  }
}

/** Links to other sites open beside the post; places in the post and pages of this site do not. */
function openElsewhere(link: HTMLAnchorElement): void {
  const isElsewhere = isOnTheWeb(link.getAttribute('href') ?? '');
  link.rel = 'noopener noreferrer';
  if (isElsewhere) {
    link.target = '_blank';
  } else {
    link.removeAttribute('target');
  }
}
