/** The controls of a text: copy buttons, pictures that open large, and elements that scroll within themselves. */
import { watchCopyButtons } from './copy-buttons';
import { type Picture, watchPictures } from './pictures';
import { watchScrollers } from './scrollers';

export function watchControls(
  root: HTMLElement,
  onOpen: (picture: Picture) => void,
  signal: AbortSignal,
): void {
  watchCopyButtons(root, signal);
  watchPictures(root, onOpen, signal);
  watchScrollers(root, signal);
}
