import type { Role } from '../api/types';

/** The roles of the staff, the least first: each allows what the one before it allows, and more. */
export const ROLES = [
  'contributor',
  'author',
  'editor',
  'admin',
] as const satisfies readonly Role[];

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
