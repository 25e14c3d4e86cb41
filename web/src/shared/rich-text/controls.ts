/**
 * What acts on a text once its page is drawn: pictures that open large, links within it, and elements that scroll within
 * themselves. Links and pictures work as the browser's own before.
 */
import { watchInnerLinks } from './inner-links';
import { type Picture, watchPictures } from './pictures';
import { watchScrollers } from './scrollers';

type Handlers = { openPicture: (picture: Picture) => void; follow: (hash: string) => void };

export function watchControls(
  root: HTMLElement,
  { openPicture, follow }: Handlers,
  signal: AbortSignal,
): void {
  watchPictures(root, openPicture, signal);
  watchInnerLinks(root, follow, signal);
  watchScrollers(root, signal);
}
