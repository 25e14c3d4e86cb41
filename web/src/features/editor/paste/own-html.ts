/** HTML copied out of this editor: all that a post may have is kept, colours, sizes and alignment too. */
import { removeDisallowed } from '../html/allowed';
import { removeComments } from './dom';

/** The attribute of the first element of what the editor writes to the clipboard. */
export const OWN_MARK = 'data-post-part';
const OWN = `[${OWN_MARK}], [class^="ql-"], [class*=" ql-"]`;

/** Whether HTML was copied out of this editor. */
export function isOwnHtml(root: Element): boolean {
  return root.querySelector(OWN) !== null;
}

/** Returns the allowed part of HTML copied out of this editor. */
export function readOwnHtml(root: Element): string {
  removeComments(root);
  root.querySelectorAll('.ql-ui, .ql-cursor, br.Apple-interchange-newline').forEach((element) => {
    element.remove();
  });
  removeDisallowed(root);
  return root.innerHTML;
}
