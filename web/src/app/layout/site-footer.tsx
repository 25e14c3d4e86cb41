import { Rss } from 'lucide-react';

import { siteName } from '../../shared/site';

/** The footer with links for other programs, which the server handles without the client. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <span className="site-footer-name">{siteName()}</span>
      <a href="/feed.xml">
        <Rss aria-hidden />
        RSS
      </a>
      <a href="/sitemap.xml">Sitemap</a>
      <a href="/api/docs">API</a>
    </footer>
  );
}
