import {
  BetweenVerticalEnd,
  BetweenVerticalStart,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  Columns3,
  PanelTop,
  Rows3,
  Trash2,
} from 'lucide-react';

import type { EditorController, TableCommand } from '../prosemirror/editor-controller';
import { ActionMenu, MenuAction, MenuSeparator } from '../toolbar/action-menu';
import { ToolbarButton } from '../toolbar/toolbar-button';

type Props = { editor: EditorController; hasHeader: boolean };

/** The tools of a table. */
export function TableTools({ editor, hasHeader }: Props) {
  const change = (command: TableCommand) => () => {
    editor.changeTable(command);
  };
  return (
    <>
      <ActionMenu label="Row" icon={Rows3} editor={editor} isLabelShown>
        <MenuAction
          label="Add row above"
          icon={BetweenHorizontalEnd}
          onSelect={change('addRowAbove')}
        />
        <MenuAction
          label="Add row below"
          icon={BetweenHorizontalStart}
          onSelect={change('addRowBelow')}
        />
        <MenuSeparator />
        <MenuAction label="Delete row" icon={Trash2} onSelect={change('deleteRow')} />
      </ActionMenu>
      <ActionMenu label="Column" icon={Columns3} editor={editor} isLabelShown>
        <MenuAction
          label="Add column left"
          icon={BetweenVerticalEnd}
          onSelect={change('addColumnLeft')}
        />
        <MenuAction
          label="Add column right"
          icon={BetweenVerticalStart}
          onSelect={change('addColumnRight')}
        />
        <MenuSeparator />
        <MenuAction label="Delete column" icon={Trash2} onSelect={change('deleteColumn')} />
      </ActionMenu>
      <ToolbarButton
        label="Header row"
        icon={PanelTop}
        isPressed={hasHeader}
        onPress={change('toggleHeader')}
      />
    </>
  );
}
