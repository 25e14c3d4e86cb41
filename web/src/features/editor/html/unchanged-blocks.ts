import { parsed } from './tree';

/**
 * The text as it is written `now`, each block that still reads as it did when the editor `opened` the text in the
 * very spelling in which it is stored: the editor spells some markup its own way.
 */
export function withStoredBlocks(stored: string, opened: string, now: string): string {
  if (now === opened) {
    return stored;
  }
  const [before, normal, after] = [blocksOf(stored), blocksOf(opened), blocksOf(now)];
  const isExact = markupOf(before) === stored && markupOf(after) === now;
  if (!isExact || before.length !== normal.length) {
    return now;
  }
  const start = sameAtStart(normal, after);
  const end = sameAtStart(normal.slice(start).reverse(), after.slice(start).reverse());
  const spelled = after.map((block, index) => {
    const fromEnd = after.length - index;
    if (index >= start && fromEnd > end) {
      return block;
    }
    const kept = index < start ? before[index] : before[before.length - fromEnd];
    return kept !== undefined && reads(kept) === reads(block) ? kept : block;
  });
  return markupOf(spelled);
}

type Block = { markup: string; text: string };

/** Top-level nodes, each with the white space behind it. */
function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  for (const node of parsed(html).childNodes) {
    const text = node.textContent ?? '';
    const markup = node instanceof Element ? node.outerHTML : escaped(text);
    const last = blocks.at(-1);
    if (last && node instanceof Text && text.trim() === '') {
      last.markup += markup;
    } else {
      blocks.push({ markup, text });
    }
  }
  return blocks;
}

function sameAtStart(one: readonly Block[], other: readonly Block[]): number {
  const different = one.findIndex((block, index) => block.markup !== other[index]?.markup);
  return different === -1 ? one.length : different;
}

function markupOf(blocks: readonly Block[]): string {
  return blocks.map(({ markup }) => markup).join('');
}

function reads({ text }: Block): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function escaped(text: string): string {
  const holder = document.createElement('p');
  holder.textContent = text;
  return holder.innerHTML;
}
