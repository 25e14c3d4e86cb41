import { CircleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

import '../styles/banner.css';

type Props = {
  message: string | null;
  onDismiss: () => void;
  /** The id of the message, for `aria-describedby`. */
  id?: string;
  children?: ReactNode;
};

/** The last error in the panel, until it is dismissed (product.md §8). */
export function ErrorBanner({ message, onDismiss, id, children }: Props) {
  return message === null ? null : (
    <div className="error-banner" role="alert">
      <CircleAlert aria-hidden />
      <p id={id}>{message}</p>
      {children}
      <button type="button" className="banner-close" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </button>
    </div>
  );
}
