import { type ReactNode, useEffect, useRef } from 'react';

import { createListeners } from '../listeners';
import { siteName } from '../site';

let shownTitle: HTMLElement | null = null;
let isFocusAwaited = false;

/** Of a page that is there for one field alone. */
let focusFirstField: (() => void) | null = null;

/** The field in which such a page begins: it takes the focus in the place of the title. */
export function useFirstField(focus: () => void): void {
  const first = useRef(focus);
  useEffect(() => {
    const focusFirst = first.current;
    focusFirstField = focusFirst;
    focusFirst();
    return () => {
      focusFirstField = null;
    };
  }, []);
}

/** Focuses the title of the page, or of the page that is still loading once its title is there. */
export function focusPageTitle(): void {
  if (focusFirstField) {
    focusFirstField();
    return;
  }
  isFocusAwaited = shownTitle === null;
  shownTitle?.focus({ preventScroll: true });
}

/** The same, and the title of the page that comes has the focus then. */
export function retryWithFocus(retry: () => void): () => void {
  return () => {
    isFocusAwaited = true;
    retry();
  };
}

const { subscribe, tell } = createListeners();
let shownBefore: string | null = null;
let announced = '';

/** The titles of the pages that follow the first one, for whoever does not see the tab. */
export const pageTitles = { subscribe, announced: () => announced };

type Props = { children: ReactNode; title: string; className?: string };

/** The one h1 of a page. It names the tab, and takes the focus when the page was navigated to. */
export function PageTitle({ children, title, className = 'page-title' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    shownTitle = heading.current;
    if (isFocusAwaited) {
      focusPageTitle();
    }
    return () => {
      shownTitle = null;
    };
  }, []);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Names the tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const whole = title === siteName() ? title : `${title} · ${siteName()}`;
    document.title = whole;
    // Whoever types a search hears what it finds, and not each of its letters.
    const isTyping = document.activeElement?.matches('input') ?? false;
    announced = shownBefore === null || shownBefore === whole || isTyping ? announced : whole;
    shownBefore = whole;
    tell();
  }, [title]);
}
