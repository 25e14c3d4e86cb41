import type { PostSummary } from '../../shared/api/types';
import { DEFAULT_AUTHOR } from '../../shared/site';
import { FollowButton } from './follow-button';

/** The toggles for the authors and the tags of a post. The server draws the same ones. */
export function FollowList({ post: { authors, tags } }: { post: PostSummary }) {
  return (
    <div className="follows">
      <p id="follows" className="follows-title">
        Follow
      </p>
      <ul className="follow-list" aria-labelledby="follows">
        {authors.flatMap(({ _id: id, username }) =>
          id === null ? (
            []
          ) : (
            <li key={id}>
              <FollowButton
                target={{ kind: 'author', target: id }}
                name={username || DEFAULT_AUTHOR}
              />
            </li>
          ),
        )}
        {tags.map((tag) => (
          <li key={tag}>
            <FollowButton target={{ kind: 'tag', target: tag }} name={tag} />
          </li>
        ))}
      </ul>
    </div>
  );
}
