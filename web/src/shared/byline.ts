/** The names of a post's authors in one line: "Ada", "Ada and Bo", "Ada, Bo and 2 others". The server writes the same line. */
import { beforeLast, between, others as othersLabel } from './labels/authors.json';

/** The most authors whom a short byline names all. */
const NAMED_MAX = 3;
/** The authors whom it names when there are more. */
const NAMED_OF_MANY = 2;

/** A short byline names up to three authors; from four on, the first two and the number of the others. */
export type BylineForm = 'short' | 'full';

export type Byline<Author> = {
  /** Each author who is named, after the text that separates them from the one before. */
  named: { separator: string; author: Author }[];
  /** The text after the last name, empty when all are named. */
  rest: string;
};

export function byline<Author>(authors: readonly Author[], form: BylineForm): Byline<Author> {
  const count = form === 'short' && authors.length > NAMED_MAX ? NAMED_OF_MANY : authors.length;
  const others = authors.length - count;
  return {
    named: authors.slice(0, count).map((author, index) => ({
      separator: separatorBefore(index, authors.length),
      author,
    })),
    rest: others === 0 ? '' : `${beforeLast}${others} ${othersLabel}`,
  };
}

function separatorBefore(index: number, count: number): string {
  if (index === 0) {
    return '';
  }
  return index === count - 1 ? beforeLast : between;
}
