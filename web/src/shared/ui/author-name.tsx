import { Link } from 'react-router';

import type { PostSummary } from '../api/types';
import { paths } from '../paths';
import { DEFAULT_AUTHOR } from '../site';

type Props = { of: Pick<PostSummary, 'author'>; className: string };

/** The author of a post, linked to their posts. Without an id it is plain text. */
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
