/**
 * A post as a document and back. Blocks that were not edited keep the HTML with which they were opened: the document
 * knows more spellings of the same block than it writes.
 */
import type { Node } from 'prosemirror-model';

import { nodes } from '../schema/schema';
import { documentOf, parseBlocks } from './parse-post';
import { type FootnoteNumbers, footnoteNumbers, referencesIn, storedBlock } from './stored-form';
import { isBlock, isSpace, parseHtml } from './tree';

/** Blocks that were parsed from one top-level element, with its HTML and the white space after it. */
type OpenedBlocks = { readonly blocks: readonly Node[]; html: string };

export class PostDocument {
  /** The document right after the post was opened. */
  readonly opened: Node;
  readonly #html: string;
  readonly #stored = new Map<Node, OpenedBlocks>();
  readonly #numbers: FootnoteNumbers;
  readonly #written = new WeakMap<Node, string>();

  constructor(html: string) {
    this.#html = html;
    const parts = topLevelParts(html).map((part, index, all) => ({
      html: part,
      blocks: parseBlocks(part, index === all.length - 1),
    }));
    const isExact = parts.map((part) => part.html).join('') === html;
    for (const part of isExact ? withoutEmpty(parts) : []) {
      const [first] = part.blocks;
      if (first) {
        this.#stored.set(first, part);
      }
    }
    this.opened = documentOf(parts.flatMap((part) => part.blocks));
    this.#numbers = footnoteNumbers(this.opened.children);
  }

  /** Returns the HTML of a later version of the document. */
  write(doc: Node): string {
    if (doc === this.opened) {
      return this.#html;
    }
    const numbers = footnoteNumbers(doc.children);
    const blocks = this.#withoutAddedLines(doc.children);
    let html = '';
    let index = 0;
    while (index < blocks.length) {
      const block = blocks[index];
      if (block) {
        const stored = this.#storedAt(blocks, index, numbers);
        html += stored?.html ?? this.#writeBlock(block, numbers);
        index += stored?.blocks.length ?? 1;
      }
    }
    return html;
  }

  /** Removes the empty lines at the end that were not there when the post was opened. */
  #withoutAddedLines(blocks: readonly Node[]): readonly Node[] {
    const notes = blocks.at(-1)?.type === nodes.footnotes ? blocks.slice(-1) : [];
    const lines = blocks.slice(0, blocks.length - notes.length);
    const end = lines.findLastIndex(
      (block) =>
        block.type !== nodes.paragraph || block.content.size > 0 || this.#stored.has(block),
    );
    return [...lines.slice(0, end + 1), ...notes];
  }

  /** Returns the opened blocks that stand at this place unchanged. */
  #storedAt(blocks: readonly Node[], index: number, numbers: FootnoteNumbers): OpenedBlocks | null {
    const block = blocks[index];
    const stored = block && (this.#stored.get(block) ?? this.#equalTo(block));
    const isUnchanged = stored?.blocks.every((opened, offset) => {
      const now = blocks[index + offset];
      return now && (now === opened || now.eq(opened)) && this.#isNumberedAlike(now, numbers);
    });
    return stored && isUnchanged ? stored : null;
  }

  /** Returns an opened block that equals an edited one, for example after its change was undone. */
  #equalTo(block: Node): OpenedBlocks | null {
    if (this.#written.has(block)) {
      return null;
    }
    for (const [opened, stored] of this.#stored) {
      if (opened.nodeSize === block.nodeSize && opened.eq(block)) {
        this.#stored.set(block, stored);
        return stored;
      }
    }
    return null;
  }

  #isNumberedAlike(block: Node, numbers: FootnoteNumbers): boolean {
    if (block.type === nodes.footnotes) {
      return [...numbers.keys()].join('\n') === [...this.#numbers.keys()].join('\n');
    }
    return referencesIn(block).every((name) => numbers.get(name) === this.#numbers.get(name));
  }

  #writeBlock(block: Node, numbers: FootnoteNumbers): string {
    if (block.type === nodes.footnotes || referencesIn(block).length > 0) {
      return storedBlock(block, numbers);
    }
    let html = this.#written.get(block);
    if (html === undefined) {
      html = storedBlock(block, numbers);
      this.#written.set(block, html);
    }
    return html;
  }
}

/** Returns the HTML of the top-level elements, and of the text and inline elements between them. */
function topLevelParts(html: string): string[] {
  const parts: string[] = [];
  let isInLine = false;
  for (const node of parseHtml(html).childNodes) {
    const markup = markupOf(node);
    const startsPart = isBlock(node) || (!isInLine && !isSpace(node));
    if (startsPart || parts.length === 0) {
      parts.push(markup);
    } else {
      parts.push(`${parts.pop() ?? ''}${markup}`);
    }
    isInLine = isSpace(node) ? isInLine : !isBlock(node);
  }
  return parts;
}

function markupOf(node: ChildNode): string {
  const holder = document.createElement('div');
  holder.append(node.cloneNode(true));
  return holder.innerHTML;
}

/** Adds the HTML of parts without blocks to the part before them. */
function withoutEmpty(parts: readonly OpenedBlocks[]): OpenedBlocks[] {
  const kept: OpenedBlocks[] = [];
  let prefix = '';
  for (const { blocks, html } of parts) {
    const last = kept.at(-1);
    if (blocks.length > 0) {
      kept.push({ blocks, html: prefix + html });
      prefix = '';
    } else if (last) {
      last.html += html;
    } else {
      prefix += html;
    }
  }
  return kept;
}
