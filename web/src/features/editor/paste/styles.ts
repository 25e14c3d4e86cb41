/**
 * Styles of the clipboard, read from the attribute: the browser's own parser drops what it does not know, such as
 * `mso-list`, and is slow for thousands of elements.
 */

type Styles = ReadonlyMap<string, string>;

const NO_STYLES: Styles = new Map();
/** The styles that were read last: each reader of an element asks for them, and neighbours often have the same. */
let lastSource = '';
let lastStyles = NO_STYLES;
const BOLD_WEIGHT_MIN = 600;
const MONOSPACE =
  /monospace|courier|consolas|menlo|monaco|lucida console|cascadia|(?:roboto|jetbrains|source code|ubuntu|sf|fira|dejavu sans|noto sans|ibm plex|space) ?(?:mono|code|pro)|inconsolata/u;

/** Returns the styles of an element in lower case. */
export function stylesOf(element: Element): Styles {
  const source = element.getAttribute('style');
  if (!source) {
    return NO_STYLES;
  }
  if (source === lastSource) {
    return lastStyles;
  }
  const styles = new Map<string, string>();
  for (const declaration of source.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) {
      styles.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
    }
  }
  lastSource = source;
  lastStyles = styles;
  return styles;
}

/** Whether the styles make text bold; null if they do not say. */
export function isBold(styles: Styles): boolean | null {
  const weight = styles.get('font-weight');
  if (weight === undefined || weight === 'inherit') {
    return null;
  }
  return weight.startsWith('bold') || Number.parseInt(weight, 10) >= BOLD_WEIGHT_MIN;
}

/** Whether the styles make text italic; null if they do not say. */
export function isItalic(styles: Styles): boolean | null {
  const style = styles.get('font-style');
  return style === undefined || style === 'inherit' ? null : /^(?:italic|oblique)/u.test(style);
}

/** Returns the lines drawn at text, such as `underline`; null if the styles do not say. */
export function decorationOf(styles: Styles): string | null {
  return styles.get('text-decoration-line') ?? styles.get('text-decoration') ?? null;
}

/** Whether the font of an element is one for code. */
export function isMonospace(element: Element): boolean {
  const styles = stylesOf(element);
  return MONOSPACE.test(styles.get('font-family') ?? styles.get('font') ?? '');
}

/** Returns a font size in points; null if it is missing or relative. */
export function pointsOf(element: Element): number | null {
  const [, size = '', unit] =
    /^([\d.]+)(pt|px)/u.exec(stylesOf(element).get('font-size') ?? '') ?? [];
  if (unit === undefined) {
    return null;
  }
  return unit === 'pt' ? Number(size) : (Number(size) * 3) / 4;
}

/** Whether an element is not shown. */
export function isHidden(element: Element): boolean {
  if (!element.hasAttributes()) {
    return false;
  }
  if (element.hasAttribute('hidden') || element.matches('.sr-only, .visually-hidden')) {
    return true;
  }
  const styles = stylesOf(element);
  return (
    styles.get('display') === 'none' ||
    styles.get('visibility') === 'hidden' ||
    styles.get('mso-hide') === 'all'
  );
}
