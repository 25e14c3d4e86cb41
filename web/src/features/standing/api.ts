import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import type { ManagedUser } from '../../shared/api/types';
import type { StandingChange } from './standing-change';

/** Changes the standing of a reader; returns the reader with all of it. */
export async function changeStanding(id: string, body: StandingChange): Promise<ManagedUser> {
  const call = adminApi.PATCH('/admin/users/{id}/standing', { params: { path: { id } }, body });
  return (await unwrap(call)).user;
}
