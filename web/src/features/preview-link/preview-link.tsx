import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { ErrorState } from '../../shared/ui/failure-states';
import { previewLinkQuery } from './api';
import { CreateLink } from './create-link';
import { type NewLink, PresentLink } from './present-link';
import './preview-link.css';

/** What the panel needs of the edited post. */
type StoredPost = { id: string; status: 'draft' | 'published' };

/** The part of the settings for the preview link of a draft; null stands for a post that was never saved. */
export function PreviewLink({ post }: { post: StoredPost | null }) {
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
        <LinkOf key={post.id} postId={post.id} />
      )}
    </section>
  );
}

function LinkOf({ postId }: { postId: string }) {
  const client = useQueryClient();
  const query = previewLinkQuery(postId);
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
        postId={postId}
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
      postId={postId}
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
