import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { messageFor } from '../../../shared/api/errors';
import type { VisibleComment } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { FormDialog } from '../../../shared/ui/form-dialog';
import { useConversation } from '../conversation';
import { deleteComment } from './api';
import { showRemoved } from './changes';
import { focusComment } from './focus-comment';
import { useWriter } from './use-writer';

const QUOTE_LENGTH = 80;

type Props = { comment: VisibleComment; onClose: () => void; returnFocus: () => void };

/** Asks before a comment is deleted. */
export function DeleteDialog({ comment, onClose, returnFocus }: Props) {
  const client = useQueryClient();
  const writer = useWriter();
  const { post } = useConversation();
  const isDone = useRef(false);
  const isOwn = writer.isAuthorOf(comment);

  async function confirm() {
    try {
      await deleteComment(writer, comment._id);
    } catch (error) {
      return messageFor(error, 'Failed to delete comment');
    }
    isDone.current = true;
    toast.success('Comment deleted successfully');
    showRemoved(client, post._id, comment, isOwn ? 'deleted' : 'removed');
    return null;
  }

  return (
    <FormDialog
      title={isOwn ? 'Delete your comment?' : `Delete the comment of ${comment.user.name}?`}
      description={
        <>
          “{quoteOf(comment.content)}” on <strong>{post.title}</strong> goes for good.
          {comment.replyCount > 0 && ' Its replies stay.'}
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => {
        if (isDone.current) {
          focusComment(comment.parentId ?? comment._id);
        } else {
          returnFocus();
        }
      }}
    />
  );
}

/** Returns the beginning of a text. */
function quoteOf(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length <= QUOTE_LENGTH
    ? characters.join('')
    : `${characters.slice(0, QUOTE_LENGTH).join('').trimEnd()}…`;
}
