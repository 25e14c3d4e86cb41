/** The values of the form of a static page. */
import type { EditableStaticPage } from '../../../shared/api/types';
import type { Status } from '../api';
import type { PostFormValues } from '../draft/draft-store';

export const DESCRIPTION_LENGTH_MAX = 300;

/** What a page has none of. */
const NOT_OF_PAGES = {
  category: '',
  tags: '',
  canonicalUrl: '',
  featuredImage: '',
  commentsClosed: null,
  announce: null,
  picture: null,
} as const;

export const EMPTY_PAGE: PostFormValues = {
  ...NOT_OF_PAGES,
  title: '',
  content: '',
  slug: '',
  description: '',
};

export function pageValues(page: EditableStaticPage): PostFormValues {
  const { title, content, slug, description } = page;
  return { ...NOT_OF_PAGES, title, content, slug, description };
}

/** Whether readers see a page; a new one is a draft. */
export function statusOf(page: EditableStaticPage | null): Status {
  return page?.status === 'published' ? 'published' : 'draft';
}
