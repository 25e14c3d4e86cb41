import { parseHtml } from './tree';

/**
 * Returns the edited text `now`, with the stored markup of each block whose text is the same as when it was `opened`:
 * the editor normalises some markup.
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
  const start = equalAtStart(normal, after);
  const end = equalAtStart(normal.slice(start).reverse(), after.slice(start).reverse());
  const merged = after.map((block, index) => {
    const fromEnd = after.length - index;
    if (index >= start && fromEnd > end) {
      return block;
    }
    const original = index < start ? before[index] : before[before.length - fromEnd];
    return original !== undefined && textOf(original) === textOf(block) ? original : block;
  });
  return markupOf(merged);
}

type Block = { markup: string; text: string };

/** Returns the top-level nodes, each with the white space after it. */
function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  for (const node of parseHtml(html).childNodes) {
    const text = node.textContent ?? '';
    const markup = node instanceof Element ? node.outerHTML : escapeText(text);
    const last = blocks.at(-1);
    if (last && node instanceof Text && text.trim() === '') {
      last.markup += markup;
    } else {
      blocks.push({ markup, text });
    }
  }
  return blocks;
}

function equalAtStart(one: readonly Block[], other: readonly Block[]): number {
  const different = one.findIndex((block, index) => block.markup !== other[index]?.markup);
  return different === -1 ? one.length : different;
}

function markupOf(blocks: readonly Block[]): string {
  return blocks.map(({ markup }) => markup).join('');
}

function textOf({ text }: Block): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function escapeText(text: string): string {
  const holder = document.createElement('p');
  holder.textContent = text;
  return holder.innerHTML;
}
