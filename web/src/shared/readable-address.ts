/** Addresses as people read them. */

/** The percent-encodings of letters that are not ASCII. */
const ENCODED_LETTERS = /(?:%[89A-F][0-9A-F])+/giu;

/**
 * Returns a path or an address as people read it: with letters in place of their percent-encodings. The server takes it back
 * as the same; other encodings stay, since they may mean something else than their characters.
 */
export function readable(address: string): string {
  return address.replaceAll(ENCODED_LETTERS, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
