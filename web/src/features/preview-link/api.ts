import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { bootstrapOptions, bootstrapped, bootstrappedText } from '../../shared/api/bootstrap-data';
import { api, unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { PreviewResponse, ReadablePost } from '../../shared/api/types';

/** The preview link of a draft as far as the server knows it: the address is shown once, when it is made. */
export function previewLinkQuery(postId: string) {
  return queryOptions({
    queryKey: queryKey('admin', 'preview-link', postId),
    queryFn: async ({ signal }) => {
      const params = { path: { id: postId } };
      const call = adminApi.GET('/blogs/{id}/preview-link', { params, signal });
      return (await unwrap(call)).link;
    },
  });
}

/** Makes a preview link, which replaces the one before; returns its address and its end. */
export function createPreviewLink(postId: string, days: number) {
  return unwrap(
    adminApi.POST('/blogs/{id}/preview-link', {
      params: { path: { id: postId } },
      body: { days },
    }),
  );
}

export function revokePreviewLink(postId: string) {
  return unwrap(adminApi.DELETE('/blogs/{id}/preview-link', { params: { path: { id: postId } } }));
}

export type Preview = { post: ReadablePost; expiresAt: string };

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
  const response = bootstrapped('SharedPreviewResponse', `/preview-links/${token}`);
  const html = bootstrappedText();
  if (response === undefined || html === undefined) {
    return undefined;
  }
  const { blog: post } = response;
  return { ...response, blog: { ...post, reading: { ...post.reading, html } } };
}

/** A draft has neither comments nor related posts. */
function readable({ blog: post, expiresAt }: PreviewResponse): Preview {
  return { post: { ...post, comments: [], commentsClosed: true, related: [] }, expiresAt };
}
