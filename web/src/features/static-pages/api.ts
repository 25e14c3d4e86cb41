import { queryOptions } from '@tanstack/react-query';

import { bootstrapOptions, bootstrapped, bootstrappedText } from '../../shared/api/bootstrap-data';
import { api, unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { StaticPage, StaticPageResponse } from '../../shared/api/types';

/** A published static page. */
export function staticPageQuery(slug: string) {
  return queryOptions({
    queryKey: queryKey('static-pages', slug),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/pages/{slug}', { params: { path: { slug } }, signal })),
    ...bootstrapOptions(() => bootstrappedPage(slug)),
    select: ({ page }): StaticPage => page,
  });
}

function bootstrappedPage(slug: string): StaticPageResponse | undefined {
  const response = bootstrapped('StaticPageResponse', `/pages/${slug}`);
  const html = bootstrappedText();
  if (response === undefined || html === undefined) {
    return undefined;
  }
  const { page } = response;
  return { ...response, page: { ...page, reading: { ...page.reading, html } } };
}
