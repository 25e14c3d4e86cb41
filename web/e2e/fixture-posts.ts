/** Fixture posts with everything that articles and lists can contain, as lines of an import. */
import { fullArticleContent } from './full-article';

const LONG = 'a-long-article';
/** The slugs of articles among the fixture and sample posts. */
export const OWN_ARTICLES = [
  'everything-at-once',
  'sqlite-is-enough',
  LONG,
  'keyboard-first-forms',
  'no-picture-and-few-words',
];
/** Enough posts of one category for two pages of nine. */
const NOTES = 12;
const PICTURE = 'https://example.org/picture.png';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T08:00:00Z`;

export function ownPosts(): string {
  const notes = Array.from({ length: NOTES }, (_, index) =>
    line(`rust-note-${index + 1}`, {
      title: `Note ${index + 1} on Rust, ${'with a title that goes on '.repeat(index % 3)}`.trim(),
      createdAt: day(index + 1),
      contentHtml: `<p>${'What was found out about it. '.repeat(index + 1)}</p>`,
      ...(index % 2 === 0 && { featuredImage: PICTURE }),
    }),
  );
  return [
    ...notes,
    line('everything-at-once', {
      title: 'Everything at once',
      createdAt: day(20),
      contentHtml: fullArticleContent(PICTURE),
      featuredImage: PICTURE,
    }),
    line(LONG, {
      title: 'A long article',
      createdAt: day(21),
      contentHtml: fullArticleContent(PICTURE).repeat(3),
    }),
    line('no-picture-and-few-words', {
      title: 'No picture and few words',
      createdAt: day(22),
      contentHtml: '<p>Few.</p>',
    }),
  ].join('\n');
}

type Fields = { title: string; createdAt: string; contentHtml: string; featuredImage?: string };

function line(slug: string, fields: Fields): string {
  return JSON.stringify({
    slug,
    author: 'Nora Quist',
    tags: ['rust'],
    category: 'Other',
    ...fields,
  });
}
