/** The stored form of footnotes: references in the text, and a section at the end of the post. */

export const FOOTNOTE_PREFIX = 'user-content-fn-';
export const REFERENCE_PREFIX = 'user-content-fnref-';
export const BACK_LINK = '.footnote-backref';

/** Returns the name of the footnote to which a reference leads; null for other superscript text. */
export function referenceName(element: Element): string | null {
  const link = element.querySelector(`a[href^="#${FOOTNOTE_PREFIX}"]`);
  return link && element.children.length === 1
    ? decoded((link.getAttribute('href') ?? '').slice(FOOTNOTE_PREFIX.length + 1))
    : null;
}

/** Whether a section holds a list of named footnotes and nothing else. */
export function isFootnotes(section: Element): boolean {
  const [list, ...others] = section.children;
  return (
    list?.tagName === 'OL' &&
    others.length === 0 &&
    list.children.length > 0 &&
    [...list.children].every((item) => item.id.startsWith(FOOTNOTE_PREFIX))
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
