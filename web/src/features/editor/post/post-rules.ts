/** The requirements and limits of posts (product.md §5, rulings §4). */
import { lengthOf } from '../../../shared/form/rules';
import { isEmptyPost } from '../html/empty';

export const REQUIRED = 'Title, content and featured image are required';
export const INVALID_IMAGE = 'Invalid image URL. Please provide a valid direct image link.';
export const TITLE_LENGTH_MAX = 200;

const TAGS_MAX = 10;
const TAG_LENGTH_MAX = 40;

/** Parses typed tags: splits at commas, trims, drops empty ones. */
export function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function checkTags(text: string): true | string {
  const tags = tagsIn(text);
  if (tags.length > TAGS_MAX) {
    return `At most ${TAGS_MAX} tags`;
  }
  return (
    tags.every((tag) => lengthOf(tag) <= TAG_LENGTH_MAX) ||
    `A tag may have at most ${TAG_LENGTH_MAX} characters`
  );
}

export type Missing = { title: boolean; content: boolean; image: boolean };

export function missingIn(title: string, content: string, hasImage: boolean): Missing | null {
  const missing = {
    title: title.trim() === '',
    content: content === '' || isEmptyPost(content),
    image: !hasImage,
  };
  return missing.title || missing.content || missing.image ? missing : null;
}
