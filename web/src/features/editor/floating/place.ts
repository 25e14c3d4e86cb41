/** The place of a box beside a part of the text. */

export type Area = { left: number; right: number; top: number; bottom: number };
export type Size = { width: number; height: number };
export type Side = 'above' | 'below';

/** The distance from what the box belongs to, in pixels. */
const GAP = 6;

/**
 * Returns the left and top edge of a box: on the preferred side if there is room, else on the other one, else at an edge
 * of the visible area. It stays inside of the area, and off the line at the caret.
 */
export function placeBeside(
  anchor: Omit<Area, 'right'>,
  { width, height }: Size,
  visible: Area,
  prefer: Side,
  line?: { top: number; bottom: number },
): { left: number; top: number } {
  const above = anchor.top - GAP - height;
  const below = anchor.bottom + GAP;
  const sides = prefer === 'above' ? [above, below] : [below, above];
  const lowest = Math.max(visible.top, visible.bottom - height);
  const isFree = (top: number) =>
    top >= visible.top &&
    top <= lowest &&
    (!line || top >= line.bottom || top + height <= line.top);
  const top = [...sides, visible.top, lowest].find(isFree) ?? lowest;
  const rightmost = Math.max(visible.left, visible.right - width);
  return { left: Math.min(Math.max(anchor.left, visible.left), rightmost), top };
}
