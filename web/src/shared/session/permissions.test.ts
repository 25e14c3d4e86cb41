import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { sampleAdmin, sampleAdminToken, signInAs } from '../../test/sample-admin';
import type { Role } from '../api/types';
import { startAdminSession } from './admin-session';
import { permissionsOf, usePermissions, useRole } from './permissions';
import { ROLES } from './roles';

const draft = { status: 'draft' } as const;
const published = { status: 'published' } as const;

function allowed(role: Role) {
  const { canChange, ...permissions } = permissionsOf(role);
  const names = Object.entries(permissions).flatMap(([name, isAllowed]) =>
    isAllowed ? [name] : [],
  );
  return [...names, ...(canChange(published) ? ['canChangePublished'] : [])].sort();
}

it('allows each role what the server allows it', () => {
  const author = ['canChangePublished', 'canManageSeries', 'canPublish', 'canSetAddresses'];
  const editor = [
    ...author,
    'canEditAllPosts',
    'canFeature',
    'canImport',
    'canManageNewsletter',
    'canManagePages',
    'canManageRedirects',
    'canManageTags',
    'canModerate',
  ].sort();
  const admin = [
    ...editor,
    'canManageReaders',
    'canManageSite',
    'canManageTeam',
    'canReadAudit',
  ].sort();
  expect(ROLES.map(allowed)).toEqual([[], author, editor, admin]);
});

it('allows everybody to change drafts', () => {
  expect(ROLES.every((role) => permissionsOf(role).canChange(draft))).toBe(true);
});

it('follows the session', () => {
  signInAs('editor');
  const { result } = renderHook(() => ({ role: useRole(), permissions: usePermissions() }));
  expect(result.current.role).toBe('editor');
  expect(result.current.permissions.canModerate).toBe(true);
  expect(result.current.permissions.canManageTeam).toBe(false);
});

it('takes a session without a role, stored by an earlier version, for that of an administrator', () => {
  const account = sampleAdmin();
  Reflect.deleteProperty(account, 'role');
  startAdminSession(sampleAdminToken(), account);
  expect(renderHook(useRole).result.current).toBe('admin');
});

it('allows the least where nobody is signed in', () => {
  expect(renderHook(useRole).result.current).toBe('contributor');
});
