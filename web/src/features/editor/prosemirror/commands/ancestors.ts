/** Blocks around a position. */
import type { Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { Selection } from 'prosemirror-state';

export type Found = { node: Node; /** The position before the node. */ pos: number; depth: number };

/** Returns the innermost node of these types around a position; null if there is none. */
export function ancestorOf($pos: ResolvedPos, types: readonly NodeType[]): Found | null {
  // The whole text is selected between its blocks.
  const $inner = $pos.depth === 0 ? Selection.near($pos).$from : $pos;
  for (let depth = $inner.depth; depth > 0; depth -= 1) {
    const node = $inner.node(depth);
    if (types.includes(node.type)) {
      return { node, pos: $inner.before(depth), depth };
    }
  }
  return null;
}
