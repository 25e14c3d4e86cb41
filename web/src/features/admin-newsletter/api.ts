import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

const PAGE = 20;

/** A page of the subscribers, and the addresses that get no mail. */
export function newsletterQuery(page: number) {
  const query = { page, limit: PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'newsletter', page),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/newsletter', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export async function removeSubscriber(id: string): Promise<void> {
  await unwrap(adminApi.DELETE('/admin/subscribers/{id}', { params: { path: { id } } }));
}

/** Lets mail go to an address again. */
export async function liftSuppression(email: string): Promise<void> {
  await unwrap(adminApi.DELETE('/admin/suppressed', { params: { query: { email } } }));
}

/** Mails the newsletter as it is now to the caller; returns what the server says. */
export async function sendTest(): Promise<string> {
  return (await unwrap(adminApi.POST('/admin/newsletter/test'))).message;
}
