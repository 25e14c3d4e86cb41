import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { fetchInTime, fetchWithin } from '../../shared/api/connection';
import { queryKey } from '../../shared/api/query-key';
import { hasCode } from '../../shared/api/errors';
import type { EditablePost, PostEditor, Reading } from '../../shared/api/types';
import { RevisionConflict } from './conflict/revision-conflict';

/** Longer than usual, for uploads over a slow connection. */
const UPLOAD_TIMEOUT_MS = 180_000;

export type Status = 'draft' | 'published';

/** What the server stored of a post, as far as the editor needs it. */
export type StoredPost = {
  id: string;
  status: Status;
  featuredImage: string;
  slug: string;
  /** Empty if there is none. */
  canonicalUrl: string;
  /** The number of the revision that the text in the form is based on; 0 for none. */
  revision: number;
  /** `none`, `submitted` or `changesRequested`. */
  review: EditablePost['review'];
  /** All authors, in their order. */
  authors: EditablePost['authors'];
  /** The id of the series that it is in; null for none. */
  seriesId: string | null;
  /** When the draft is to be published; null if that is not planned. */
  publishAt: string | null;
  /** Whether it was closed for comments by hand. */
  commentsClosed: boolean;
  /** Whether its followers are told when it is published for the first time. */
  announce: boolean;
  /** When they were told; null if they were not. */
  announcedAt: string | null;
};

/** The addresses of a post that were changed; an empty `canonicalUrl` removes it. */
export type PostAddressInput = { slug?: string; canonicalUrl?: string };

export type PostInput = PostAddressInput & {
  title: string;
  content: string;
  category: string;
  tags: string[];
  status: Status;
  /** That of the stored post; absent for a new one. */
  revision?: number;
  /** Absent: as it is. */
  commentsClosed?: boolean;
  /** Absent: as it is. */
  announce?: boolean;
};

/** The editable fields of a post, also of a draft. */
export function editablePostQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('editor', 'post', id),
    queryFn: async ({ signal }): Promise<EditablePost> => {
      const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } }, signal });
      return (await unwrap(call)).blog;
    },
    // Never refetched while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Whoever else writes in a post, and the number of its present revision. */
export type Company = { editors: readonly PostEditor[]; revision: number };

const COMPANY_INTERVAL_MS = 30_000;

/** The company in a post, asked for again and again while the page is visible. The form is not fetched again. */
export function companyQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('editor', 'company', id),
    queryFn: async ({ signal }): Promise<Company> => {
      const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } }, signal });
      const { editors, revision } = (await unwrap(call)).blog;
      return { editors, revision };
    },
    refetchInterval: COMPANY_INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** The rendered text of unsaved content, as it will be once it is saved. */
export function previewQuery(content: string) {
  return queryOptions({
    queryKey: queryKey('editor', 'preview', content),
    queryFn: async ({ signal }): Promise<Reading> =>
      (
        await unwrap(
          adminApi.POST('/blogs/preview', { body: { content }, signal, ...timeoutFor(content) }),
        )
      ).reading,
    staleTime: Number.POSITIVE_INFINITY,
    // The key contains the text, which may be large.
    gcTime: 0,
  });
}

/** Converts Markdown to the HTML of a post. */
export async function convertMarkdown(markdown: string): Promise<string> {
  return (await unwrap(adminApi.POST('/blogs/markdown', { body: { markdown } }))).html;
}

/** Markdown of a text, and the names of the elements that it holds as HTML. */
export type MarkdownSource = { markdown: string; kept: string[] };

/** Converts the HTML of a post to Markdown. */
export async function markdownSource(content: string): Promise<MarkdownSource> {
  const { markdown, kept } = await unwrap(
    adminApi.POST('/blogs/markdown/source', { body: { content } }),
  );
  return { markdown, kept };
}

/** Creates a post with an image address or a file. */
export async function createPost(
  input: PostInput,
  featuredImage: string,
  picture: File | null,
): Promise<StoredPost> {
  const { blog: post } = await unwrap(
    adminApi.POST('/blogs/create', {
      body: { ...input, featuredImage },
      ...timeoutFor(input.content, picture),
      ...(picture && { bodySerializer: () => formOf(input, picture) }),
    }),
  );
  return storedPost(post);
}

/**
 * Updates a post. Without a new image it keeps the present one. Throws a `RevisionConflict` if somebody has saved it
 * since the revision of the input.
 */
export async function updatePost(
  id: string,
  input: PostInput & { featuredImage?: string },
  picture: File | null,
): Promise<StoredPost> {
  const call = adminApi.PUT('/blogs/update/{id}', {
    params: { path: { id } },
    body: input,
    ...timeoutFor(input.content, picture),
    ...(picture && { bodySerializer: () => formOf(input, picture) }),
  });
  try {
    const { blog: post } = await unwrap(call);
    return storedPost(post);
  } catch (failure) {
    throw hasCode(failure, 'revision_conflict')
      ? (RevisionConflict.from((await call).error) ?? failure)
      : failure;
  }
}

export function storedPost(post: EditablePost): StoredPost {
  const { _id: id, status, featuredImage, slug, canonicalUrl } = post;
  const { revision, review, authors, seriesId, publishAt } = post;
  const { commentsClosed, announce, announcedAt } = post;
  return {
    id,
    status: status === 'published' ? 'published' : 'draft',
    featuredImage: featuredImage ?? '',
    slug,
    canonicalUrl: canonicalUrl ?? '',
    revision,
    review,
    authors,
    seriesId,
    publishAt,
    commentsClosed,
    announce,
    announcedAt,
  };
}

/** Returns the fetch option with a timeout for this text and file. */
export function timeoutFor(content: string, picture: File | null = null) {
  const hasPictures = picture !== null || content.includes('src="data:');
  return {
    fetch: hasPictures
      ? (request: Request) => fetchWithin(request, UPLOAD_TIMEOUT_MS)
      : fetchInTime,
  };
}

function formOf({ tags, ...texts }: PostInput, picture: File): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) {
    form.set(name, String(text));
  }
  form.set('tags', JSON.stringify(tags));
  form.set('featuredImage', picture);
  return form;
}
