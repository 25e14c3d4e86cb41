import { type RefObject, useEffect, useRef } from 'react';

/** A thin progress bar at the top. It follows the scroll position, without an animation. */
export function ReadingProgress({ of: text }: { of: RefObject<HTMLElement | null> }) {
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let frame = 0;
    const show = () => {
      frame = 0;
      if (bar.current && text.current) {
        bar.current.style.transform = `scaleX(${readPart(text.current.getBoundingClientRect(), window.innerHeight)})`;
      }
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(show);
    };
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [text]);

  return <div ref={bar} className="reading-progress" aria-hidden />;
}

/** Returns the part of the text that was scrolled past: 0 at its start, 1 once its end is visible. */
export function readPart(text: { top: number; height: number }, windowHeight: number): number {
  const distance = text.height - windowHeight;
  if (distance <= 0) {
    return text.top + text.height <= windowHeight ? 1 : 0;
  }
  return Math.min(1, Math.max(0, -text.top / distance));
}
