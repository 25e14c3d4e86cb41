import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderRow,
} from 'prosemirror-tables';

export const TABLE_COMMANDS = {
  addRowAbove: addRowBefore,
  addRowBelow: addRowAfter,
  addColumnLeft: addColumnBefore,
  addColumnRight: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
  toggleHeader: toggleHeaderRow,
} satisfies Record<string, Command>;

export type TableCommand = keyof typeof TABLE_COMMANDS;
