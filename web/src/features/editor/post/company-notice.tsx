import { useQuery } from '@tanstack/react-query';
import { Users, X } from 'lucide-react';
import { useState } from 'react';

import { TimeStamp } from '../../../shared/ui/time-stamp';
import { type Company, type StoredPost, companyQuery } from '../api';

/** Tells who else writes in a post, and that it was saved since the text here began. */
export function CompanyNotice({ post }: { post: StoredPost }) {
  const { data } = useQuery(companyQuery(post.id));
  const [dismissed, setDismissed] = useState('');
  const editors = data?.editors ?? [];
  const isChanged = data !== undefined && data.revision > post.revision;
  const subject = [...editors.map(({ id }) => id), isChanged && data.revision].join();

  if ((editors.length === 0 && !isChanged) || subject === dismissed) {
    return null;
  }
  return (
    <div className="company-notice" role="status">
      <Users aria-hidden />
      <p>
        {editors.length > 0 && <Writers editors={editors} />}
        {isChanged && ' This post was saved since you opened it. You can compare when you save.'}
      </p>
      <button
        type="button"
        className="banner-close"
        aria-label="Dismiss"
        onClick={() => {
          setDismissed(subject);
        }}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}

function Writers({ editors }: Pick<Company, 'editors'>) {
  const [first, second, ...others] = editors;
  if (!first) {
    return null;
  }
  const names =
    others.length > 0
      ? `${first.username} and ${others.length + 1} others are`
      : second
        ? `${first.username} and ${second.username} are`
        : `${first.username} is`;
  return (
    <>
      {names} writing in this post too (saved <TimeStamp time={first.savedAt} form="ago" />
      ).
    </>
  );
}
