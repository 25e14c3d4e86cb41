import type {
  EditableStaticPage,
  ManagedStaticPage,
  StaticPage,
  StaticPageRevision,
} from '../shared/api/types';

const TIME = '2026-03-04T05:06:07.000Z';

/** Returns a static page as the panel lists it, with `changes` applied. */
export function samplePage(
  id: string,
  changes: Partial<ManagedStaticPage> = {},
): ManagedStaticPage {
  const slug = changes.slug ?? id;
  return {
    _id: id,
    id,
    slug,
    path: `/page/${slug}`,
    title: `Title of ${id}`,
    description: '',
    status: 'published',
    version: 3,
    createdAt: TIME,
    updatedAt: TIME,
    ...changes,
  };
}

/** Returns a static page as the editor has it, with `changes` applied. */
export function sampleEditablePage(
  id: string,
  changes: Partial<EditableStaticPage> = {},
): EditableStaticPage {
  return { ...samplePage(id, changes), content: '<p>First words</p>', ...changes };
}

/** Returns a static page as readers see it, with `changes` applied. */
export function sampleReadablePage(slug: string, changes: Partial<StaticPage> = {}): StaticPage {
  return {
    _id: 'p1',
    id: 'p1',
    slug,
    path: `/page/${slug}`,
    title: `Title of ${slug}`,
    description: 'What it is about',
    createdAt: TIME,
    updatedAt: TIME,
    reading: { html: '<h2 id="who">Who</h2><p>First words</p>', headings: [] },
    ...changes,
  };
}

/** Returns a revision of a static page with `changes` applied. */
export function samplePageRevision(
  number: number,
  changes: Partial<StaticPageRevision> = {},
): StaticPageRevision {
  return {
    number,
    title: 'Rules',
    description: '',
    slug: 'rules',
    reason: 'save',
    createdAt: TIME,
    isCurrent: false,
    author: { id: 'a1', username: 'ada' },
    size: 100,
    ...changes,
  };
}
