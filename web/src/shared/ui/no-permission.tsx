import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { paths } from '../paths';
import { PageTitle } from './page-title';

/** The state of a page of the panel that the signed-in administrator may not use; the reason is the children. */
export function NoPermission({ children }: { children: ReactNode }) {
  return (
    <div className="state state-page">
      <Lock aria-hidden className="state-icon" />
      <PageTitle title="No permission" className="state-title">
        You may not use this page
      </PageTitle>
      <p className="state-text">{children}</p>
      <div className="state-actions">
        <Link to={paths.adminDashboard} className="button button-primary">
          Go to Dashboard
        </Link>
      </div>
    </div>
  );
}
