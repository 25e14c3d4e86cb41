/**
 * The document brings what the API answers to the calls that its first screen makes, so that this
 * screen is there at once and asks for nothing. What it brings is what visitors see.
 */
import { currentSession } from '../session/session';

const loadedAt = Date.now();
const answers = new Map<string, unknown>(Object.entries(inDocument()));

type FirstAnswer<Data> = {
  initialData: () => Data | undefined;
  initialDataUpdatedAt: () => number;
};

/** For the query that asks for `address`, a path of the API. Readers see it too, and ask for their own. */
export function firstAnswer<Data>(address: string): FirstAnswer<Data> {
  return {
    initialData: () => inFirstDocument<Data>(address),
    initialDataUpdatedAt: () => (currentSession() ? 0 : loadedAt),
  };
}

/** What the first document brought under an address. */
export function inFirstDocument<Data>(address: string): Data | undefined {
  // The document and its script come from one build of one server, which wrote it under this address.
  return answers.get(address) as Data | undefined;
}

function inDocument(): object {
  const text = document.getElementById('answers')?.textContent;
  const parsed: unknown = text ? JSON.parse(text) : {};
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}
