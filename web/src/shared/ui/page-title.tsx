import { type ReactNode, useEffect, useRef } from 'react';

import { siteName } from '../site';

let shownTitle: HTMLElement | null = null;
let isFocusAwaited = false;

/** Focuses the title of the page, or of the page that is still loading once its title is there. */
export function focusPageTitle(): void {
  isFocusAwaited = shownTitle === null;
  shownTitle?.focus({ preventScroll: true });
}

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

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === siteName() ? title : `${title} · ${siteName()}`;
  }, [title]);
}
