import { Link } from 'react-router';

import type { BlogSummary } from '../api/types';
import { paths } from '../paths';
import { DEFAULT_AUTHOR } from '../site';

type Props = { of: Pick<BlogSummary, 'author'>; className: string };

/** The author of a blog, as a link to everything they wrote. Without an id there is no list to lead to. */
export function AuthorName({ of: { author }, className }: Props) {
  const name = author.username || DEFAULT_AUTHOR;
  return author._id ? (
    <Link to={paths.treasure({ author: author._id })} className={className}>
      {name}
    </Link>
  ) : (
    <span className={className}>{name}</span>
  );
}
