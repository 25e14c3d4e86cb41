import { useEffect, useState } from 'react';

import type { Heading } from '../../shared/api/types';

/** A section is current once its heading is above this part of the window's height. */
const READING_LINE = 0.3;
const FAR_ABOVE_PX = 1_000_000;

/** Returns the id of the current section; undefined above the first. */
export function useCurrentSection(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const elements = headings
      .map(({ id }) => document.getElementById(id))
      .filter((element) => element !== null);
    const update = () => {
      const line = window.innerHeight * READING_LINE;
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top <= line)?.id);
    };
    // The area above the line counts as visible, so that every crossing is reported, also by a jump.
    const observer = new IntersectionObserver(update, {
      rootMargin: `${FAR_ABOVE_PX}px 0px -${(1 - READING_LINE) * 100}% 0px`,
    });
    elements.forEach((element) => {
      observer.observe(element);
    });
    return () => {
      observer.disconnect();
    };
  }, [headings]);

  return current;
}
