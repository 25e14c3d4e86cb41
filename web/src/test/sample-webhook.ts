import type { Webhook, WebhookDelivery } from '../shared/api/types';

const TIME = '2026-03-04T05:06:07.000Z';

/** Returns a sample webhook with `changes` applied. */
export function sampleWebhook(changes: Partial<Webhook> = {}): Webhook {
  return {
    _id: 'w1',
    id: 'w1',
    url: 'https://example.org/hook',
    events: ['post.published', 'comment.held'],
    createdAt: TIME,
    isOn: true,
    offAt: null,
    failures: 0,
    ...changes,
  };
}

/** Returns a sample delivery with `changes` applied. */
export function sampleDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    _id: 'd1',
    id: 'd1',
    eventId: 'e1',
    event: 'post.published',
    at: TIME,
    state: 'delivered',
    tries: 1,
    nextTryAt: null,
    doneAt: TIME,
    status: 200,
    error: null,
    ...changes,
  };
}
