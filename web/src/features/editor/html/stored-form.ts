/** The stored form of parts of a document. */
import { Fragment, type Node } from 'prosemirror-model';

import { nodes, postSerializer } from '../schema/schema';
import { BACK_LINK, REFERENCE_PREFIX } from '../schema/footnotes';
import { text } from '../schema/attributes';
import { removeDisallowed } from './allowed';
import { hardenSpaces } from './spaces';
import { unwrapElement } from './tree';

/** The number of each footnote by its name, in the order of the first references. */
export type FootnoteNumbers = ReadonlyMap<string, number>;

/** Returns the HTML of a block; `numbers` are those of the whole document. */
export function storedBlock(block: Node, numbers: FootnoteNumbers): string {
  return storedFragment(Fragment.from(block), numbers);
}

/** Returns the HTML of some blocks or of a part of a line. */
export function storedFragment(fragment: Fragment, numbers: FootnoteNumbers): string {
  // In a document of its own, in which nothing loads.
  const page = document.implementation.createHTMLDocument();
  const root = page.body;
  root.append(postSerializer.serializeFragment(fragment, { document: page }));
  root.querySelectorAll('pre > code').forEach((code) => {
    code.append('\n');
  });
  root.querySelectorAll('li').forEach(unwrapOnlyLine);
  root.querySelectorAll('td, th').forEach(unwrapOnlyLine);
  root.querySelectorAll('table').forEach(sectionRows);
  root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li').forEach(keepEmptyLine);
  numberReferences(root, numbers);
  root.querySelectorAll('section.footnotes').forEach((section) => {
    finishFootnotes(section, numbers);
  });
  hardenSpaces(root);
  removeDisallowed(root);
  return root.innerHTML;
}

/** Removes the paragraph around the only line of a cell or list item; nested lists may follow. */
function unwrapOnlyLine(holder: Element): void {
  const [line, ...others] = holder.children;
  const isOnly = others.every((other) => holder.tagName === 'LI' && other.matches('ul, ol'));
  if (line?.tagName !== 'P' || !isOnly || holder.id !== '') {
    return;
  }
  const isBare = [...line.attributes].every(({ name }) => name === 'class');
  if (isBare && (line.className === '' || holder.tagName === 'LI')) {
    holder.classList.add(...line.classList);
    if (holder.className === '') {
      holder.removeAttribute('class');
    }
    unwrapElement(line);
  }
}

/** Puts the rows at the top that have header cells alone into a `thead`. */
function sectionRows(table: Element): void {
  const rows = [...table.querySelectorAll('tr')];
  const firstOfBody = rows.findIndex((row) => row.querySelector('td'));
  const heads = firstOfBody === -1 ? rows.slice(0, 1) : rows.slice(0, firstOfBody);
  const body = table.querySelector('tbody');
  if (heads.length > 0 && body) {
    const head = table.ownerDocument.createElement('thead');
    head.append(...heads);
    body.before(head);
    if (body.children.length === 0) {
      body.remove();
    }
  }
}

function keepEmptyLine(line: Element): void {
  if (line.childNodes.length === 0) {
    line.append(line.ownerDocument.createElement('br'));
  }
}

/** Writes the numbers of footnotes; only the first reference to each has the id. */
function numberReferences(root: Element, numbers: FootnoteNumbers): void {
  for (const link of root.querySelectorAll('sup.footnote-ref > a')) {
    link.textContent = String(numbers.get(nameOf(link)) ?? numbers.size + 1);
  }
}

function nameOf(reference: Element): string {
  return reference.id.slice(REFERENCE_PREFIX.length);
}

/** Brings the notes into the order of their numbers and adds the links back to the text. */
function finishFootnotes(section: Element, numbers: FootnoteNumbers): void {
  const list = section.querySelector('ol');
  const items = [...section.querySelectorAll(':scope > ol > li')].map((item) => {
    const name = item.id.slice(REFERENCE_PREFIX.length - 'ref'.length);
    return { item, name, number: numbers.get(name) ?? Infinity };
  });
  items.sort((one, other) => one.number - other.number);
  for (const { item, name, number } of items) {
    list?.append(item);
    if (number !== Infinity && !item.querySelector(BACK_LINK)) {
      addBackLink(item, name);
    }
  }
}

function addBackLink(item: Element, name: string): void {
  const link = item.ownerDocument.createElement('a');
  link.href = `#${REFERENCE_PREFIX}${name}`;
  link.className = 'footnote-backref';
  link.rel = 'noopener noreferrer';
  link.textContent = '↩';
  const last = item.lastElementChild;
  if (last?.tagName === 'P') {
    last.append(' ', link);
  } else {
    const line = item.ownerDocument.createElement('p');
    line.append(link);
    item.append(line);
  }
}

/** Returns the numbers of the footnotes of some blocks. */
export function footnoteNumbers(blocks: readonly Node[]): FootnoteNumbers {
  const numbers = new Map<string, number>();
  for (const block of blocks) {
    for (const name of referencesIn(block)) {
      if (!numbers.has(name)) {
        numbers.set(name, numbers.size + 1);
      }
    }
  }
  return numbers;
}

const references = new WeakMap<Node, readonly string[]>();

/** Returns the names of the footnotes to which a block refers, in order. */
export function referencesIn(block: Node): readonly string[] {
  let names = references.get(block);
  if (!names) {
    const found: string[] = [];
    block.descendants(({ type, attrs }) => {
      if (type === nodes.footnote_reference) {
        found.push(text(attrs, 'name'));
      }
      return type !== nodes.code_block;
    });
    names = found;
    references.set(block, names);
  }
  return names;
}
