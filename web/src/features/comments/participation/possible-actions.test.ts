import { expect, it } from 'vitest';

import type { VisibleComment } from '../../../shared/api/types';
import { sampleComment } from '../../../test/sample-comment';
import { possibleActions } from './possible-actions';
import type { Writer } from './use-writer';

const HOUR_MS = 3_600_000;

const user = { _id: 'u9', id: 'u9', name: 'Bruno Keller', username: 'bruno', profileImage: null };
const nobody = { ...user, _id: null, id: null };
const written = new Date('2026-03-05T05:06:07.000Z').getTime();

function commentBy(author: VisibleComment['user']): VisibleComment {
  return { ...sampleComment('c1'), user: author };
}

function writer(changes: Partial<Writer> = {}): Writer {
  return { id: 'u1', isStaff: false, canModerate: false, isAuthorOf: () => false, ...changes };
}

it('lets readers report comments and their authors, and mute these', () => {
  const actions = possibleActions(commentBy(user), writer());
  expect(actions).toEqual(['report', 'reportReader', 'mute']);
});

it('offers only to report comments whose authors are no readers of the site', () => {
  expect(possibleActions(commentBy(nobody), writer())).toEqual(['report']);
});

it('offers to change an own comment for a day, and to delete it at any time', () => {
  const own = writer({ isAuthorOf: () => true });
  const after = (hours: number) => possibleActions(commentBy(user), own, written + hours * HOUR_MS);
  expect(after(23)).toEqual(['edit', 'delete']);
  expect(after(24)).toEqual(['delete']);
});

it('lets moderators delete comments, and others of the staff do nothing with them', () => {
  const actions = (canModerate: boolean) =>
    possibleActions(commentBy(user), writer({ isStaff: true, canModerate }));
  expect(actions(true)).toEqual(['delete']);
  expect(actions(false)).toEqual([]);
});
