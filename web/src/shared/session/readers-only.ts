/** The message for an administrator who tries a reader's action. */
export function readersOnly(action: string): string {
  return `You are signed in as an administrator. Log out, then log in as a reader to ${action}.`;
}
