import { type RefObject, useEffect, useRef } from 'react';

/** A thin line on top that grows with what was read. It follows the scrolling itself, so it has no motion of its own. */
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

/** 0 when the text begins, 1 once its end is in sight. */
export function readPart(text: { top: number; height: number }, windowHeight: number): number {
  const distance = text.height - windowHeight;
  if (distance <= 0) {
    return text.top + text.height <= windowHeight ? 1 : 0;
  }
  return Math.min(1, Math.max(0, -text.top / distance));
}
