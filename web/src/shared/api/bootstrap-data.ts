/**
 * The document contains the API responses that its first screen needs, as visitors get them. The screen is there
 * at once and needs no request.
 */
import { currentSession } from '../session/session';
import type { components } from './schema';

const loadedAt = Date.now();
const responses = new Map<string, unknown>(Object.entries(parseDocument()));

/** The public data of a reader. */
export type Person = { name: string; bio: string; picture: string };

/** Null if there is no such reader. */
type Kinds = components['schemas'] & { Person: Person | null };

/** Returns the bootstrap data for an address. The server that wrote it and this client come from one build. */
export function bootstrapped<Kind extends keyof Kinds>(
  _kind: Kind,
  address: string,
): Kinds[Kind] | undefined {
  return responses.get(address) as Kinds[Kind] | undefined;
}

/** Query options with bootstrap data as initial data. For signed-in readers it is stale at once. */
export function bootstrapOptions<Data>(find: () => Data | undefined) {
  return {
    initialData: find,
    initialDataUpdatedAt: () => (currentSession() ? 0 : loadedAt),
  };
}

function parseDocument(): object {
  const text = document.getElementById('bootstrap-data')?.textContent;
  const parsed: unknown = text ? JSON.parse(text) : {};
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}
