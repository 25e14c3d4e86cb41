import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Makes an element take a file that is dropped on it. Returns whether one is held over it. */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFile);

  useEffect(() => {
    const element = target.current;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) {
        // Unless it is prevented, the browser opens what is dropped.
        event.preventDefault();
        setOver(true);
      }
    };
    const leave = (event: DragEvent) => {
      const next = event.relatedTarget;
      setOver(next instanceof Node && (element?.contains(next) ?? false));
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) {
        take(file);
      }
    };
    element?.addEventListener('dragover', over);
    element?.addEventListener('dragleave', leave);
    element?.addEventListener('drop', drop);
    return () => {
      element?.removeEventListener('dragover', over);
      element?.removeEventListener('dragleave', leave);
      element?.removeEventListener('drop', drop);
    };
  }, [target]);

  return isOver;
}
