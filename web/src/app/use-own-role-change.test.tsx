import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { usersQuery } from '../features/admin-users/api';
import { draftQuery } from '../features/article/draft-api';
import { editablePostQuery } from '../features/editor/api';
import { profileQuery } from '../features/profile/api';
import { endAdminSession, updateAdmin } from '../shared/session/admin-session';
import { sampleAdmin, signInAs } from '../test/sample-admin';
import { useOwnRoleChange } from './use-own-role-change';

const READERS = usersQuery({ search: '', status: undefined, page: 1 }).queryKey;
const DRAFT = draftQuery('b1').queryKey;
const PROFILE = profileQuery('u1').queryKey;
const EDITED = editablePostQuery('b1').queryKey;
const ALL: readonly (readonly unknown[])[] = [READERS, DRAFT, PROFILE, EDITED];

/** Fills the cache as an administrator; returns a function that says which of the queries still have data. */
function fillCache() {
  signInAs('admin');
  const client = new QueryClient();
  ALL.forEach((key) => {
    client.setQueryData(key, {});
  });
  renderHook(useOwnRoleChange, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return () => ALL.filter((key) => client.getQueryData(key) !== undefined);
}

it('discards what another role may not see, but for the post in the editor', () => {
  const known = fillCache();
  act(() => {
    updateAdmin(sampleAdmin({ role: 'contributor' }));
  });
  expect(known()).toEqual([EDITED]);
});

it('keeps the cache while the role stays', () => {
  const known = fillCache();
  act(() => {
    updateAdmin(sampleAdmin({ username: 'boss' }));
  });
  expect(known()).toEqual(ALL);
});

it('leaves the end of a session to others', () => {
  const known = fillCache();
  act(endAdminSession);
  expect(known()).toEqual(ALL);
});
