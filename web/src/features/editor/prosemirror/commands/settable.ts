/** The commands that set a format of the toolbar. */
import type { Command } from 'prosemirror-state';

import { marks } from '../../schema/schema';
import type { CaretFormats } from '../formats';
import { setAlignment, setHeading, setQuote } from './blocks';
import { setList } from './lists';
import { setFormat, setValue } from './words';

/** The formats that can be set at the caret; an empty value or false removes them. */
export type Settable = Omit<CaretFormats, 'isInLink' | 'code' | 'block'>;

export const COMMANDS: { [Name in keyof Settable]: (value: Settable[Name]) => Command } = {
  header: (level) => setHeading(Number(level)),
  align: setAlignment,
  list: setList,
  blockquote: setQuote,
  font: (value) => setValue(marks.font, value),
  size: (value) => setValue(marks.size, value),
  color: (value) => setValue(marks.color, value),
  background: (value) => setValue(marks.background, value),
  bold: (isOn) => setFormat(marks.strong, isOn),
  italic: (isOn) => setFormat(marks.em, isOn),
  underline: (isOn) => setFormat(marks.underline, isOn),
  strike: (isOn) => setFormat(marks.strike, isOn),
  inlineCode: (isOn) => setFormat(marks.code, isOn),
};
