import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';

import { RichText, useRichText } from '../../../shared/rich-text';
import type { WrittenPost } from '../draft/draft-store';

/** `image` is the featured image as it can be shown; empty for none. */
type Props = { post: WrittenPost; image: string; onClose: () => void };

/** The post as its readers will see it. */
export function PostPreview({ post, image, onClose }: Props) {
  const content = useRichText(post.content);
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
        <Dialog.Content className="preview" aria-describedby={undefined}>
          <div className="preview-bar">
            <Dialog.Title className="preview-name">Preview</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close preview">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <article className="preview-post">
            <p className="eyebrow">{post.category}</p>
            <p className="preview-title">{title}</p>
            {image !== '' && (
              <img src={image} alt="" className="preview-cover" referrerPolicy="no-referrer" />
            )}
            <RichText content={content} />
          </article>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
