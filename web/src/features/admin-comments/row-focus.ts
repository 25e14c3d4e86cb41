/** The focus on the rows of the queue, which the keys move. */
import { focusPageTitle } from '../../shared/ui/page-title';

/** Returns the id of the comment whose row has the focus or contains it; null if none does. */
export function focusedRow(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-comment]');
  return row?.dataset['comment'] ?? null;
}

/** Focuses the row of a comment; the title of the page if there is none. */
export function focusRow(id: string | null): void {
  const row = [...document.querySelectorAll<HTMLElement>('[data-comment]')].find(
    (element) => element.dataset['comment'] === id,
  );
  if (row) {
    row.focus();
  } else {
    focusPageTitle();
  }
}

/** Focuses the row of a comment once the list is rendered without those that leave it. */
export function focusRowSoon(id: string | null): void {
  requestAnimationFrame(() => {
    focusRow(id);
  });
}
