import { useCallback, useState } from 'react';

import type { ShowPreview } from '../prosemirror/views/code-block-view';

/** A formula or diagram, as HTML of a post, and the element that shows it. */
export type Drawing = { key: string; html: string; into: HTMLElement };

const keys = new WeakMap<HTMLElement, string>();
let lastKey = 0;

/** Collects what the code blocks of the text want to have drawn. */
export function useDrawings(): { drawings: readonly Drawing[]; show: ShowPreview } {
  const [drawings, setDrawings] = useState<readonly Drawing[]>([]);
  const show = useCallback<ShowPreview>((html, into) => {
    const key = keyOf(into);
    setDrawings((before) => [
      ...before.filter((drawing) => drawing.key !== key),
      ...(html === null ? [] : [{ key, html, into }]),
    ]);
  }, []);
  return { drawings, show };
}

function keyOf(element: HTMLElement): string {
  const known = keys.get(element);
  if (known !== undefined) {
    return known;
  }
  lastKey += 1;
  keys.set(element, String(lastKey));
  return String(lastKey);
}
