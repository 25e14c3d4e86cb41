import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

import { toast } from '../../../shared/toast';
import { type Tools, useConversation } from '../conversation';
import { Actions } from './actions';
import { addComment, mutesQuery } from './api';
import { showAdded } from './changes';
import { EditForm } from './edit-form';
import { HeldComments } from './held-comments';
import './participation.css';
import { TextForm } from './text-form';
import { useDraft } from './use-draft';
import { useMoveTo } from './use-move-to';
import { type Writer, useWriter } from './use-writer';

type Props = { onReady: (tools: Tools) => void };

/** What signed-in people see above the comments: the form, and their own comments that wait for a moderator. */
export function Participation({ onReady }: Props) {
  const writer = useWriter();
  const { post, isClosed } = useConversation();
  const { data } = useQuery({ ...mutesQuery(writer.id), enabled: !writer.isStaff });
  const tools = useMemo(
    () => ({ EditForm, Actions, muted: new Set(data?.users.map(({ _id }) => _id)) }),
    [data],
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
