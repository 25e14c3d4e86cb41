import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

import { messageFor } from '../../../shared/api/errors';
import type { StaticPageRevision } from '../../../shared/api/types';
import { RichText } from '../../../shared/rich-text';
import { ErrorState } from '../../../shared/ui/failure-states';
import { useReturnFocus } from '../../../shared/ui/use-return-focus';
import { PreviewSkeleton } from '../post/post-preview';
import { pageRevisionQuery } from './api';

const FAILED = 'Failed to show the version';

type Props = { pageId: string; revision: StaticPageRevision; onClose: () => void };

/** A revision of a static page as readers saw it. */
export function VersionView({ pageId, revision, onClose }: Props) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          onClose();
        }
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="preview" aria-describedby={undefined} {...focus}>
          <div className="preview-bar">
            <Dialog.Title className="preview-name">Version {revision.number}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close the version">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <article className="preview-post">
            <p className="preview-title">{revision.title}</p>
            <Text pageId={pageId} number={revision.number} />
          </article>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Text({ pageId, number }: { pageId: string; number: number }) {
  const { data, error, refetch } = useQuery(pageRevisionQuery(pageId, number));
  if (data) {
    return <RichText html={data.reading.html} />;
  }
  return error ? (
    <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
  ) : (
    <PreviewSkeleton label="Loading the version" />
  );
}
