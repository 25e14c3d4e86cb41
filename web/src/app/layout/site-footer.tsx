import { Rss } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../shared/paths';
import { siteLinks, siteName } from '../../shared/site';

/** The footer with the newsletter, and links for other programs, which the server handles without the client. */
export function SiteFooter() {
  const { navigation, footer } = siteLinks();
  return (
    <footer className="site-footer">
      <span className="site-footer-name">{siteName()}</span>
      {navigation.map(({ label, url }, index) => (
        <a key={index} className="phone-link" href={url}>
          {label}
        </a>
      ))}
      {footer.map(({ label, url }, index) => (
        <a key={index} href={url}>
          {label}
        </a>
      ))}
      <Link to={paths.newsletter}>Newsletter</Link>
      <a href="/feed.xml">
        <Rss aria-hidden />
        RSS
      </a>
      <a href="/sitemap.xml">Sitemap</a>
      <a href="/api/docs">API</a>
    </footer>
  );
}
