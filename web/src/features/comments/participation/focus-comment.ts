/** Focuses a part of a comment, else the comment, else the title of all: what had the focus may be gone. */
export function focusComment(id: string, part?: string): void {
  const comment = document.getElementById(`comment-${id}`);
  const inner = part === undefined ? null : comment?.querySelector<HTMLElement>(part);
  const target = inner ?? comment ?? document.getElementById('comments');
  target?.focus({ preventScroll: true });
}
