import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { AuditFilter } from './use-audit-address';

const ROWS = 50;

/** A page of the audit log, always as it is now. */
export function auditQuery(filter: AuditFilter, page: number) {
  const query = { ...parametersOf(filter), page, limit: ROWS };
  return queryOptions({
    queryKey: queryKey('admin', 'audit', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Returns the rows that the filter finds as a file for spreadsheets. */
export function exportAudit(filter: AuditFilter): Promise<Blob> {
  const query = parametersOf(filter);
  return unwrap(adminApi.GET('/admin/audit/export', { params: { query }, parseAs: 'blob' }));
}

function parametersOf({ actor, action, target, from, to }: AuditFilter) {
  const [begin, end] = [startOf(from), startOf(to, 1)];
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(target !== '' && { target }),
    ...(begin !== null && { from: begin }),
    ...(end !== null && { to: end }),
  };
}

/** Returns the time at which a day begins where the reader is, or some days after it; null without a day. */
function startOf(day: string, daysLater = 0): string | null {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) {
    return null;
  }
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}
