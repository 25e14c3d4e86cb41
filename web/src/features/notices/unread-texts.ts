const SHOWN_MAX = 99;

/** Returns the number beside the bell; empty for none. */
export function unreadBadge(unread: number): string {
  if (unread <= 0) {
    return '';
  }
  return unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
}

/** Returns the name of the bell with the whole number. */
export function withUnread(name: string, unread: number): string {
  return unread > 0 ? `${name}, ${unread} unread` : name;
}
