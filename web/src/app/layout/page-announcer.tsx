import { useSyncExternalStore } from 'react';

import { pageTitles } from '../../shared/ui/page-title';

/** Announces the title of each page after the first: screen readers announce only loaded documents. */
export function PageAnnouncer() {
  const title = useSyncExternalStore(pageTitles.subscribe, pageTitles.announced, () => '');
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic>
      {title}
    </p>
  );
}
