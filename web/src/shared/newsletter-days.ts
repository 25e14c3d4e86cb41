/** Returns when the mails of a week come, such as `On Mondays and Fridays`; null for once a week. */
export function newsletterDays(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="newsletter-days"]')?.content ?? null;
}
