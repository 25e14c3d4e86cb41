import { Outlet, ScrollRestoration, useNavigation } from 'react-router';

import { BottomBar } from './bottom-bar';
import { SideBar } from './side-bar';

/** The frame of every page with navigation: side bar, rail or bottom bar, by the width of the window. */
export function SiteLayout() {
  const isLeaving = useNavigation().state === 'loading';
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <SideBar />
      <main id="content" className="content" tabIndex={-1} aria-busy={isLeaving}>
        {isLeaving && <div className="page-progress" aria-hidden />}
        <Outlet />
      </main>
      <BottomBar />
      <ScrollRestoration />
    </div>
  );
}
