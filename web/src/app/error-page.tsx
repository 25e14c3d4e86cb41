import { useRouteError } from 'react-router';

import { chunkErrorReason } from '../shared/loading/load-chunk';
import { reloadPage } from '../shared/reload-page';
import { PageFailure } from './page-failure';

/** The error element of a page that failed to render or load. */
export function AppErrorPage() {
  return <PageFailure reason={chunkErrorReason(useRouteError())} needsReload retry={reloadPage} />;
}
