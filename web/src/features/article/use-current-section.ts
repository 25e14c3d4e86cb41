import { useEffect, useState } from 'react';

import type { Heading } from '../../shared/api/types';

/** A section is being read once its heading has passed this part of the window. */
const READING_LINE = 0.3;
const FAR_ABOVE_PX = 1_000_000;

/** The id of the section that is being read; none above the first. */
export function useCurrentSection(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const places = headings
      .map(({ id }) => document.getElementById(id))
      .filter((place) => place !== null);
    const follow = () => {
      const line = window.innerHeight * READING_LINE;
      setCurrent(places.findLast((place) => place.getBoundingClientRect().top <= line)?.id);
    };
    // All above the line counts as seen, so that it tells when a heading crosses the line, also by a jump.
    const observer = new IntersectionObserver(follow, {
      rootMargin: `${FAR_ABOVE_PX}px 0px -${(1 - READING_LINE) * 100}% 0px`,
    });
    places.forEach((place) => {
      observer.observe(place);
    });
    return () => {
      observer.disconnect();
    };
  }, [headings]);

  return current;
}
