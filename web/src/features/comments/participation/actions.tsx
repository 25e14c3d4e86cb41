import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';

import type { VisibleComment } from '../../../shared/api/types';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { LazyChunk } from '../../../shared/loading/lazy-chunk';
import { loadChunk } from '../../../shared/loading/load-chunk';
import { reportChunkError } from '../../../shared/notices';
import { useConversation } from '../conversation';
import { possibleActions } from './possible-actions';
import { ReplyForm } from './reply-form';
import { useOpenReply } from './use-draft';
import { useWriter } from './use-writer';

const menu = lazyCode(async () => (await loadChunk(() => import('./comment-menu'))).CommentMenu);

type Props = { comment: VisibleComment; onEdit: () => void };

/** What a signed-in person can do with a comment. The menu is fetched when it is first opened. */
export function Actions({ comment, onEdit }: Props) {
  const writer = useWriter();
  const { isClosed } = useConversation();
  const reply = useOpenReply(writer.id, comment._id);
  // A form that a reload opened leaves the focus where it is.
  const [isReplyFocused, setReplyFocused] = useState(false);
  const [isMenuUsed, setMenuUsed] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const actions = possibleActions(comment, writer);
  const label = `More actions for the comment of ${comment.user.name}`;
  const button = (
    <button
      type="button"
      className="comment-action comment-menu-button"
      aria-label={label}
      aria-haspopup="menu"
      aria-busy={isMenuUsed || undefined}
      onClick={() => {
        setMenuUsed(true);
      }}
    >
      <Ellipsis aria-hidden />
    </button>
  );
  return (
    <>
      {comment.state === 'visible' && (writer.isStaff || !isClosed) && (
        <button
          ref={replyButton}
          type="button"
          className="comment-action"
          aria-expanded={reply.isOpen}
          onClick={() => {
            setReplyFocused(true);
            if (reply.isOpen) {
              reply.close();
            } else {
              reply.open();
            }
          }}
        >
          Reply
        </button>
      )}
      {actions.length > 0 &&
        (isMenuUsed ? (
          <LazyChunk
            code={menu}
            pending={button}
            onFailure={(error) => {
              reportChunkError(error);
              setMenuUsed(false);
            }}
          >
            {(CommentMenu) => (
              <CommentMenu comment={comment} actions={actions} label={label} onEdit={onEdit} />
            )}
          </LazyChunk>
        ) : (
          button
        ))}
      {reply.isOpen && (
        <ReplyForm
          parent={comment}
          isFocused={isReplyFocused}
          onClose={() => {
            reply.close();
            replyButton.current?.focus();
          }}
          onSent={reply.close}
        />
      )}
    </>
  );
}
