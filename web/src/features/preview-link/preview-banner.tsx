import { Eye } from 'lucide-react';

import { TimeStamp } from '../../shared/ui/time-stamp';
import './preview-banner.css';

type Props = { of: 'post' | 'page'; expiresAt: string };

/** Tells readers of a preview link that they read a draft. */
export function PreviewBanner({ of, expiresAt }: Props) {
  return (
    <div className="preview-banner" role="note">
      <Eye aria-hidden />
      <p>
        <strong>Preview of a draft</strong>
        {` — this ${of} is not published yet. The link works until `}
        <TimeStamp time={expiresAt} />.
      </p>
    </div>
  );
}
