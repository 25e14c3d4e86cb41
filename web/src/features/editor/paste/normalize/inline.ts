/** Lines of text: leaves with marks, which become the fewest elements that express them. */
import { make } from '../dom';
import { sortedMarks, type Context, type Mark } from './marks';

type Content = { text: string } | { object: Element } | 'break';
export type Leaf = { content: Content; marks: readonly Mark[] };

const SPACES = /[ \t\n\r\f\u00A0]+/gu;
const HARD_SPACE = '\u00A0';
/** Characters without width that programs leave in text: zero-width spaces and byte order marks. */
const INVISIBLE = /[\u200B\uFEFF]/gu;

export function leafOf(content: Content, context: Context): Leaf {
  return { content, marks: sortedMarks(context.marks) };
}

/** Returns the paragraphs of a run of leaves, which two line breaks in a row separate. */
export function paragraphsOf(leaves: readonly Leaf[]): Leaf[][] {
  const paragraphs: Leaf[][] = [];
  let paragraph: Leaf[] = [];
  let breaks = 0;
  for (const leaf of leaves) {
    if (leaf.content === 'break') {
      breaks += 1;
    } else if (!isSpace(leaf)) {
      if (breaks > 1) {
        paragraphs.push(paragraph);
        paragraph = [];
      }
      breaks = 0;
    }
    paragraph.push(leaf);
  }
  paragraphs.push(paragraph);
  return paragraphs.map(trimLines).filter((lines) => lines.length > 0);
}

/** Builds a paragraph. */
export function buildParagraph(near: Node, leaves: readonly Leaf[]): HTMLElement {
  const top = make(near, 'p');
  const open: { mark: Mark; element: Element }[] = [];
  for (const { content, marks } of leaves) {
    let shared = 0;
    while (shared < open.length && open[shared]?.mark.key === marks[shared]?.key) {
      shared += 1;
    }
    open.length = shared;
    for (const mark of marks.slice(shared)) {
      const element = make(near, mark.tag, mark.attributes);
      (open.at(-1)?.element ?? top).append(element);
      open.push({ mark, element });
    }
    (open.at(-1)?.element ?? top).append(nodeOf(near, content));
  }
  return top;
}

function nodeOf(near: Node, content: Content): Node | string {
  if (content === 'break') {
    return make(near, 'br');
  }
  return 'text' in content ? content.text : content.object;
}

/** Collapses spaces as a browser does, and drops those and line breaks at the edges. */
function trimLines(leaves: readonly Leaf[]): Leaf[] {
  const trimmed: Leaf[] = [];
  let isAfterSpace = true;
  for (const leaf of leaves) {
    if (leaf.content === 'break') {
      dropLastSpace(trimmed);
      if (trimmed.length > 0) {
        trimmed.push({ content: 'break', marks: [] });
      }
      isAfterSpace = true;
    } else if ('text' in leaf.content) {
      const text = collapse(leaf.content.text, isAfterSpace);
      isAfterSpace = text === '' ? isAfterSpace : /[ \u00A0]$/u.test(text);
      trimmed.push(...splitEdges(text, leaf.marks));
    } else {
      trimmed.push(leaf);
      isAfterSpace = false;
    }
  }
  while (trimmed.at(-1)?.content === 'break' || isSpace(trimmed.at(-1))) {
    trimmed.pop();
  }
  return unmarkSpaces(trimmed);
}

function collapse(text: string, isAfterSpace: boolean): string {
  const collapsed = text
    .replace(INVISIBLE, '')
    .replace(SPACES, (run) => (run === HARD_SPACE ? HARD_SPACE : ' '));
  return isAfterSpace ? collapsed.replace(/^[ \u00A0]/u, '') : collapsed;
}

/** Splits off the spaces around a text, whose marks depend on the neighbours. */
function splitEdges(text: string, marks: readonly Mark[]): Leaf[] {
  const core = text.replace(/^ | $/gu, '');
  const parts =
    core === '' ? [text] : [text.startsWith(' ') ? ' ' : '', core, text.endsWith(' ') ? ' ' : ''];
  return parts.filter((part) => part !== '').map((part) => ({ content: { text: part }, marks }));
}

function dropLastSpace(leaves: Leaf[]): void {
  if (isSpace(leaves.at(-1))) {
    leaves.pop();
  }
}

/** Leaves a space only the marks that the text on both sides has. */
function unmarkSpaces(leaves: readonly Leaf[]): Leaf[] {
  return leaves.map((leaf, index) => {
    if (!isSpace(leaf) && leaf.content !== 'break') {
      return leaf;
    }
    const before = leaves[index - 1]?.marks ?? [];
    const after = leaves[index + 1]?.marks ?? [];
    const marks = before.filter((mark) => after.some(({ key }) => key === mark.key));
    return { content: leaf.content, marks };
  });
}

function isSpace(leaf: Leaf | undefined): boolean {
  return (
    leaf !== undefined &&
    typeof leaf.content === 'object' &&
    'text' in leaf.content &&
    leaf.content.text.replace(INVISIBLE, '').trim() === ''
  );
}
