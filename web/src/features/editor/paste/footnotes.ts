/** Footnotes of GitHub, Pandoc, markdown-it, Word and Wikipedia: their references and notes take the stored form. */
import { make, removeAll } from './dom';

type Note = { element: Element; name: string; number: number; references: number };

const NOTES =
  'section[data-footnotes] li[id], section.footnotes li[id], div.footnotes li[id], ol.references > li[id], ' +
  'div[id^="ftn"][style*="footnote"]';
const BOXES =
  'section[data-footnotes], section.footnotes, div.footnotes, div[style*="footnote-list"]';
const BACK_LINKS =
  '[data-footnote-backref], .footnote-backref, .footnote-back, .reversefootnote, .mw-cite-backlink, a[href*="#_ftnref"]';
const LONELY_REFERENCES =
  'a[data-footnote-ref], sup.footnote-ref a, sup.reference a, a[href*="#_ftn"]';
/** What programs put around the name of a note. */
const PREFIX = /^(?:user-content-)?(?:_?ftn|fn|cite_note|footnote)[:_-]?/u;
const SUFFIX = /-[\da-f]{32}$/u;

/** Replaces references to notes and collects the notes in a section at the end. */
export function rewriteFootnotes(root: Element): void {
  const notes = notesOf(root);
  for (const link of root.querySelectorAll('a[href*="#"]')) {
    const note = notes.get(targetOf(link));
    if (note && !link.matches(BACK_LINKS) && !link.closest(NOTES)) {
      placeReference(link, note);
    }
  }
  const used = [...new Set(notes.values())].filter(({ references }) => references > 0);
  if (used.length > 0) {
    root.append(buildSection(root, used));
  }
  removeAll(root, BACK_LINKS);
  removeEmptyBoxes(root);
  unlinkLonelyReferences(root);
}

/** Returns the notes by the names that links use for them. */
function notesOf(root: Element): Map<string, Note> {
  const notes = new Map<string, Note>();
  const names = new Set<string>();
  for (const element of root.querySelectorAll(NOTES)) {
    const number = names.size + 1;
    const plainName = element.id
      .replace(PREFIX, '')
      .replace(SUFFIX, '')
      .replace(/[^\w-]/gu, '');
    const name = plainName === '' || names.has(plainName) ? `${plainName}note${number}` : plainName;
    names.add(name);
    const note = { element, name, number, references: 0 };
    // Word marks the note by its link back: `_ftn1`. GitHub adds its prefix to links or not.
    for (const id of [element.id, `_${element.id}`, element.id.replace('user-content-', '')]) {
      notes.set(id, note);
    }
  }
  return notes;
}

function targetOf(link: Element): string {
  const href = link.getAttribute('href') ?? '';
  const target = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function placeReference(link: Element, note: Note): void {
  note.references += 1;
  const count = note.references > 1 ? `-${note.references}` : '';
  const anchor = make(
    link,
    'a',
    {
      href: `#user-content-fn-${note.name}`,
      id: `user-content-fnref-${note.name}${count}`,
      rel: 'noopener noreferrer',
    },
    [String(note.number)],
  );
  const box = link.parentElement;
  const isInBox = box?.tagName === 'SUP' && box.textContent.trim() === link.textContent.trim();
  (isInBox ? box : link).replaceWith(make(link, 'sup', { class: 'footnote-ref' }, [anchor]));
}

function buildSection(root: Element, notes: readonly Note[]): Element {
  const items = notes.map(({ element, name }) => {
    removeAll(element, BACK_LINKS);
    const item = make(root, 'li', { id: `user-content-fn-${name}` }, [...element.childNodes]);
    element.remove();
    return item;
  });
  return make(root, 'section', { class: 'footnotes' }, [make(root, 'ol', {}, items)]);
}

/** Removes the boxes around the notes, with their rule and title. */
function removeEmptyBoxes(root: Element): void {
  for (const box of root.querySelectorAll(BOXES)) {
    if (
      box.parentElement !== root ||
      box.className !== 'footnotes' ||
      box !== root.lastElementChild
    ) {
      if (!box.querySelector('li, p')?.textContent.trim()) {
        box.remove();
      }
    }
  }
  removeAll(root, 'hr.footnotes-sep');
}

/** References to notes that were not copied become plain text. */
function unlinkLonelyReferences(root: Element): void {
  for (const link of root.querySelectorAll(LONELY_REFERENCES)) {
    const box = link.closest('sup');
    if (
      box?.matches('.footnote-ref') &&
      box.querySelector('[id^="user-content-fnref-"]') === link
    ) {
      continue;
    }
    const text = link.textContent.trim().replace(/^\[|\]$/gu, '');
    (box ?? link).replaceWith(make(link, 'sup', {}, [text]));
  }
}
