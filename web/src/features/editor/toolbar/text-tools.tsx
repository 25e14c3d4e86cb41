import type { LucideIcon } from 'lucide-react';
import {
  ALargeSmall,
  Bold,
  Code,
  Heading,
  Italic,
  Strikethrough,
  Type,
  Underline,
} from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';

import type { EditorController } from '../prosemirror/editor-controller';
import type { CaretFormats } from '../prosemirror/formats';
import { FONTS, HEADERS, MARKERS, SIZES, TEXT_COLOURS } from './choices';
import { ColourMenu } from './colour-menu';
import { ToolbarButton } from './toolbar-button';
import { ToolbarMenu } from './toolbar-menu';

type Style = 'bold' | 'italic' | 'underline' | 'strike' | 'inlineCode';

const STYLES: readonly { name: Style; label: string; icon: LucideIcon; keys?: string }[] = [
  { name: 'bold', label: 'Bold', icon: Bold, keys: 'Control+B' },
  { name: 'italic', label: 'Italic', icon: Italic, keys: 'Control+I' },
  { name: 'underline', label: 'Underline', icon: Underline, keys: 'Control+U' },
  { name: 'strike', label: 'Strike', icon: Strikethrough, keys: 'Control+Shift+X' },
  { name: 'inlineCode', label: 'Inline code', icon: Code, keys: 'Control+E' },
];

export type ToolsProps = { editor: EditorController; formats: CaretFormats };

/** The tools for words: headings, fonts, sizes, styles and colours. */
export function TextTools({ editor, formats }: ToolsProps) {
  const focusText = () => {
    editor.focus();
  };
  return (
    <>
      <ToolbarMenu
        label="Heading"
        icon={Heading}
        choices={HEADERS}
        value={formats.header}
        onChoose={(header) => {
          editor.set('header', header);
        }}
        onClosed={focusText}
      />
      <ToolbarMenu
        label="Font"
        icon={Type}
        isIconEarly
        choices={FONTS}
        value={formats.font}
        onChoose={(font) => {
          editor.set('font', font);
        }}
        onClosed={focusText}
      />
      <ToolbarMenu
        label="Size"
        icon={ALargeSmall}
        isIconEarly
        choices={SIZES}
        value={formats.size}
        onChoose={(size) => {
          editor.set('size', size);
        }}
        onClosed={focusText}
      />
      <Bar.Separator className="toolbar-separator" />
      {STYLES.map(({ name, ...style }) => (
        <ToolbarButton
          key={name}
          {...style}
          isPressed={formats[name]}
          onPress={() => {
            editor.set(name, !formats[name]);
          }}
        />
      ))}
      <ColourMenu
        label="Text colour"
        kind="text"
        colours={TEXT_COLOURS}
        value={formats.color}
        onChoose={(colour) => {
          editor.set('color', colour);
        }}
        onClosed={focusText}
      />
      <ColourMenu
        label="Background colour"
        kind="background"
        colours={MARKERS}
        value={formats.background}
        onChoose={(colour) => {
          editor.set('background', colour);
        }}
        onClosed={focusText}
      />
    </>
  );
}
