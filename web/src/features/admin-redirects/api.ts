import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { fetchWithin } from '../../shared/api/connection';
import { queryKey } from '../../shared/api/query-key';
import type { ImportedRedirects, NewRedirect, RedirectChange } from '../../shared/api/types';

const PAGE = 20;
/** As many redirects as there can be take some of it. */
const IMPORT_TIMEOUT_MS = 300_000;

/** The redirects in the order of their paths. */
export function redirectsQuery({ search, page }: { search: string; page: number }) {
  const query = { ...(search !== '' && { search }), page, limit: PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'redirects', query),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/redirects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function createRedirect(body: NewRedirect) {
  return unwrap(adminApi.POST('/admin/redirects', { body }));
}

export function changeRedirect(id: string, body: RedirectChange) {
  return unwrap(adminApi.PATCH('/admin/redirects/{id}', { params: { path: { id } }, body }));
}

export function deleteRedirect(id: string) {
  return unwrap(adminApi.DELETE('/admin/redirects/{id}', { params: { path: { id } } }));
}

/** Returns all redirects as a file for spreadsheets, which can be imported again. */
export function exportRedirects(): Promise<Blob> {
  return unwrap(adminApi.GET('/admin/redirects/export', { parseAs: 'blob' }));
}

/** Adds the redirects of a file. Its bytes are sent as they are. */
export function importRedirects(file: File, mediaType: string): Promise<ImportedRedirects> {
  return unwrap(
    adminApi.POST('/admin/redirects/import', {
      body: '',
      bodySerializer: () => file,
      headers: { 'content-type': mediaType },
      fetch: (request: Request) => fetchWithin(request, IMPORT_TIMEOUT_MS),
    }),
  );
}
