import { Eye } from 'lucide-react';

import { TimeStamp } from '../../shared/ui/time-stamp';
import './preview-banner.css';

/** Tells readers of a preview link that the post is a draft. */
export function PreviewBanner({ expiresAt }: { expiresAt: string }) {
  return (
    <div className="preview-banner" role="note">
      <Eye aria-hidden />
      <p>
        <strong>Preview of a draft</strong>
        {' — this post is not published yet. The link works until '}
        <TimeStamp time={expiresAt} />.
      </p>
    </div>
  );
}
