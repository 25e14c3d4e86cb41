/** Commands that insert blocks: pictures, videos, tables, callouts, footnotes. */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
} from 'prosemirror-state';

import type { CalloutKind } from '../../schema/callouts';
import { text } from '../../schema/attributes';
import { nodes } from '../../schema/schema';
import { ancestorOf } from './ancestors';

/** Inserts a block at the caret, in place of an empty line, and puts the caret into or after it. */
export function insertBlock(block: Node): Command {
  return ({ selection, tr }, dispatch) => {
    const [from, to] = placeFor(selection);
    tr.replaceRange(from, to, new Slice(Fragment.from(block), 0, 0));
    const pos = positionOf(tr.doc, block, tr.mapping.map(from, -1));
    if (block.isAtom || block.type === nodes.figure) {
      const after = pos + block.nodeSize;
      if (!tr.doc.nodeAt(after)) {
        tr.insert(after, nodes.paragraph.create());
      }
      tr.setSelection(Selection.near(tr.doc.resolve(after)));
    } else {
      tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Returns the range that a block replaces: an empty line, a place beside a line, or the selection. */
function placeFor({ $from, from, to, empty }: Selection): [number, number] {
  if (!empty || !$from.parent.isTextblock) {
    return [from, to];
  }
  if ($from.parent.content.size === 0) {
    return [$from.before(), $from.after()];
  }
  if ($from.parentOffset === 0) {
    return [$from.before(), $from.before()];
  }
  return $from.pos === $from.end() ? [$from.after(), $from.after()] : [from, to];
}

/** Returns the position of an inserted block, at or near a position. */
function positionOf(doc: Node, block: Node, start: number): number {
  let found = start;
  doc.nodesBetween(Math.max(0, start - 1), Math.min(doc.content.size, start + 2), (node, pos) => {
    if (node === block) {
      found = pos;
    }
  });
  return found;
}

/** Goes on below the table, callout, quote or picture around the caret. */
export const exitBlock: Command = ({ selection: { $from }, tr }, dispatch) => {
  const block = ancestorOf($from, [nodes.table, nodes.callout, nodes.blockquote, nodes.figure]);
  if (!block) {
    return false;
  }
  const after = block.pos + block.node.nodeSize;
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Deletes the empty last row of a table and goes on below the table. */
export const leaveEmptyRow: Command = ({ selection: { $from }, tr }, dispatch) => {
  const row = ancestorOf($from, [nodes.table_row]);
  const table = ancestorOf($from, [nodes.table]);
  const isLastRow = row !== null && row.node === table?.node.lastChild;
  if (!isLastRow || row.node.textContent !== '' || table.node.childCount < 2) {
    return false;
  }
  tr.delete(row.pos, row.pos + row.node.nodeSize);
  const after = table.pos + table.node.nodeSize - row.node.nodeSize;
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

export function picture(address: string, alt: string | null): Node {
  return nodes.figure.create({ src: address, alt: alt === '' ? null : alt });
}

/** Inserts a picture, or replaces the selected one and keeps its caption. */
export function insertPicture(address: string, alt: string | null): Command {
  return (state, dispatch, view) => {
    const found = pictureAt(state);
    if (!found) {
      return insertBlock(picture(address, alt))(state, dispatch, view);
    }
    const kept = text(found.node.attrs, 'src') === address ? {} : { image: null, kept: null };
    dispatch?.(
      state.tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, src: address, alt, ...kept }),
    );
    return true;
  };
}

export function video(player: string): Node {
  return nodes.video.create({ src: player });
}

/** Creates a table with a header row. */
export function table(rows: number, columns: number): Node {
  const row = (cell: typeof nodes.table_cell) =>
    nodes.table_row.create(
      null,
      Array.from({ length: columns }, () => cell.create(null, nodes.paragraph.create())),
    );
  const body = Array.from({ length: rows - 1 }, () => row(nodes.table_cell));
  return nodes.table.create(null, [row(nodes.table_header), ...body]);
}

export function callout(kind: CalloutKind): Node {
  return nodes.callout.create({ kind }, nodes.paragraph.create());
}

/** Changes the kind of the callout around the caret. */
export function setCallout(kind: CalloutKind): Command {
  return ({ selection, tr }, dispatch) => {
    const found = ancestorOf(selection.$from, [nodes.callout]);
    if (found) {
      dispatch?.(tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, kind }));
    }
    return found !== null;
  };
}

/** Returns the picture that is selected or in whose caption the caret is. */
export function pictureAt({ selection }: EditorState): { node: Node; pos: number } | null {
  if (selection instanceof NodeSelection) {
    const { node, from } = selection;
    return [nodes.figure, nodes.image].includes(node.type) ? { node, pos: from } : null;
  }
  return ancestorOf(selection.$from, [nodes.figure]);
}

/** Sets the alternative text of the picture at the caret; empty for a decorative one, null for none. */
export function setAlternativeText(alt: string | null): Command {
  return (state, dispatch) => {
    const found = pictureAt(state);
    if (found) {
      const { tr } = state;
      tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, alt });
      if (state.selection instanceof NodeSelection) {
        tr.setSelection(NodeSelection.create(tr.doc, found.pos));
      }
      dispatch?.(tr);
    }
    return found !== null;
  };
}

const TOOL_BLOCKS = [nodes.code_block, nodes.figure, nodes.table, nodes.callout];

/** Returns the position of the innermost block with tools of its own; null if there is none. */
export function toolPosition(state: EditorState): number | null {
  return pictureAt(state)?.pos ?? ancestorOf(state.selection.$from, TOOL_BLOCKS)?.pos ?? null;
}

/** Deletes the innermost block with tools of its own. */
export const deleteBlock: Command = (state, dispatch) => {
  const pos = toolPosition(state);
  const block = pos === null ? null : state.doc.nodeAt(pos);
  if (pos === null || !block) {
    return false;
  }
  dispatch?.(state.tr.delete(pos, pos + block.nodeSize).scrollIntoView());
  return true;
};
