import { useEffect } from 'react';
import { useLocation } from 'react-router';

import type { RichTextContent } from '../../shared/rich-text';
import { placeNamed } from '../../shared/rich-text/inner-links';

/** Goes to the section that the address names once the text is there: the browser looked before it came. */
export function useHashPlace(content: RichTextContent): void {
  const { hash } = useLocation();

  useEffect(() => {
    if (content.headings.some(({ id }) => placeNamed(hash)?.id === id)) {
      placeNamed(hash)?.scrollIntoView();
    }
  }, [content, hash]);
}
