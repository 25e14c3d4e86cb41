/**
 * The document brings what the API answers to the calls that its first screen makes, so that this
 * screen is there at once and asks for nothing. What it brings is what visitors see.
 */
import { currentSession } from '../session/session';
import type { components } from './schema';

const loadedAt = Date.now();
const answers = new Map<string, unknown>(Object.entries(inDocument()));

/** What visitors may know of a reader. */
export type Person = { name: string; bio: string; picture: string };

/** Null where there is no such reader. */
type Known = components['schemas'] & { Person: Person | null };

/** What the document brought under an address; its writer and this reader of it come from one build. */
export function inFirstDocument<Kind extends keyof Known>(
  _kind: Kind,
  address: string,
): Known[Kind] | undefined {
  return answers.get(address) as Known[Kind] | undefined;
}

/** Options of a query whose first data may be in the document. Readers are shown it too, and ask for their own. */
export function firstAnswer<Data>(find: () => Data | undefined) {
  return {
    initialData: find,
    initialDataUpdatedAt: () => (currentSession() ? 0 : loadedAt),
  };
}

function inDocument(): object {
  const text = document.getElementById('answers')?.textContent;
  const parsed: unknown = text ? JSON.parse(text) : {};
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}
