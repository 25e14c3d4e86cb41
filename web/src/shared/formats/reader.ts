/** Runs in a worker: writes one of each, so that the browser knows how. */
(1_000).toLocaleString();
for (const style of ['medium', 'full'] as const) {
  new Intl.DateTimeFormat(undefined, { dateStyle: style, timeStyle: 'short' }).format();
}
postMessage(null);
