/** Builds nested lists of flat items, each with a level. */
import { make } from '../dom';

/** `list` names the list that an item belongs to: other items of its level start a new one. */
export type FlatItem = {
  item: Element;
  level: number;
  tag: 'ol' | 'ul';
  list?: string;
  start?: string | null;
};
type OpenList = { element: Element; level: number; name: string };

/** Returns the lists of the items; an item deeper than the one before is nested in it, by one list only. */
export function nestItems(near: Element, items: readonly FlatItem[]): Element[] {
  const lists: Element[] = [];
  const open: OpenList[] = [];
  for (const { item, level, tag, list = '', start } of items) {
    const name = `${tag} ${list}`;
    while ((open.at(-1)?.level ?? -1) > level) {
      open.pop();
    }
    if (open.at(-1)?.level === level && open.at(-1)?.name !== name) {
      open.pop();
    }
    if (open.at(-1)?.level !== level) {
      const element = make(near, tag, { start });
      const parent = open.at(-1)?.element.lastElementChild;
      if (parent) {
        parent.append(element);
      } else {
        lists.push(element);
      }
      open.push({ element, level, name });
    }
    open.at(-1)?.element.append(item);
  }
  return lists;
}
