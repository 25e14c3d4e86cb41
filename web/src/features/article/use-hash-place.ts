import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { placeNamed } from '../../shared/rich-text/inner-links';

/** Goes to the section or note that the address names once the text is there: the browser looked before it came. */
export function useHashPlace(html: string): void {
  const { hash } = useLocation();
  const [arrivedAt] = useState(hash);

  useEffect(() => {
    const place = placeNamed(arrivedAt);
    if (place?.closest('.rich-text')) {
      place.scrollIntoView();
    }
  }, [html, arrivedAt]);
}
