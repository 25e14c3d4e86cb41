import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { bootstrapOptions, bootstrapped, bootstrappedText } from '../../shared/api/bootstrap-data';
import { api, unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { PreviewResponse, ReadablePost, StaticPage } from '../../shared/api/types';

const pathOf = (id: string) => ({ path: { id } });

/** The operations on the preview links of posts. */
export const POST_LINKS = {
  present: (id: string, signal: AbortSignal) =>
    unwrap(adminApi.GET('/blogs/{id}/preview-link', { params: pathOf(id), signal })),
  create: (id: string, days: number) =>
    unwrap(adminApi.POST('/blogs/{id}/preview-link', { params: pathOf(id), body: { days } })),
  revoke: (id: string) =>
    unwrap(adminApi.DELETE('/blogs/{id}/preview-link', { params: pathOf(id) })),
} as const;

/** The operations on the preview links of one kind of drafts. */
export type PreviewLinks = typeof POST_LINKS;

/** Those of static pages. */
export const PAGE_LINKS: PreviewLinks = {
  present: (id, signal) =>
    unwrap(adminApi.GET('/admin/pages/{id}/preview-link', { params: pathOf(id), signal })),
  create: (id, days) =>
    unwrap(adminApi.POST('/admin/pages/{id}/preview-link', { params: pathOf(id), body: { days } })),
  revoke: (id) => unwrap(adminApi.DELETE('/admin/pages/{id}/preview-link', { params: pathOf(id) })),
};

/** The preview link of a draft as far as the server knows it: the address is shown once, when it is made. */
export function previewLinkQuery(links: PreviewLinks, id: string) {
  return queryOptions({
    queryKey: queryKey('admin', 'preview-link', id),
    queryFn: async ({ signal }) => (await links.present(id, signal)).link,
  });
}

/** The draft of a post or of a static page. */
export type Preview = ({ post: ReadablePost } | { page: StaticPage }) & { expiresAt: string };

/** A draft that somebody reads by its preview link. */
export function previewQuery(token: string) {
  return queryOptions({
    queryKey: queryKey('previews', token),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/preview-links/{token}', { params: { path: { token } }, signal })),
    ...bootstrapOptions(() => bootstrappedPreview(token)),
    select: readable,
  });
}

function bootstrappedPreview(token: string): PreviewResponse | undefined {
  const response = bootstrapped('AnyPreview', `/preview-links/${token}`);
  const html = bootstrappedText();
  if (response === undefined || html === undefined) {
    return undefined;
  }
  if ('page' in response) {
    const { page } = response;
    return { ...response, page: { ...page, reading: { ...page.reading, html } } };
  }
  const { blog: post } = response;
  return { ...response, blog: { ...post, reading: { ...post.reading, html } } };
}

/** A draft has neither comments, related posts nor a place in a series. */
function readable(response: PreviewResponse): Preview {
  const { expiresAt } = response;
  if ('page' in response) {
    return { page: response.page, expiresAt };
  }
  const { blog: post } = response;
  return {
    post: { ...post, series: null, comments: [], commentsClosed: true, related: [] },
    expiresAt,
  };
}
