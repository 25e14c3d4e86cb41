import { expect, it } from 'vitest';

import { unreadBadge, withUnread } from './unread-texts';

it.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('shows %i unread notices as "%s"', (unread, badge) => {
  expect(unreadBadge(unread)).toBe(badge);
});

it('names the whole number', () => {
  expect(withUnread('Notifications', 120)).toBe('Notifications, 120 unread');
  expect(withUnread('Notifications', 0)).toBe('Notifications');
});
