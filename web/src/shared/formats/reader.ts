/** Runs in a worker: formats one value of each kind, so that the browser loads the formats. */
(1_000).toLocaleString();
for (const style of ['medium', 'full'] as const) {
  new Intl.DateTimeFormat(undefined, { dateStyle: style, timeStyle: 'short' }).format();
}
postMessage(null);
