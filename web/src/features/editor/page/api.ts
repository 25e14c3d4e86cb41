import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../../shared/api/admin-client';
import { unwrap } from '../../../shared/api/client';
import { hasCode } from '../../../shared/api/errors';
import { queryKey } from '../../../shared/api/query-key';
import type { EditableStaticPage } from '../../../shared/api/types';
import { type Status, timeoutFor } from '../api';
import { PageConflict } from './page-conflict';

export const PAGE_REVISIONS = 20;

/** What is sent of a static page; without a slug it stays, or comes from the title. */
export type PageInput = {
  title: string;
  slug?: string;
  description: string;
  content: string;
  status: Status;
};

/** A static page, draft or published. */
export function editablePageQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('editor', 'page', id),
    queryFn: async ({ signal }): Promise<EditableStaticPage> =>
      (await unwrap(adminApi.GET('/admin/pages/{id}', { params: { path: { id } }, signal }))).page,
    // Never refetched while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function createPage(input: PageInput): Promise<EditableStaticPage> {
  const call = adminApi.POST('/admin/pages', { body: input, ...timeoutFor(input.content) });
  return (await unwrap(call)).page;
}

/** Changes a page. Throws a `PageConflict` if somebody has changed it since `version`. */
export async function updatePage(
  id: string,
  version: number,
  input: PageInput,
): Promise<EditableStaticPage> {
  const call = adminApi.PUT('/admin/pages/{id}', {
    params: { path: { id } },
    body: { ...input, version },
    ...timeoutFor(input.content),
  });
  try {
    return (await unwrap(call)).page;
  } catch (failure) {
    const { error } = hasCode(failure, 'version_conflict') ? await call : {};
    throw error && 'page' in error ? new PageConflict(error) : failure;
  }
}

/** The revisions of a page, the newest first. */
export function pageRevisionsQuery(id: string, page: number) {
  const query = { page, limit: PAGE_REVISIONS };
  return queryOptions({
    queryKey: queryKey('admin', 'page-revisions', id, query),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/admin/pages/{id}/revisions', { params: { path: { id }, query }, signal }),
      ),
    placeholderData: keepPreviousData,
    // Others write as well.
    staleTime: 0,
  });
}

/** A revision with its text, which never changes. */
export function pageRevisionQuery(id: string, number: number) {
  return queryOptions({
    queryKey: queryKey('admin', 'page-revision', id, number),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/admin/pages/{id}/revisions/{number}', {
          params: { path: { id, number } },
          signal,
        }),
      ),
    gcTime: 0,
  });
}

/** Makes a revision the text of the page, if `version` is still the present one. */
export function restorePage(id: string, number: number, version: number) {
  return unwrap(
    adminApi.POST('/admin/pages/{id}/revisions/{number}/restore', {
      params: { path: { id, number } },
      body: { version },
    }),
  );
}
