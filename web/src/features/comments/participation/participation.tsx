import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import type { Comment } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { type Tools, useConversation } from '../conversation';
import { Actions } from './actions';
import { addComment, addedQuery, mutesQuery } from './api';
import { showAdded } from './changes';
import { EditForm } from './edit-form';
import { FoldedNote } from './folded-note';
import { HeldComments } from './held-comments';
import { mergeAdded } from './merge-added';
import './participation.css';
import { TextForm } from './text-form';
import { useDraft } from './use-draft';
import { useMoveTo } from './use-move-to';
import { type Writer, useWriter } from './use-writer';

const NO_PAGE: { comments: readonly Comment[] } = { comments: [] };

type Props = { onReady: (tools: Tools) => void };

/** What signed-in people see above the comments: the form, and their own comments that wait for a moderator. */
export function Participation({ onReady }: Props) {
  const writer = useWriter();
  const { post, isClosed } = useConversation();
  const { data } = useQuery({ ...mutesQuery(writer.id), enabled: !writer.isStaff });
  const { data: { comments: added } = NO_PAGE } = useQuery(addedQuery(post._id));
  const tools = useMemo(
    () => ({
      EditForm,
      Actions,
      FoldedNote,
      muted: new Set(data?.users.map(({ _id }) => _id)),
      addedRoots: added.filter(({ parentId }) => parentId === null),
      withAdded: (replies: readonly Comment[], id: string) =>
        mergeAdded(
          replies,
          added.filter(({ parentId, rootId }) => parentId !== null && rootId === id),
        ),
    }),
    [data, added],
  );

  useEffect(() => {
    onReady(tools);
  }, [tools, onReady]);

  return (
    <>
      {(writer.isStaff || !isClosed) && <CommentForm key={writer.id} writer={writer} />}
      {!writer.isStaff && <HeldComments postId={post._id} />}
    </>
  );
}

function CommentForm({ writer }: { writer: Writer }) {
  const client = useQueryClient();
  const { post } = useConversation();
  const moveTo = useMoveTo();
  const draft = useDraft(`${writer.id} ${post._id}`);

  async function send(content: string) {
    const { comment, message } = await addComment(writer, post._id, { content });
    showAdded(client, post._id, comment);
    toast.success(comment.state === 'held' ? message : 'Comment added successfully');
    moveTo(comment);
  }

  return (
    <TextForm
      label="Add a comment"
      placeholder="What do you think?"
      draft={draft}
      submitText="Comment"
      busyText="Posting..."
      failureText="Failed to add comment"
      onSend={send}
    />
  );
}
