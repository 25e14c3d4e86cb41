import { type RefObject, useEffect, useEffectEvent } from 'react';

import type { Day } from '../zoned-time';

type Handlers = {
  /** Called while something is dragged over a day; returns whether the day takes it. */
  onOver: (day: Day) => boolean;
  onDrop: (day: Day) => void;
};

/** Makes the days in an element, which have the attribute `data-day`, take what is dragged to them. */
export function useDayDrop(container: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const over = useEffectEvent((event: DragEvent) => {
    const day = dayAt(event);
    // Unless it is prevented, the pointer shows that the day does not take it.
    if (day !== undefined && handlers.onOver(day)) {
      event.preventDefault();
      if (event.dataTransfer) {
        event.dataTransfer.dropEffect = 'move';
      }
    }
  });
  const drop = useEffectEvent((event: DragEvent) => {
    const day = dayAt(event);
    if (day !== undefined) {
      event.preventDefault();
      handlers.onDrop(day);
    }
  });

  useEffect(() => {
    const element = container.current;
    const onOver = (event: DragEvent) => {
      over(event);
    };
    const onDrop = (event: DragEvent) => {
      drop(event);
    };
    element?.addEventListener('dragover', onOver);
    element?.addEventListener('drop', onDrop);
    return () => {
      element?.removeEventListener('dragover', onOver);
      element?.removeEventListener('drop', onDrop);
    };
  }, [container]);
}

function dayAt({ target }: DragEvent): Day | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
  return cell?.dataset['day'];
}
