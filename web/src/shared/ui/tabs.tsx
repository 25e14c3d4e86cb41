import { Link } from 'react-router';

import '../styles/tabs.css';

export type Tab = {
  label: string;
  to: string;
  isPresent: boolean;
  /** The number of what is there; undefined while it is not known. */
  count?: number | undefined;
};

type Props = { label: string; tabs: readonly Tab[] };

/** Links to the parts of a page. Each part has an address of its own. */
export function Tabs({ label, tabs }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          preventScrollReset
          className="tab"
          aria-current={tab.isPresent ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && (
            <>
              {' '}
              <span className="tab-count">{tab.count.toLocaleString()}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
