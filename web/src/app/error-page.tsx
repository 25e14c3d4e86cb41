import { useRouteError } from 'react-router';

import { missingReason } from '../shared/loading/load-chunk';
import { reloadPage } from '../shared/reload-page';
import { PageFailure } from './page-failure';

/** What stands where a page broke. */
export function AppErrorPage() {
  return <PageFailure reason={missingReason(useRouteError())} needsReload retry={reloadPage} />;
}
