/**
 * The controls of a text: copy buttons, pictures that open large, links within it, and elements that scroll within
 * themselves.
 */
import { watchCopyButtons } from './copy-buttons';
import { watchInnerLinks } from './inner-links';
import { type Picture, watchPictures } from './pictures';
import { watchScrollers } from './scrollers';

type Handlers = { openPicture: (picture: Picture) => void; follow: (hash: string) => void };

export function watchControls(
  root: HTMLElement,
  { openPicture, follow }: Handlers,
  signal: AbortSignal,
): void {
  watchCopyButtons(root, signal);
  watchPictures(root, openPicture, signal);
  watchInnerLinks(root, follow, signal);
  watchScrollers(root, signal);
}
