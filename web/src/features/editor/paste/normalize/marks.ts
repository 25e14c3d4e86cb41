/** The marks of text in a post, by the tags and styles of the elements around it. */
import { linkAddress } from '../links';
import { decorationOf, isBold, isItalic, stylesOf } from '../styles';
import { isOnTheWeb } from '../../html/addresses';

export type Mark = { tag: string; attributes: Readonly<Record<string, string>>; key: string };
/** What the elements around a text say about it. */
export type Context = { marks: ReadonlyMap<string, Mark>; keepsLines: boolean };

export const PLAIN: Context = { marks: new Map(), keepsLines: false };

/** The elements of marks, the outermost first. */
const ORDER = [
  'a',
  'strong',
  'em',
  'u',
  's',
  'sub',
  'sup',
  'mark',
  'abbr',
  'q',
  'cite',
  'dfn',
  'var',
  'samp',
  'kbd',
  'code',
];
const TAGS: ReadonlyMap<string, string> = new Map([
  ...ORDER.filter((tag) => tag !== 'a' && tag !== 'abbr').map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['ins', 'u'],
  ['strike', 's'],
  ['del', 's'],
  ['tt', 'code'],
]);

/** Returns the context of the content of an element. */
export function contextOf(element: Element, outer: Context): Context {
  const tag = element.tagName.toLowerCase();
  if (!element.hasAttributes() && !TAGS.has(tag)) {
    return outer;
  }
  const marks = new Map(outer.marks);
  addByTag(marks, element, tag);
  const styles = stylesOf(element);
  setByStyle(marks, 'strong', isBold(styles));
  setByStyle(marks, 'em', isItalic(styles));
  addDecoration(marks, tag, decorationOf(styles));
  const position = styles.get('vertical-align');
  if (position === 'super' || position === 'sub') {
    add(marks, position === 'super' ? 'sup' : 'sub');
  }
  const spaces = styles.get('white-space') ?? styles.get('white-space-collapse');
  const keepsLines =
    spaces === undefined ? outer.keepsLines : /^(?:pre|break|preserve)/u.test(spaces);
  return { marks, keepsLines };
}

/** Returns the marks in the order of their elements. Links look underlined without a mark. */
export function sortedMarks(marks: ReadonlyMap<string, Mark>): Mark[] {
  return ORDER.flatMap((tag) => {
    const mark = tag === 'u' && marks.has('a') ? undefined : marks.get(tag);
    return mark ? [mark] : [];
  });
}

function addByTag(marks: Map<string, Mark>, element: Element, tag: string): void {
  const name = TAGS.get(tag);
  if (name !== undefined) {
    add(marks, name);
  } else if (tag === 'a') {
    addLink(marks, element);
  } else if (tag === 'abbr' && element.hasAttribute('title')) {
    add(marks, tag, { title: element.getAttribute('title') ?? '' });
  }
}

function addLink(marks: Map<string, Mark>, element: Element): void {
  const href = linkAddress(element.getAttribute('href'));
  if (href !== null) {
    const target: Record<string, string> = isOnTheWeb(href) ? { target: '_blank' } : {};
    add(marks, 'a', { href, ...target, rel: 'noopener noreferrer' });
  }
}

function setByStyle(marks: Map<string, Mark>, tag: string, isSet: boolean | null): void {
  if (isSet === true) {
    add(marks, tag);
  } else if (isSet === false) {
    marks.delete(tag);
  }
}

/** Applies underlines and strikes. `none` undoes only those of the element's own tag, as in CSS. */
function addDecoration(marks: Map<string, Mark>, tag: string, decoration: string | null): void {
  if (decoration === null) {
    return;
  }
  if (decoration.startsWith('none')) {
    marks.delete(TAGS.get(tag) === 'u' ? 'u' : TAGS.get(tag) === 's' ? 's' : '');
  }
  if (decoration.includes('underline')) {
    add(marks, 'u');
  }
  if (decoration.includes('line-through')) {
    add(marks, 's');
  }
}

function add(marks: Map<string, Mark>, tag: string, attributes: Mark['attributes'] = {}): void {
  marks.set(tag, {
    tag,
    attributes,
    key: `${tag} ${attributes['href'] ?? attributes['title'] ?? ''}`,
  });
}
