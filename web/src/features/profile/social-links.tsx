import { ArrowUpRight } from 'lucide-react';

import type { User } from '../../shared/api/types';
import { shownLinks } from './shown-links';

type Props = { links: User['socialLinks']; className?: string };

/** The pages of somebody elsewhere. */
export function SocialLinks({ links, className = 'profile-links' }: Props) {
  const items = shownLinks(links);
  return items.length === 0 ? null : (
    <ul className={className} aria-label="Links">
      {items.map(({ label, address }) => (
        <li key={label}>
          <a
            href={address}
            className="chip"
            title={address}
            target="_blank"
            rel="nofollow noopener noreferrer me"
          >
            {label}
            <ArrowUpRight aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}
