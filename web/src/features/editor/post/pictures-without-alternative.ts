import { parseHtml } from '../html/tree';

/** Returns the indexes of the pictures without alternative text. An empty one marks a picture as decoration. */
export function picturesWithoutAlternative(html: string): number[] {
  return [...parseHtml(html).querySelectorAll('img')].flatMap((picture, index) =>
    picture.hasAttribute('alt') ? [] : [index],
  );
}
