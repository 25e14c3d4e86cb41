import { RemoveFormatting } from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';
import { useSyncExternalStore } from 'react';

import type { EditorController } from '../prosemirror/editor-controller';
import { BlockTools } from './block-tools';
import { InsertForms, type OpenForm } from './insert-forms';
import { InsertMenu } from './insert-menu';
import { TextTools } from './text-tools';
import './toolbar.css';
import { ToolbarButton } from './toolbar-button';

type Props = {
  editor: EditorController;
  openForm: OpenForm;
  onOpenForm: (form: OpenForm) => void;
};

/** The formatting toolbar, with arrow-key navigation. */
export function Toolbar({ editor, openForm, onOpenForm }: Props) {
  const formats = useSyncExternalStore(editor.subscribe, editor.formats);
  return (
    <Bar.Root
      className="toolbar"
      aria-label="Formatting"
      // Keeps the selection in the text while the toolbar is used.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          editor.focus();
        }
      }}
    >
      <TextTools editor={editor} formats={formats} />
      <Bar.Separator className="toolbar-separator" />
      <BlockTools editor={editor} formats={formats} />
      <Bar.Separator className="toolbar-separator" />
      <InsertForms
        editor={editor}
        isInLink={formats.isInLink}
        open={openForm}
        onOpen={onOpenForm}
      />
      <InsertMenu editor={editor} />
      <Bar.Separator className="toolbar-separator" />
      <ToolbarButton
        label="Clear formatting"
        icon={RemoveFormatting}
        onPress={() => {
          editor.clearFormatting();
        }}
      />
    </Bar.Root>
  );
}
