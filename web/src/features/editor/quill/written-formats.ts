/** The formats at the caret, as the toolbar shows them. */

export type CaretFormats = {
  header: '' | '1' | '2' | '3' | '4' | '5' | '6';
  font: '' | 'serif' | 'monospace';
  size: '' | 'small' | 'large' | 'huge';
  align: '' | 'center' | 'right' | 'justify';
  list: '' | 'ordered' | 'bullet' | 'checked';
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  blockquote: boolean;
  /** The language of a code block, `plain` if none was chosen; empty outside of code. */
  code: string;
  color: string;
  background: string;
  isInLink: boolean;
};

export const UNFORMATTED: CaretFormats = {
  header: '',
  font: '',
  size: '',
  align: '',
  list: '',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  blockquote: false,
  code: '',
  color: '',
  background: '',
  isInLink: false,
};

const HEADERS = ['1', '2', '3', '4', '5', '6'] as const;
const FONTS = ['serif', 'monospace'] as const;
const SIZES = ['small', 'large', 'huge'] as const;
const ALIGNMENTS = ['center', 'right', 'justify'] as const;
const LISTS = ['ordered', 'bullet', 'checked'] as const;

/** Converts Quill's formats of a selection; mixed formats are empty. */
export function readFormats(raw: Readonly<Record<string, unknown>>): CaretFormats {
  return {
    header: oneOf(HEADERS, typeof raw['header'] === 'number' ? String(raw['header']) : ''),
    font: oneOf(FONTS, raw['font']),
    size: oneOf(SIZES, raw['size']),
    align: oneOf(ALIGNMENTS, raw['align']),
    list: oneOf(LISTS, raw['list'] === 'unchecked' ? 'checked' : raw['list']),
    bold: raw['bold'] === true,
    italic: raw['italic'] === true,
    underline: raw['underline'] === true,
    strike: raw['strike'] === true,
    blockquote: raw['blockquote'] === true,
    code: text(raw['code-block']),
    color: text(raw['color']),
    background: text(raw['background']),
    isInLink: typeof raw['link'] === 'string',
  };
}

export function areEqual(a: CaretFormats, b: CaretFormats): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | '' {
  return values.find((item) => item === value) ?? '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
