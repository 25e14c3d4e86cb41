import { type ReactNode, useEffect } from 'react';

import { siteName } from '../site';

type Props = { children: ReactNode; title: string; className?: string };

/** The one h1 of a page. It names the tab, and takes the focus when the page was navigated to. */
export function PageTitle({ children, title, className = 'page-title' }: Props) {
  useDocumentTitle(title);
  return (
    <h1 className={className} tabIndex={-1} data-page-title>
      {children}
    </h1>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === siteName() ? title : `${title} · ${siteName()}`;
  }, [title]);
}
