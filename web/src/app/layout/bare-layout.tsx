import { Link, Outlet, ScrollRestoration } from 'react-router';

import { paths } from '../../shared/paths';
import { siteName } from '../../shared/site';

/** The layout of pages without navigation: one narrow column under the site's name. */
export function BareLayout() {
  return (
    <main id="content" className="bare" tabIndex={-1}>
      <Link to={paths.home} className="bare-name">
        <img src="/icon" alt="" width={32} height={32} />
        {siteName()}
      </Link>
      <Outlet />
      <ScrollRestoration />
    </main>
  );
}
