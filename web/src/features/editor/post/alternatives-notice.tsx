import { ImageOff } from 'lucide-react';
import { useEffect, useRef } from 'react';

type Props = {
  /** The number of pictures without alternative text. */
  count: number;
  onShow: () => void;
  onPublish: () => void;
};

/** Tells before publishing of pictures that say nothing to who cannot see them. */
export function AlternativesNotice({ count, onShow, onPublish }: Props) {
  const show = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    show.current?.focus({ preventScroll: true });
    return () => {
      const isFocusLost = document.activeElement === document.body;
      if (isFocusLost && opener instanceof HTMLElement) {
        opener.focus();
      }
    };
  }, []);

  return (
    <div className="alternatives-notice" role="group" aria-label="Alternative texts">
      <ImageOff aria-hidden />
      <p role="alert">
        {count === 1 ? '1 picture has' : `${count} pictures have`} no alternative text
      </p>
      <div className="notice-actions">
        <button ref={show} type="button" className="button button-small" onClick={onShow}>
          Show me
        </button>
        <button type="button" className="button button-primary button-small" onClick={onPublish}>
          Publish anyway
        </button>
      </div>
    </div>
  );
}
