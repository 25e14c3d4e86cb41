/** Callouts of a post: the boxes of GitHub, Notion and others. */
import { make } from '../dom';

export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';

/** Builds a callout of nodes. */
export function makeCallout(near: Element, kind: CalloutKind, nodes: Iterable<Node>): HTMLElement {
  return make(near, 'blockquote', { class: `callout callout-${kind}` }, nodes);
}
