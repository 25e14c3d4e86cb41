import { parsed } from './tree';

/** Whether there is nothing to read or to see. */
export function isEmptyPost(html: string): boolean {
  const root = parsed(html);
  return root.textContent.trim() === '' && !root.querySelector('img, iframe, hr');
}
