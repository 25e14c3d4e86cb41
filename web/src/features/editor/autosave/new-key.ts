const BYTES = 16;
const HEX = 16;
const VERSION = { at: 6, mask: 0x0f, bits: 0x40 };
const VARIANT = { at: 8, mask: 0x3f, bits: 0x80 };

/** Returns a UUID, which is the key of a text that is no post yet. `crypto.randomUUID` needs HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  for (const { at, mask, bits } of [VERSION, VARIANT]) {
    bytes[at] = ((bytes[at] ?? 0) & mask) | bits;
  }
  const digits = [...bytes].map((byte) => byte.toString(HEX).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
