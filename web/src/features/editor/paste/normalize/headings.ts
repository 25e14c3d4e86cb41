/** Headings, also paragraphs that only have the role of one. */
import { rename } from '../dom';
import { unwrapElement } from '../../html/tree';
import { contextOf, type Context } from './marks';
import type { Reader } from './flow';

const LEVEL_MAX = 6;

/** Returns the level of a heading; null for other elements. */
export function headingLevel(element: Element): number | null {
  const [, digit] = /^H([1-6])$/u.exec(element.tagName) ?? [];
  if (digit !== undefined) {
    return Number(digit);
  }
  if (element.getAttribute('role') !== 'heading') {
    return null;
  }
  const level = Number.parseInt(element.getAttribute('aria-level') ?? '2', 10);
  return level >= 1 ? Math.min(level, LEVEL_MAX) : null;
}

/** Reads a heading; blocks inside it stand for themselves. */
export function readHeading(
  element: Element,
  level: number,
  context: Context,
  read: Reader,
): Element[] {
  return read(element.childNodes, contextOf(element, context))
    .blocks()
    .map((block) => {
      const heading = block.tagName === 'P' ? rename(block, `h${level}`) : block;
      dropWholeBold(heading);
      return heading;
    });
}

/** Unwraps bold that is all of a heading, which is bold anyway. */
export function dropWholeBold(heading: Element): void {
  const [only, ...others] = heading.childNodes;
  if (others.length === 0 && only instanceof Element && only.tagName === 'STRONG') {
    unwrapElement(only);
  }
}
