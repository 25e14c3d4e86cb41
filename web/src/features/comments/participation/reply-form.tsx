import { useQueryClient } from '@tanstack/react-query';

import type { VisibleComment } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { useConversation } from '../conversation';
import { addComment } from './api';
import { showAdded } from './changes';
import { TextForm } from './text-form';
import { useDraft } from './use-draft';
import { useMoveTo } from './use-move-to';
import { useWriter } from './use-writer';

type Props = {
  parent: VisibleComment;
  isFocused: boolean;
  onClose: () => void;
  onSent: () => void;
};

/** The form of a reply, below the comment that it replies to. */
export function ReplyForm({ parent, isFocused, onClose, onSent }: Props) {
  const client = useQueryClient();
  const writer = useWriter();
  const { post } = useConversation();
  const moveTo = useMoveTo();
  const draft = useDraft(`${writer.id} ${post._id} ${parent._id}`);

  async function send(content: string) {
    const sent = await addComment(writer, post._id, { content, parentId: parent._id });
    draft.clear();
    onSent();
    showAdded(client, post._id, sent.comment);
    toast.success(sent.comment.state === 'held' ? sent.message : 'Reply added successfully');
    moveTo(sent.comment);
  }

  return (
    <TextForm
      label={`Reply to ${parent.user.name}`}
      draft={draft}
      submitText="Post reply"
      busyText="Posting..."
      failureText="Failed to add reply"
      isFocused={isFocused}
      onSend={send}
      onClose={onClose}
    />
  );
}
