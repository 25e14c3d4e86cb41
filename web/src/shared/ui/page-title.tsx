import { type ReactNode, useEffect, useRef } from 'react';

import { createListeners } from '../listeners';
import { siteName } from '../site';

let titleElement: HTMLElement | null = null;
let isFocusPending = false;

/** Set by pages that begin with a form field. */
let focusFirstField: (() => void) | null = null;

/** Makes `focus` get the focus instead of the title when the page opens. */
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

/** Focuses the title of the page; that of a page still loading once it is rendered. */
export function focusPageTitle(): void {
  if (focusFirstField) {
    focusFirstField();
    return;
  }
  isFocusPending = titleElement === null;
  titleElement?.focus({ preventScroll: true });
}

/** Returns `retry`, extended to focus the title of the next page. */
export function retryWithFocus(retry: () => void): () => void {
  return () => {
    isFocusPending = true;
    retry();
  };
}

const { subscribe, notify } = createListeners();
let previousTitle: string | null = null;
let announced = '';

/** The titles of the pages after the first one, for screen readers. */
export const pageTitles = { subscribe, announced: () => announced };

type Props = { children: ReactNode; title: string; className?: string };

/** The h1 of a page. It sets the tab's title, and gets the focus after a navigation. */
export function PageTitle({ children, title, className = 'page-title' }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    titleElement = heading.current;
    if (isFocusPending) {
      focusPageTitle();
    }
    return () => {
      titleElement = null;
    };
  }, []);
  return (
    <h1 ref={heading} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Sets the tab's title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const fullTitle = title === siteName() ? title : `${title} · ${siteName()}`;
    document.title = fullTitle;
    // While a search is typed, screen readers announce its results, not each new title.
    const isTyping = document.activeElement?.matches('input') ?? false;
    announced =
      previousTitle === null || previousTitle === fullTitle || isTyping ? announced : fullTitle;
    previousTitle = fullTitle;
    notify();
  }, [title]);
}
