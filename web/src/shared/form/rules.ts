/** The limits of fields (product.md §5 and §9); the server has the same ones. */

export const NAME_LENGTH_MIN = 2;
export const NAME_LENGTH_MAX = 100;
export const BIO_LENGTH_MAX = 500;
export const LINK_LENGTH_MAX = 200;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}

/** The length as the server counts it: in code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
