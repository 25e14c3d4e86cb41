import { unwrap, api } from '../../shared/api/client';

export type Credentials = { email: string; password: string };
export type NewAdmin = Credentials & { username: string; masterPassword: string };

export function logIn(body: Credentials) {
  return unwrap(api.POST('/admin/login', { body, credentials: 'include' }));
}

export function signUp(body: NewAdmin) {
  return unwrap(api.POST('/admin/signup', { body, credentials: 'include' }));
}
