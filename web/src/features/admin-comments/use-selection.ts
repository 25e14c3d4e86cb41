import { useState } from 'react';

/** The selected comments, of those on the page: what has left it is not selected any more. */
export function useSelection(onPage: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(onPage.filter((id) => ids.has(id)));
  return {
    selected,
    select: (id: string, isSelected: boolean) => {
      const next = new Set(selected);
      if (isSelected) {
        next.add(id);
      } else {
        next.delete(id);
      }
      setIds(next);
    },
    selectAll: (isSelected: boolean) => {
      setIds(new Set(isSelected ? onPage : []));
    },
  };
}
