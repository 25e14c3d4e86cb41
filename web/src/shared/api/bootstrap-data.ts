/**
 * The document contains the API responses that its first screen needs, as visitors get them. The screen is there
 * at once and needs no request.
 */
import { currentSession } from '../session/session';
import type { components } from './schema';

let responses: ReadonlyMap<string, unknown> = new Map();
let textInPage: string | undefined;
let readAt = 0;

/** Reads the data in the document. Must be called before React renders, which may replace the page. */
export function readBootstrapData(): void {
  responses = new Map(Object.entries(parsedData()));
  textInPage = document.querySelector('#root .rich-text')?.innerHTML;
  readAt = Date.now();
}

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

/** Returns the HTML of the article's text, which the document contains only once: in the page itself. */
export function bootstrappedText(): string | undefined {
  return textInPage;
}

/** Query options with bootstrap data as initial data. For signed-in readers it is stale at once. */
export function bootstrapOptions<Data>(find: () => Data | undefined) {
  return {
    initialData: find,
    initialDataUpdatedAt: () => (currentSession() ? 0 : readAt),
  };
}

function parsedData(): object {
  const text = document.getElementById('bootstrap-data')?.textContent;
  const parsed: unknown = text ? JSON.parse(text) : {};
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}
