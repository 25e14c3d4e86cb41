/** Parses the HTML of posts and of the clipboard to parts of the document. */
import type { Node as Block, Slice } from 'prosemirror-model';

import { nodes, postParser } from '../schema/schema';
import { BACK_LINK, isFootnotes } from '../schema/footnotes';
import { playerFrom } from './addresses';
import { removeDisallowed, removeWithContent } from './allowed';
import { isBlock, isSpace, parseHtml } from './tree';

/**
 * Parses a part of a post, such as one of its top-level elements, to blocks; none if it has neither text nor objects.
 * Footnotes are such only at the end of a post.
 */
export function parseBlocks(html: string, isAtEnd: boolean): readonly Block[] {
  const root = prepared(html);
  const element = root.firstElementChild;
  if (element?.matches('section.footnotes')) {
    return [isAtEnd ? parseFootnotes(element) : keptBlock(element)];
  }
  const blocks = postParser.parse(root).children;
  return isFiller(blocks, element) ? [] : blocks;
}

/** Parses HTML to insert into the text. */
export function parseFragment(html: string): Slice {
  return postParser.parseSlice(prepared(html));
}

function parseFootnotes(section: Element): Block {
  const list = section.querySelector('ol');
  return list && isFootnotes(section)
    ? postParser.parse(list, { topNode: nodes.footnotes.create() })
    : keptBlock(section);
}

function keptBlock(element: Element): Block {
  return nodes.html_block.create({ html: element.outerHTML });
}

/** Returns the allowed part of the HTML, as the schema reads it. */
function prepared(html: string): HTMLElement {
  const root = parseHtml(html);
  removeWithContent(root);
  for (const frame of root.querySelectorAll('iframe')) {
    frame.setAttribute('src', playerFrom(frame.getAttribute('src') ?? '') ?? '');
  }
  removeDisallowed(root);
  root.querySelectorAll(BACK_LINK).forEach(removeBackLink);
  root.querySelectorAll('br').forEach(removeAtEnd);
  root.querySelectorAll('li[class*="ql-"]').forEach(moveFormatsToLine);
  return root;
}

/** Moves the formats of a list item to its first line, to a paragraph. */
function moveFormatsToLine(item: Element): void {
  const line = item.ownerDocument.createElement('p');
  line.className = item.className;
  item.removeAttribute('class');
  const end = [...item.childNodes].findIndex(isBlock);
  line.append(...[...item.childNodes].slice(0, end === -1 ? undefined : end));
  item.prepend(line);
}

function removeBackLink(link: Element): void {
  const before = link.previousSibling;
  if (link.closest('section.footnotes')) {
    link.remove();
    if (before instanceof Text) {
      before.data = before.data.trimEnd();
    }
  }
}

/** Removes a line break at the end of a block: browsers do not show it. */
function removeAtEnd(lineBreak: Element): void {
  if (!lineBreak.closest('pre') && !isFollowed(lineBreak)) {
    lineBreak.remove();
  }
}

/** Whether something follows an element in the same line. */
function isFollowed(element: Element): boolean {
  let node: Node | null = element;
  while (node && !isBlock(node)) {
    const next: ChildNode | null = node.nextSibling;
    if (next && isBlock(next)) {
      return false;
    }
    if (next && !isSpace(next)) {
      return true;
    }
    node = next ?? node.parentNode;
  }
  return false;
}

/** Whether a document consists of the empty paragraph that the parser adds to an empty one. */
function isFiller(parsed: readonly Block[], element: Element | null): boolean {
  const [only] = parsed;
  return (
    parsed.length === 1 &&
    only?.type === nodes.paragraph &&
    only.content.size === 0 &&
    element?.tagName !== 'P'
  );
}

/** Returns a document of blocks, of which only the last may be footnotes. */
export function documentOf(blocks: readonly Block[]): Block {
  const [first] = blocks;
  const needsBlock = !first || first.type === nodes.footnotes;
  return nodes.doc.create(null, needsBlock ? [nodes.paragraph.create(), ...blocks] : blocks);
}
