/** What the journeys sign in with. */
export const PASSWORD = 'Correct-horse-1';
export const ROOT_EMAIL = 'root@example.org';
export const MASTER_PASSWORD = 'open sesame';
