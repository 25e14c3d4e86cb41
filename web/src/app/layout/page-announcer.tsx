import { useSyncExternalStore } from 'react';

import { pageTitles } from '../../shared/ui/page-title';

/** Reads out the title of each page that follows the first one: a browser does so only for a document that it loads. */
export function PageAnnouncer() {
  const title = useSyncExternalStore(pageTitles.subscribe, pageTitles.announced, () => '');
  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic>
      {title}
    </p>
  );
}
