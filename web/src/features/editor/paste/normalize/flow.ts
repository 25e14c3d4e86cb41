/** The content of a block while it is read: runs of text between blocks. */
import { make } from '../dom';
import { buildParagraph, leafOf, paragraphsOf, type Leaf } from './inline';
import type { Context } from './marks';

/** Reads nodes to the blocks and lines of a post. */
export type Reader = (nodes: Iterable<Node>, context: Context) => Flow;
/** Reads an element of a kind to blocks. */
export type BlockReader = (element: Element, context: Context, read: Reader) => Element[];

export class Flow {
  readonly #near: Node;
  readonly #blocks: Element[] = [];
  #leaves: Leaf[] = [];

  constructor(near: Node) {
    this.#near = near;
  }

  addText(text: string, context: Context): void {
    if (!context.keepsLines) {
      this.#leaves.push(leafOf({ text }, context));
      return;
    }
    for (const [index, line] of text.split(/\r\n?|\n/u).entries()) {
      if (index > 0) {
        this.addBreak(context);
      }
      this.#leaves.push(leafOf({ text: line }, context));
    }
  }

  addBreak(context: Context): void {
    this.#leaves.push(leafOf('break', context));
  }

  addObject(object: Element, context: Context): void {
    this.#leaves.push(leafOf({ object }, context));
  }

  addBlocks(blocks: readonly Element[]): void {
    this.endLine();
    for (const block of blocks) {
      this.#blocks.push(block);
    }
  }

  /** Ends the paragraph, as the edge of a block does. */
  endLine(): void {
    for (const paragraph of paragraphsOf(this.#leaves)) {
      this.#blocks.push(buildParagraph(this.#near, paragraph));
    }
    this.#leaves = [];
  }

  /** Returns the content as blocks. */
  blocks(): Element[] {
    this.endLine();
    return this.#blocks;
  }

  /** Returns the content of an item or cell: a single line without its paragraph, which lists may follow. */
  content(): Node[] {
    const [first, ...rest] = this.blocks();
    if (first?.tagName === 'P' && rest.every((block) => block.matches('ul, ol'))) {
      return [...first.childNodes, ...rest];
    }
    return this.blocks();
  }

  /** Returns the text without blocks, its paragraphs joined by line breaks. */
  lines(): Node[] {
    return this.blocks().flatMap((block, index) => {
      const nodes = block.tagName === 'P' ? [...block.childNodes] : [block.textContent];
      const lines = nodes.map((node) =>
        typeof node === 'string' ? block.ownerDocument.createTextNode(node) : node,
      );
      return index === 0 ? lines : [make(block, 'br'), ...lines];
    });
  }
}
