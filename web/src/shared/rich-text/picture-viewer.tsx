import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';

import type { Picture } from './pictures';

type Props = { picture: Picture; onClose: () => void };

/** A picture of the article as large as the window. */
export function PictureViewer({ picture, onClose }: Props) {
  const { source, description, opener } = picture;
  const [hasFailed, setFailed] = useState(false);
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
        <Dialog.Overlay className="picture-scrim" />
        <Dialog.Content
          className="picture-viewer"
          aria-describedby={undefined}
          // Closes by pointer; keyboard users have Esc and the button.
          onClick={onClose}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.focus();
          }}
        >
          <Dialog.Title className="visually-hidden">{description || 'Image'}</Dialog.Title>
          <Dialog.Close className="icon-button picture-close" aria-label="Close">
            <X aria-hidden />
          </Dialog.Close>
          <div className="picture-stage">
            {hasFailed ? (
              <p className="picture-missing">Image not available</p>
            ) : (
              <img
                src={source}
                alt={description}
                referrerPolicy="no-referrer"
                onError={() => {
                  setFailed(true);
                }}
              />
            )}
          </div>
          {description && (
            <p className="picture-caption" aria-hidden>
              {description}
            </p>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
