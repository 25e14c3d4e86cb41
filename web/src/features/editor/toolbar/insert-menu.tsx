import { Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { type BlockChoice, CALLOUT_BLOCKS, INSERTED } from '../blocks/block-choices';
import type { EditorController } from '../prosemirror/editor-controller';
import { ActionMenu, MenuAction, MenuSeparator } from './action-menu';

/** The menu of the blocks without a button of their own. */
export function InsertMenu({ editor }: { editor: EditorController }) {
  const action = ({ label, icon, insert }: BlockChoice) => (
    <MenuAction
      key={label}
      label={label}
      icon={icon}
      onSelect={() => {
        // None of them has a form.
        insert(editor, () => undefined);
      }}
    />
  );
  return (
    <ActionMenu label="Insert" icon={Plus} editor={editor}>
      {INSERTED.map(action)}
      <MenuSeparator />
      <DropdownMenu.Group aria-label="Callout">
        <DropdownMenu.Label className="toolbar-menu-label">Callout</DropdownMenu.Label>
        {CALLOUT_BLOCKS.map(action)}
      </DropdownMenu.Group>
    </ActionMenu>
  );
}
