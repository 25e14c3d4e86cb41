import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

import { messageFor } from '../../../shared/api/errors';
import { RichText } from '../../../shared/rich-text';
import { Cover } from '../../../shared/ui/cover';
import { useReturnFocus } from '../../../shared/ui/use-return-focus';
import { ErrorState } from '../../../shared/ui/failure-states';
import { previewQuery } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import './post-preview.css';

const FAILED = 'Failed to show the preview';
const LINES = 6;

/** `image` is the address of the featured image; empty for none. */
type Props = { post: PostFormValues; image: string; onClose: () => void };

/** The post or static page as readers will see it. */
export function PostPreview({ post, image, onClose }: Props) {
  const focus = useReturnFocus();
  const title = post.title.trim() === '' ? 'Untitled' : post.title;
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
            <Dialog.Title className="preview-name">Preview</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close preview">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <article className="preview-post">
            {post.category !== '' && <p className="eyebrow">{post.category}</p>}
            <p className="preview-title">{title}</p>
            {image !== '' && (
              <div className="preview-cover">
                <Cover title={title} image={image} smallImage={null} sizes="" isFirst />
              </div>
            )}
            <Text content={post.content} />
          </article>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Text({ content }: { content: string }) {
  const { data: reading, error, refetch } = useQuery(previewQuery(content));
  if (reading) {
    return <RichText html={reading.html} />;
  }
  if (error) {
    return <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return <PreviewSkeleton label="Loading the preview" />;
}

/** The outline of a text while it loads. */
export function PreviewSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="preview-skeleton">
      {Array.from({ length: LINES }, (_, index) => (
        <div key={index} className="skeleton skeleton-line" />
      ))}
    </div>
  );
}
