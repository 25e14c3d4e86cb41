/** The choices of the toolbar's menus. */
import { TextAlignCenter, TextAlignEnd, TextAlignJustify, TextAlignStart } from 'lucide-react';

import { CODE_LANGUAGES } from '../../../shared/rich-text/code-languages';
import { NO_LANGUAGE } from '../html/code';
import type { CaretFormats } from '../prosemirror/formats';
import type { Choice } from './toolbar-menu';

export const HEADERS: readonly Choice<CaretFormats['header']>[] = [
  { value: '', label: 'Normal' },
  { value: '1', label: 'Heading 1', look: 'look-heading look-1' },
  { value: '2', label: 'Heading 2', look: 'look-heading look-2' },
  { value: '3', label: 'Heading 3', look: 'look-heading look-3' },
  { value: '4', label: 'Heading 4', look: 'look-heading' },
  { value: '5', label: 'Heading 5', look: 'look-heading' },
  { value: '6', label: 'Heading 6', look: 'look-heading' },
];

export const FONTS: readonly Choice<CaretFormats['font']>[] = [
  { value: '', label: 'Default' },
  { value: 'serif', label: 'Serif', look: 'look-serif' },
  { value: 'monospace', label: 'Monospace', look: 'look-monospace' },
];

export const SIZES: readonly Choice<CaretFormats['size']>[] = [
  { value: 'small', label: 'Small', look: 'look-small' },
  { value: '', label: 'Normal' },
  { value: 'large', label: 'Large', look: 'look-2' },
  { value: 'huge', label: 'Huge', look: 'look-1' },
];

export const ALIGNMENTS: readonly Choice<CaretFormats['align']>[] = [
  { value: '', label: 'Left', icon: TextAlignStart },
  { value: 'center', label: 'Centre', icon: TextAlignCenter },
  { value: 'right', label: 'Right', icon: TextAlignEnd },
  { value: 'justify', label: 'Justify', icon: TextAlignJustify },
];

export const LANGUAGES: readonly Choice<string>[] = [
  { value: NO_LANGUAGE, label: 'Plain text' },
  { value: 'math', label: 'Formula' },
  { value: 'mermaid', label: 'Diagram' },
  ...CODE_LANGUAGES.map(({ name, label }) => ({ value: name, label })),
];

export type Colour = { value: string; label: string };

/** Text colours stored in posts; the stylesheet adapts their lightness to the theme. */
export const TEXT_COLOURS: readonly Colour[] = [
  { value: '#d32f2f', label: 'Red' },
  { value: '#d9730d', label: 'Orange' },
  { value: '#a67c00', label: 'Gold' },
  { value: '#2e8b57', label: 'Green' },
  { value: '#0f8b8d', label: 'Teal' },
  { value: '#2f6fde', label: 'Blue' },
  { value: '#7c5cd6', label: 'Violet' },
  { value: '#c2388f', label: 'Pink' },
  { value: '#8a6552', label: 'Brown' },
  { value: '#7a7f87', label: 'Grey' },
];

/** Background colours of text. */
export const MARKERS: readonly Colour[] = [
  { value: '#ffd6d6', label: 'Red' },
  { value: '#ffe3c2', label: 'Orange' },
  { value: '#fff3a8', label: 'Yellow' },
  { value: '#d3f5d3', label: 'Green' },
  { value: '#c9f2ee', label: 'Teal' },
  { value: '#d6e6ff', label: 'Blue' },
  { value: '#e5dcff', label: 'Violet' },
  { value: '#ffdaf0', label: 'Pink' },
  { value: '#eadfd6', label: 'Brown' },
  { value: '#e3e5e8', label: 'Grey' },
];
