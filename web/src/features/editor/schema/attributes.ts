/** Attributes of blocks: those that the editor sets, and those that it keeps as they were stored. */
import type { AttributeSpec, Attrs, Mark, Node } from 'prosemirror-model';

export const ALIGNMENTS = ['center', 'right', 'justify'] as const;
export type Alignment = '' | (typeof ALIGNMENTS)[number];
export const INDENT_MAX = 8;

const ALIGN = 'ql-align-';
const INDENT = 'ql-indent-';

/** Attributes of a stored element that the editor does not set. */
export type Kept = Readonly<Record<string, string>>;

/** The attributes of paragraphs and headings. */
export const TEXT_BLOCK_ATTRIBUTES = {
  align: { default: '' },
  indent: { default: 0 },
  kept: { default: null },
} satisfies Record<string, AttributeSpec>;

export const KEPT_ATTRIBUTE = { kept: { default: null } } satisfies Record<string, AttributeSpec>;

export function readTextBlock(element: HTMLElement): Attrs {
  const indent = Number(classWith(element, INDENT));
  return {
    align: alignmentOf(element),
    indent: indent >= 1 && indent <= INDENT_MAX ? indent : 0,
    kept: keptOf(element),
  };
}

export function alignmentOf(element: Element): Alignment {
  const name = classWith(element, ALIGN);
  return ALIGNMENTS.find((alignment) => alignment === name) ?? '';
}

/** Returns the attributes that the editor does not set, except those in `known`; null if there are none. */
export function keptOf(element: Element, known: readonly string[] = []): Kept | null {
  const kept: [string, string][] = [];
  for (const { name, value } of element.attributes) {
    if (name === 'class') {
      const others = [...element.classList].filter((item) => !isSet(item) && !known.includes(item));
      if (others.length > 0) {
        kept.push([name, others.join(' ')]);
      }
    } else if (name !== 'style' && !known.includes(name)) {
      kept.push([name, value]);
    }
  }
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Returns the attributes of the stored element of a block or mark; `more` come first. */
export function attributesOf(
  { attrs }: Node | Mark,
  more: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const { class: ownClass = null, ...own } = more;
  const kept = isKept(attrs['kept']) ? attrs['kept'] : {};
  const { class: keptClass = null, ...others } = kept;
  const classes = [
    text(attrs, 'align') && `${ALIGN}${text(attrs, 'align')}`,
    number(attrs, 'indent') > 0 && `${INDENT}${number(attrs, 'indent')}`,
    ownClass,
    keptClass,
  ].filter(Boolean);
  const all: Record<string, string | null> = {
    ...(classes.length > 0 ? { class: classes.join(' ') } : {}),
    ...own,
    ...others,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Returns an attribute that is a text; empty if it is not. */
export function text(attrs: Attrs, name: string): string {
  const value: unknown = attrs[name];
  return typeof value === 'string' ? value : '';
}

/** Returns an attribute that is a text or absent. */
export function optionalText(attrs: Attrs, name: string): string | null {
  const value: unknown = attrs[name];
  return typeof value === 'string' ? value : null;
}

/** Returns an attribute that is a number; 0 if it is not. */
export function number(attrs: Attrs, name: string): number {
  const value: unknown = attrs[name];
  return typeof value === 'number' ? value : 0;
}

/** Returns the kept attributes in an attribute. */
export function keptIn(attrs: Attrs, name: string): Kept {
  return isKept(attrs[name]) ? attrs[name] : {};
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null;
}

function isSet(className: string): boolean {
  return className.startsWith(ALIGN) || className.startsWith(INDENT);
}

function classWith(element: Element, prefix: string): string {
  const found = [...element.classList].find((name) => name.startsWith(prefix));
  return found?.slice(prefix.length) ?? '';
}
