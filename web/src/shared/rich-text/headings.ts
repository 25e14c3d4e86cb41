/** Headings that can be linked to, and below the title of the page. */

export type Heading = { id: string; text: string; level: number };

const ALL = 'h1, h2, h3, h4, h5, h6';
const LOWEST_LEVEL = 6;
/** Ids of the page around the article. */
const TAKEN_BY_THE_PAGE = ['root', 'content', 'comments', 'related'];

export function prepareHeadings(fragment: DocumentFragment): Heading[] {
  leaveTheTitleToThePage(fragment);
  const taken = new Set(TAKEN_BY_THE_PAGE);
  fragment.querySelectorAll('[id]').forEach((element) => taken.add(element.id));
  return [...fragment.querySelectorAll<HTMLHeadingElement>(ALL)]
    .filter((heading) => textOf(heading) !== '')
    .map((heading) => {
      const text = textOf(heading);
      heading.id ||= freeId(text, taken);
      addAnchor(heading, text);
      return { id: heading.id, text, level: levelOf(heading) };
    });
}

/** A page has one h1, its title: an article that uses h1 as well has all its headings one level lower. */
function leaveTheTitleToThePage(fragment: DocumentFragment): void {
  if (!fragment.querySelector('h1')) {
    return;
  }
  fragment.querySelectorAll<HTMLHeadingElement>(ALL).forEach((heading) => {
    const lower = document.createElement(`h${Math.min(levelOf(heading) + 1, LOWEST_LEVEL)}`);
    for (const { name, value } of heading.attributes) {
      lower.setAttribute(name, value);
    }
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  });
}

/** Beside the heading, not in it, so that its name is read without the anchor's. */
function addAnchor(heading: HTMLHeadingElement, text: string): void {
  const anchor = document.createElement('a');
  anchor.className = 'heading-anchor';
  anchor.href = `#${encodeURIComponent(heading.id)}`;
  anchor.textContent = '#';
  anchor.setAttribute('aria-label', `Link to “${text}”`);
  const line = document.createElement('div');
  line.className = `heading-line heading-line-${levelOf(heading)}`;
  heading.replaceWith(line);
  line.append(heading, anchor);
}

/** An id made from the text: letters and digits of any script, words joined by hyphens. */
export function idFromText(text: string): string {
  const id = text
    .toLowerCase()
    .replace(/['’`]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return id === '' ? 'section' : id;
}

function freeId(text: string, taken: Set<string>): string {
  const wanted = idFromText(text);
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) {
    id = `${wanted}-${count}`;
  }
  taken.add(id);
  return id;
}

function textOf(heading: Element): string {
  return heading.textContent.replace(/\s+/gu, ' ').trim();
}

function levelOf(heading: Element): number {
  return Number(heading.tagName.slice(1));
}
