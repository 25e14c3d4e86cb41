import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { fetchWithin } from '../../shared/api/connection';
import { queryKey } from '../../shared/api/query-key';
import type { ApplyImport } from '../../shared/api/types';
import { isWorkedOn } from './import-texts';

const PAGE = 20;
/** The pause between two looks at an import that the server works on. */
const LOOK_AGAIN_MS = 1_500;
/** A report may have a million entries. */
const REPORT_TIMEOUT_MS = 600_000;

/** A page of the imports, the latest first. While the server works on one of them, it is fetched again and again. */
export function importsQuery(page: number) {
  return queryOptions({
    queryKey: queryKey('admin', 'imports', page),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/imports', { params: { query: { page, limit: PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const imports = state.data?.imports ?? [];
      return imports.some(isWorkedOn) ? LOOK_AGAIN_MS : false;
    },
  });
}

export type EntryFilter = { outcome: string; kind: string; page: number };

/** A page of the report of an import. `version` changes with the report. */
export function entriesQuery(id: string, version: string, filter: EntryFilter) {
  const { outcome, kind, page } = filter;
  const query = {
    ...(outcome !== '' && { outcome }),
    ...(kind !== '' && { kind }),
    page,
    limit: PAGE,
  };
  return queryOptions({
    queryKey: queryKey('admin', 'import-entries', { id, version, ...query }),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/admin/imports/{id}/entries', { params: { path: { id }, query }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function applyImport(id: string, body: ApplyImport) {
  return unwrap(adminApi.POST('/admin/imports/{id}/apply', { params: { path: { id } }, body }));
}

export function deleteImport(id: string) {
  return unwrap(adminApi.DELETE('/admin/imports/{id}', { params: { path: { id } } }));
}

/** Returns the whole report of an import as a file. */
export function importReport(id: string): Promise<Blob> {
  return unwrap(
    adminApi.GET('/admin/imports/{id}/report', {
      params: { path: { id } },
      parseAs: 'blob',
      fetch: (request: Request) => fetchWithin(request, REPORT_TIMEOUT_MS),
    }),
  );
}
