/** The first letter of a link, in the place of an icon. */
export function SideLetter({ of: label }: { of: string }) {
  return (
    <span className="side-letter" aria-hidden>
      {String.fromCodePoint(label.codePointAt(0) ?? 0x20)}
    </span>
  );
}
