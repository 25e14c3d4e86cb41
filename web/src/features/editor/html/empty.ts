import { parseHtml } from './tree';

/** Whether a post has neither text nor pictures. */
export function isEmptyPost(html: string): boolean {
  const root = parseHtml(html);
  return root.textContent.trim() === '' && !root.querySelector('img, iframe, hr');
}
