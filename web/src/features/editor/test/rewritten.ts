import { PostDocument } from '../html/post-document';
import { footnoteNumbers, storedFragment } from '../html/stored-form';

/** Parses a post and writes all of it anew, as if every block had been edited. */
export function rewritten(html: string): string {
  const { opened } = new PostDocument(html);
  return storedFragment(opened.content, footnoteNumbers(opened.children));
}
