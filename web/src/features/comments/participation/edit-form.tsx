import { useQueryClient } from '@tanstack/react-query';

import type { VisibleComment } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { useConversation } from '../conversation';
import { editComment } from './api';
import { showEdited } from './changes';
import { focusComment } from './focus-comment';
import { TextForm } from './text-form';
import { useDraft } from './use-draft';
import { useMoveTo } from './use-move-to';
import { useWriter } from './use-writer';

type Props = { comment: VisibleComment; onClose: () => void };

/** The form that changes the text of an own comment in its place. */
export function EditForm({ comment, onClose }: Props) {
  const { _id: id, content } = comment;
  const client = useQueryClient();
  const writer = useWriter();
  const { post } = useConversation();
  const moveTo = useMoveTo();
  const draft = useDraft(`${writer.id} edit ${id}`, content);

  function close() {
    onClose();
    focusComment(id, '.comment-menu-button');
  }

  async function send(text: string) {
    const { comment: edited, message } = await editComment(writer, id, text);
    close();
    showEdited(client, post._id, comment, edited);
    if (edited.state !== comment.state) {
      moveTo(edited);
    }
    toast.success(message);
  }

  return (
    <TextForm
      label="Edit your comment"
      draft={draft}
      submitText="Save"
      busyText="Saving..."
      failureText="Failed to update comment"
      isFocused
      onSend={send}
      onClose={close}
    />
  );
}
