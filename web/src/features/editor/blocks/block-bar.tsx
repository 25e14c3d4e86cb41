import { Braces, Trash2 } from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';

import { firstNameOf } from '../../../shared/rich-text/code-languages';
import { boxParent, useFloating } from '../floating/use-floating';
import type { EditorController } from '../prosemirror/editor-controller';
import type { ToolBlock } from '../prosemirror/formats';
import { LANGUAGES } from '../toolbar/choices';
import { ToolbarButton } from '../toolbar/toolbar-button';
import { ToolbarMenu } from '../toolbar/toolbar-menu';
import './blocks.css';
import { CALLOUT_CHOICES } from './callouts';
import { PictureTools } from './picture-tools';
import { TableTools } from './table-tools';

/** A block with a bar. */
type BarBlock = Exclude<ToolBlock, { kind: 'formula' }>;

type Props = {
  editor: EditorController;
  block: BarBlock;
  box: RefObject<HTMLDivElement | null>;
  above: HTMLElement | null;
};

const NAMES = { code: 'Code block', picture: 'Image', table: 'Table', callout: 'Callout' } as const;

/** The tools of the block at the caret, beside it. */
export function BlockBar({ editor, block, box, above }: Props) {
  const name = NAMES[block.kind];

  useFloating(box, {
    root: editor.root,
    above,
    anchor: () => editor.toolElement()?.getBoundingClientRect() ?? null,
    prefer: 'above',
    // Lines are shortest at their end: it covers less of the text above.
    isAtEnd: true,
    ...(block.kind !== 'picture' && { line: () => editor.caretRect() }),
  });

  return createPortal(
    <Bar.Root
      ref={box}
      className="block-bar"
      aria-label={`${name} tools`}
      // Keeps the selection in the text, but for fields.
      onMouseDown={(event) => {
        if (event.target instanceof Element && !event.target.closest('input, label')) {
          event.preventDefault();
        }
      }}
      // The events of a portal bubble: keep those of its fields from the post form.
      onChange={(event) => {
        event.stopPropagation();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          editor.focus();
        }
      }}
    >
      <Tools editor={editor} block={block} />
      <ToolbarButton
        label={`Delete ${name.toLowerCase()}`}
        icon={Trash2}
        onPress={() => {
          editor.deleteBlock();
        }}
      />
    </Bar.Root>,
    boxParent(editor.root),
  );
}

function Tools({ editor, block }: { editor: EditorController; block: BarBlock }) {
  const focusText = () => {
    editor.focus();
  };
  switch (block.kind) {
    case 'table':
      return <TableTools editor={editor} hasHeader={block.hasHeader} />;
    case 'picture':
      return <PictureTools editor={editor} alt={block.alt} />;
    case 'callout':
      return (
        <ToolbarMenu
          label="Kind of the callout"
          choices={CALLOUT_CHOICES}
          value={block.callout}
          isLabelShown
          onChoose={(kind) => {
            editor.setCallout(kind);
          }}
          onClosed={focusText}
        />
      );
    case 'code':
      return (
        <ToolbarMenu
          label="Language of the code"
          icon={Braces}
          choices={LANGUAGES}
          value={firstNameOf(block.language)}
          onChoose={(language) => {
            editor.setLanguage(language);
          }}
          onClosed={focusText}
        />
      );
  }
}
