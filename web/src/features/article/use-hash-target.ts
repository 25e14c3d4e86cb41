import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { elementForHash } from '../../shared/rich-text/hash-target';

/** Scrolls to the section or note that the hash names once the text is rendered: the browser tried before. */
export function useHashTarget(html: string): void {
  const { hash } = useLocation();
  const [initialHash] = useState(hash);

  useEffect(() => {
    const target = elementForHash(initialHash);
    if (target?.closest('.rich-text')) {
      target.scrollIntoView();
    }
  }, [html, initialHash]);
}
