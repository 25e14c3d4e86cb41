let isFirst = true;

/**
 * Returns the site from which the reader came to this page, without the rest of the address. Only the page with which the
 * visit began has one, and only once: its referrer stays that of the whole document, which navigations, reloads and steps
 * back do not change.
 */
export function siteOfReferrer(): string | undefined {
  const isOfVisit = isFirst && isEntry();
  isFirst = false;
  if (!isOfVisit) {
    return undefined;
  }
  const [site] = /^https?:\/\/[^/?#]+/iu.exec(document.referrer) ?? [];
  return site === window.location.origin ? undefined : site;
}

/** Whether the browser opened the document by a link to the present address. */
function isEntry(): boolean {
  const entries =
    'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  const entry = entries[0];
  if (entry === undefined) {
    return true;
  }
  const isRepeated = 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward');
  return !isRepeated && new URL(entry.name).pathname === window.location.pathname;
}
