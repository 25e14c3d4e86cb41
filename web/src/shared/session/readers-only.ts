/** What an administrator is told who tries what only readers do. */
export function readersOnly(action: string): string {
  return `You are signed in as an administrator. Log out, then log in as a reader to ${action}.`;
}
