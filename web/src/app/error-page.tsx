import { useRouteError } from 'react-router';

import { missingReason } from '../shared/loading/load-chunk';
import { PageFailure } from './page-failure';

/** What stands where a page broke. */
export function AppErrorPage() {
  return <PageFailure reason={missingReason(useRouteError())} retry={reload} />;
}

function reload() {
  window.location.reload();
}
