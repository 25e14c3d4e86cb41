import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { NewWebhook, WebhookChange } from '../../shared/api/types';

const PAGE = 20;
/** Deliveries that wait are looked at this often. */
const WAITING_MS = 5_000;

export function webhooksQuery(page: number) {
  const query = { page, limit: PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'webhooks', page),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/webhooks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Makes a webhook. The response alone contains its key. */
export function createWebhook(body: NewWebhook) {
  return unwrap(adminApi.POST('/admin/webhooks', { body }));
}

export function changeWebhook(id: string, body: WebhookChange) {
  return unwrap(adminApi.PATCH('/admin/webhooks/{id}', { params: { path: { id } }, body }));
}

export function deleteWebhook(id: string) {
  return unwrap(adminApi.DELETE('/admin/webhooks/{id}', { params: { path: { id } } }));
}

export function deliveriesQuery(id: string, page: number) {
  const query = { page, limit: PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'webhook-deliveries', { id, page }),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/admin/webhooks/{id}/deliveries', {
          params: { path: { id }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'waiting') ? WAITING_MS : false,
  });
}

/** Sends the event of a delivery once more. */
export function sendAgain(id: string) {
  return unwrap(
    adminApi.POST('/admin/webhook-deliveries/{id}/send-again', { params: { path: { id } } }),
  );
}
