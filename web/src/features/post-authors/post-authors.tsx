import { useId } from 'react';

import { usePermissions } from '../../shared/session/permissions';
import { ChosenAuthors } from './chosen-authors';
import './post-authors.css';
import type { EditedPost } from './use-authors';

/** The part of the settings for the authors of a post. Those who may not change them see their names. */
export function PostAuthors({ post: { stored, amend } }: { post: EditedPost }) {
  const titleId = useId();
  const { canPublish } = usePermissions();
  return (
    <section
      className="post-authors"
      aria-labelledby={titleId}
      // The field is no part of the form: a change of it is none of the post's text.
      onChange={(event) => {
        event.stopPropagation();
      }}
    >
      <h2 id={titleId} className="post-authors-title">
        Authors
      </h2>
      {stored === null && <p className="post-authors-lead">Save the draft first.</p>}
      {stored !== null &&
        (canPublish ? (
          <ChosenAuthors key={stored.id} id={stored.id} stored={stored.authors} amend={amend} />
        ) : (
          <ul className="post-authors-list">
            {stored.authors.map(({ _id: id, username }) => (
              <li key={id} className="post-author">
                <span className="post-author-name">{username}</span>
              </li>
            ))}
          </ul>
        ))}
    </section>
  );
}
