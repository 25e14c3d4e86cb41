/** Pictures with addresses on the web, with or without a caption, and videos. */
import { isOfKind } from '../../html/allowed';
import { isPicture, playerFrom } from '../../html/addresses';
import { make } from '../dom';
import { contextOf, type Context } from './marks';
import type { Reader } from './flow';

const EMOJI_CLASS = '.emoji, .wp-smiley, .c-emoji, .notion-emoji, [class*="emoji__image"]';

/** Returns a picture as posts have it; its text if it stands for a character; null if readers could not see it. */
export function readPicture(image: Element): Element | string | null {
  const alt = image.getAttribute('alt') ?? '';
  if (alt !== '' && image.matches(EMOJI_CLASS)) {
    return alt;
  }
  const src = addressOf(image);
  if (src === null || isTrackingPixel(image)) {
    return null;
  }
  return make(image, 'img', {
    src,
    alt: alt === '' ? null : alt,
    height: lengthOf(image, 'height'),
    width: lengthOf(image, 'width'),
  });
}

/** Reads a figure: a picture and its caption; anything else stands for itself. */
export function readFigure(figure: Element, context: Context, read: Reader): Element[] {
  const inner = contextOf(figure, context);
  return readCaptioned(figure, inner, read) ?? read(figure.childNodes, inner).blocks();
}

/** Blocks inside are ruled out first: nested figures must not be read twice on each level. */
function readCaptioned(figure: Element, context: Context, read: Reader): Element[] | null {
  const [image, ...otherImages] = figure.querySelectorAll('img');
  const caption = figure.querySelector('figcaption');
  const hasBlocks = figure.querySelector('table, pre, blockquote, figure, iframe, ul, ol') !== null;
  if (!image || !caption || otherImages.length > 0 || hasBlocks) {
    return null;
  }
  const picture = readPicture(image);
  const lines = read(caption.childNodes, context).lines();
  return picture instanceof Element && lines.length > 0
    ? [make(figure, 'figure', {}, [picture, make(figure, 'figcaption', {}, lines)])]
    : null;
}

/** Reads a frame: a video of a known player, nothing else. */
export function readFrame(frame: Element): Element[] {
  const src = playerFrom(frame.getAttribute('src') ?? '');
  if (src === null) {
    return [];
  }
  const attributes = { class: 'ql-video', frameborder: '0', allowfullscreen: 'true', src };
  return [make(frame, 'iframe', attributes)];
}

/** Pages that load pictures late have a placeholder in `src`. */
function addressOf(image: Element): string | null {
  const src = image.getAttribute('src') ?? '';
  const late = image.getAttribute('data-src') ?? '';
  const candidates = src.startsWith('data:') ? [late, src] : [src, late];
  return candidates.map((address) => address.trim()).find(isPicture) ?? null;
}

function isTrackingPixel(image: Element): boolean {
  return ['width', 'height'].every((name) => ['0', '1'].includes(image.getAttribute(name) ?? ''));
}

function lengthOf(image: Element, name: string): string | null {
  const length = image.getAttribute(name) ?? '';
  return isOfKind('length', length) ? length : null;
}
