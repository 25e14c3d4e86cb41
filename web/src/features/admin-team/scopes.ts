/** What an API key may be allowed, in the order of the form. */
export const SCOPES = [
  {
    name: 'posts:read',
    label: 'Read posts',
    hint: 'Posts and drafts, their revisions and figures.',
  },
  { name: 'posts:write', label: 'Write posts', hint: 'Create, change, plan, submit and delete.' },
  { name: 'comments:read', label: 'Read comments', hint: 'Also those that are held.' },
  { name: 'comments:moderate', label: 'Moderate comments', hint: 'Approve and remove.' },
] as const;

export const SCOPE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  SCOPES.map(({ name, label }) => [name, label.toLowerCase()]),
);
