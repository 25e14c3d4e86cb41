import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';

import type { VisibleComment } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { toastFailure } from '../../../shared/session/toast-failure';
import { useConversation } from '../conversation';
import { reportComment, reportReader, setMuted } from './api';
import { DeleteDialog } from './delete-dialog';
import { showMuted } from './mutes';
import type { Action } from './possible-actions';
import { ReportDialog } from './report-dialog';
import { useWriter } from './use-writer';

type Props = {
  comment: VisibleComment;
  actions: readonly Action[];
  label: string;
  onEdit: () => void;
};

/** The menu of a comment. It is drawn on the first press of its button, so it starts open. */
export function CommentMenu({ comment, actions, label, onEdit }: Props) {
  const [isOpen, setOpen] = useState(true);
  const [dialog, setDialog] = useState<'delete' | 'report' | 'reportReader' | null>(null);
  const isEditing = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { tools } = useConversation();
  const { name, _id: userId } = comment.user;
  const isMuted = userId !== null && tools?.muted.has(userId) === true;
  const toggleMute = useMuting(userId, name);
  const items: Readonly<Record<Action, { text: string; run: () => void }>> = {
    edit: {
      text: 'Edit',
      run: () => {
        isEditing.current = true;
        onEdit();
      },
    },
    delete: {
      text: 'Delete',
      run: () => {
        setDialog('delete');
      },
    },
    report: {
      text: 'Report',
      run: () => {
        setDialog('report');
      },
    },
    reportReader: {
      text: `Report ${name}`,
      run: () => {
        setDialog('reportReader');
      },
    },
    mute: {
      text: isMuted ? `Unmute ${name}` : `Mute ${name}`,
      run: () => {
        void toggleMute(!isMuted);
      },
    },
  };
  const closeDialog = () => {
    setDialog(null);
  };
  const dialogProps = {
    onClose: closeDialog,
    returnFocus: () => {
      trigger.current?.focus();
    },
  };

  return (
    <>
      <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
        <DropdownMenu.Trigger
          ref={trigger}
          className="comment-action comment-menu-button"
          aria-label={label}
        >
          <Ellipsis aria-hidden />
        </DropdownMenu.Trigger>
        {/* Not at the end of the document: a menu belongs to the landmark of its button. */}
        <DropdownMenu.Content
          className="comment-menu"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            // The form has the focus.
            if (isEditing.current) {
              event.preventDefault();
              isEditing.current = false;
            }
          }}
        >
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action}
              className="comment-menu-item"
              data-danger={action === 'delete' || undefined}
              onSelect={items[action].run}
            >
              {items[action].text}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {dialog === 'delete' && <DeleteDialog comment={comment} {...dialogProps} />}
      {dialog === 'report' && (
        <ReportDialog
          title={`Report the comment of ${name}`}
          subject="the comment"
          send={(report) => reportComment(comment._id, report)}
          {...dialogProps}
        />
      )}
      {dialog === 'reportReader' && userId !== null && (
        <ReportDialog
          title={`Report ${name}`}
          subject="the profile"
          send={(report) => reportReader(userId, report)}
          {...dialogProps}
        />
      )}
    </>
  );
}

/** Returns a function that mutes or unmutes a reader, and offers to take that back. */
function useMuting(userId: string | null, name: string): (isMuted: boolean) => Promise<void> {
  const client = useQueryClient();
  const writer = useWriter();
  return async function mute(isMuted) {
    if (userId === null) {
      return;
    }
    try {
      await setMuted(userId, isMuted);
      showMuted(client, writer.id, { userId, name, isMuted });
      if (isMuted) {
        const text = `The comments of ${name} are folded for you now`;
        toast.success(text, { label: 'Undo', run: () => void mute(false) });
      } else {
        toast.success(`The comments of ${name} are shown again`);
      }
    } catch (error) {
      toastFailure(error, isMuted ? 'Failed to mute this reader' : 'Failed to unmute this reader');
    }
  };
}
