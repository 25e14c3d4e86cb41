/** What a webhook may be told of, in the order of the form. */
export const EVENTS = [
  { name: 'post.published', label: 'Post published', hint: 'In whichever way it became public.' },
  { name: 'post.updated', label: 'Post updated', hint: 'Each time that a public post is saved.' },
  {
    name: 'post.unpublished',
    label: 'Post unpublished',
    hint: 'It became a draft again, or was deleted.',
  },
  { name: 'comment.visible', label: 'Comment visible', hint: 'At once, or once it is approved.' },
  { name: 'comment.held', label: 'Comment held', hint: 'It waits for a moderator.' },
  { name: 'user.joined', label: 'Reader joined', hint: 'They verified their address.' },
] as const;

export const EVENT_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  EVENTS.map(({ name, label }) => [name, label]),
);
