/** The spans of days that the figures of a post can be of. */
import { DEFAULT_SPAN } from '../../shared/analytics-path';

export const SPANS = [
  { days: 7, label: '7 days', title: 'Last 7 days' },
  { days: 30, label: '30 days', title: 'Last 30 days' },
  { days: 90, label: '90 days', title: 'Last 90 days' },
  { days: 365, label: '1 year', title: 'Last 365 days' },
] as const;

export type Span = (typeof SPANS)[number];

/** Returns the span that an address names; the default for any other. */
export function spanIn(address: URLSearchParams): Span {
  const days = address.get('days') ?? String(DEFAULT_SPAN);
  return SPANS.find((span) => String(span.days) === days) ?? SPANS[1];
}
