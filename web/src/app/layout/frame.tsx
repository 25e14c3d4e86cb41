import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';

type Props = {
  sideBar: ReactNode;
  bottomBar: ReactNode;
  footer?: ReactNode;
  className?: string;
};

/** The frame of pages with navigation: a side bar, rail or bottom bar, depending on the window width. */
export function Frame({ sideBar, bottomBar, footer, className = '' }: Props) {
  const isLoading = useNavigation().state === 'loading';
  return (
    <div className={`frame ${className}`}>
      {sideBar}
      <main id="content" className="content" tabIndex={-1} aria-busy={isLoading || undefined}>
        {isLoading && <div className="page-progress" aria-hidden />}
        <Outlet />
      </main>
      {footer}
      {bottomBar}
      <ScrollRestoration />
    </div>
  );
}
