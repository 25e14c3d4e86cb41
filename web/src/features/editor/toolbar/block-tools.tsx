import type { LucideIcon } from 'lucide-react';
import {
  Braces,
  CodeXml,
  Indent,
  List,
  ListChecks,
  ListOrdered,
  Outdent,
  Quote,
} from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';

import { firstNameOf } from '../../../shared/rich-text/code-languages';
import { ALIGNMENTS, LANGUAGES } from './choices';
import type { ToolsProps } from './text-tools';
import { ToolbarButton } from './toolbar-button';
import { ToolbarMenu } from './toolbar-menu';

type ListKind = 'ordered' | 'bullet' | 'checked';

const LISTS: readonly { kind: ListKind; label: string; icon: LucideIcon }[] = [
  { kind: 'ordered', label: 'Numbered list', icon: ListOrdered },
  { kind: 'bullet', label: 'Bulleted list', icon: List },
  { kind: 'checked', label: 'Checklist', icon: ListChecks },
];

/** The tools for lines: quotes, code, alignment, lists and indents. */
export function BlockTools({ editor, formats }: ToolsProps) {
  const focusText = () => {
    editor.focus();
  };
  return (
    <>
      <ToolbarButton
        label="Quote"
        icon={Quote}
        isPressed={formats.blockquote}
        onPress={() => {
          editor.set('blockquote', !formats.blockquote);
        }}
      />
      <ToolbarButton
        label="Code block"
        icon={CodeXml}
        isPressed={formats.code !== ''}
        onPress={() => {
          editor.toggleCode();
        }}
      />
      {formats.code !== '' && (
        <ToolbarMenu
          label="Language of the code"
          icon={Braces}
          choices={LANGUAGES}
          value={firstNameOf(formats.code)}
          onChoose={(language) => {
            editor.setLanguage(language);
          }}
          onClosed={focusText}
        />
      )}
      <Bar.Separator className="toolbar-separator" />
      <ToolbarMenu
        label="Alignment"
        choices={ALIGNMENTS}
        value={formats.align}
        onChoose={(align) => {
          editor.set('align', align);
        }}
        onClosed={focusText}
      />
      {LISTS.map(({ kind, ...list }) => (
        <ToolbarButton
          key={kind}
          {...list}
          isPressed={formats.list === kind}
          onPress={() => {
            editor.set('list', formats.list === kind ? '' : kind);
          }}
        />
      ))}
      <ToolbarButton
        label="Decrease indent"
        icon={Outdent}
        onPress={() => {
          editor.indent('-1');
        }}
      />
      <ToolbarButton
        label="Increase indent"
        icon={Indent}
        onPress={() => {
          editor.indent('+1');
        }}
      />
    </>
  );
}
