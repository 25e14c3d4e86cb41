import type { QueryClient } from '@tanstack/react-query';

import { unwrap, api } from '../shared/api/client';
import { reloadPage } from '../shared/reload-page';
import { recordEndedSessionForReload } from '../shared/session/ended-session';
import { readerSession } from '../shared/session/session';
import { useSessionExpiry } from './use-session-expiry';

/** `useSessionExpiry` for readers: an expired session ends with a reload of the page. */
export function useReaderSessionExpiry(
  queryClient: QueryClient,
  reload: () => void = reloadPage,
): void {
  useSessionExpiry(readerSession, {
    fetchAccount: async () => (await unwrap(api.GET('/auth/verify-token'))).user,
    onExpired: () => {
      recordEndedSessionForReload('reader');
      readerSession.end();
      reload();
    },
    onAccountChange: () => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries();
    },
  });
}
