import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { ErrorState } from '../../shared/ui/failure-states';
import { POST_LINKS, type PreviewLinks, previewLinkQuery } from './api';
import { CreateLink } from './create-link';
import { type NewLink, PresentLink } from './present-link';
import './preview-link.css';

/** What the panel needs of the edited post or static page. */
type StoredPost = { id: string; status: 'draft' | 'published' };

type Props = {
  /** Null stands for one that was never saved. */
  post: StoredPost | null;
  /** What its links are made by. */
  links?: PreviewLinks;
};

/** The part of the settings for the preview link of a draft. */
export function PreviewLink({ post, links = POST_LINKS }: Props) {
  const titleId = useId();
  if (post?.status === 'published') {
    return null;
  }
  return (
    <section
      className="preview-link"
      aria-labelledby={titleId}
      // The fields are no part of the post: a change of them is no change of it.
      onChange={(event) => {
        event.stopPropagation();
      }}
    >
      <h2 id={titleId} className="preview-link-title">
        Preview link
      </h2>
      <p className="preview-link-text">
        Anybody with the link can read this draft as it was last saved, without signing in.
      </p>
      {post === null ? (
        <p className="preview-link-text">Save the draft first.</p>
      ) : (
        <LinkOf key={post.id} postId={post.id} links={links} />
      )}
    </section>
  );
}

function LinkOf({ postId, links }: { postId: string; links: PreviewLinks }) {
  const client = useQueryClient();
  const query = previewLinkQuery(links, postId);
  const { data: link, error, refetch } = useQuery(query);
  /** The address is known to this page alone, until it is left. */
  const [made, setMade] = useState<NewLink | null>(null);
  const [isReplacing, setReplacing] = useState(false);

  if (link === undefined) {
    return error ? (
      <ErrorState
        message={messageFor(error, 'Failed to load the preview link')}
        onRetry={() => void refetch()}
      />
    ) : (
      <div className="skeleton skeleton-line" role="status" aria-label="Loading the preview link" />
    );
  }
  if (link === null || isReplacing) {
    return (
      <CreateLink
        create={(days) => links.create(postId, days)}
        isReplacing={isReplacing}
        onCreated={(created) => {
          setMade(created);
          setReplacing(false);
          const { expiresAt } = created;
          const createdAt = new Date().toISOString();
          client.setQueryData(query.queryKey, () => ({ createdAt, expiresAt }));
        }}
        onCancel={() => {
          setReplacing(false);
        }}
      />
    );
  }
  return (
    <PresentLink
      revoke={() => links.revoke(postId)}
      link={link}
      made={made}
      onReplace={() => {
        setReplacing(true);
      }}
      onRevoked={() => {
        setMade(null);
        client.setQueryData(query.queryKey, null);
      }}
    />
  );
}
