/** The kinds of callouts, which Markdown writes as `> [!NOTE]`. */
export const CALLOUTS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof CALLOUTS)[number];

export function calloutOf(element: Element): CalloutKind | null {
  return CALLOUTS.find((kind) => element.classList.contains(`callout-${kind}`)) ?? null;
}

export function calloutNamed(name: string): CalloutKind | null {
  return CALLOUTS.find((kind) => kind === name.toLowerCase()) ?? null;
}
