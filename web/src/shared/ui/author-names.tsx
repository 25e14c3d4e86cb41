import { Fragment } from 'react';
import { Link } from 'react-router';

import type { PostSummary } from '../api/types';
import { type BylineForm, byline } from '../byline';
import { paths } from '../paths';
import { DEFAULT_AUTHOR } from '../site';

type Author = PostSummary['author'];

type Props = {
  of: Pick<PostSummary, 'authors'>;
  /** The class of each name. */
  className: string;
  form?: BylineForm;
};

/** The authors of a post, each linked to their page. The server renders the same. */
export function AuthorNames({ of: { authors }, className, form = 'short' }: Props) {
  const { named, rest } = byline(authors, form);
  const names = named.map(({ separator, author }, index) => (
    <Fragment key={author._id ?? index}>
      {separator}
      <AuthorName author={author} className={className} />
    </Fragment>
  ));
  return authors.length > 1 ? (
    <span className="authors">
      {names}
      {rest}
    </span>
  ) : (
    names
  );
}

/** The name of an author; plain text if they have left. */
function AuthorName({ author, className }: { author: Author; className: string }) {
  const name = author.username || DEFAULT_AUTHOR;
  return author.slug ? (
    <Link to={paths.author(author.slug)} className={className}>
      {name}
    </Link>
  ) : (
    <span className={className}>{name}</span>
  );
}
