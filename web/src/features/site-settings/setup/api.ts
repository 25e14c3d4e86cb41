import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../../shared/api/client';
import { queryKey } from '../../../shared/api/query-key';
import type {
  MailServerChange,
  MailTest,
  Palette,
  SetupDone,
  SetupRequest,
  SetupState,
} from '../../../shared/api/types';

/** What there is to set up. Asked once for each address. */
export function setupQuery(token: string) {
  return queryOptions({
    queryKey: queryKey('setup', token),
    queryFn: ({ signal }): Promise<SetupState> =>
      unwrap(api.POST('/setup/check', { body: { token }, signal })),
    staleTime: Infinity,
    retry: false,
  });
}

/** The shades of a colour `#rrggbb`, which the server computes. */
export function setupPaletteQuery(accent: string) {
  return queryOptions({
    queryKey: queryKey('setup-palette', accent),
    queryFn: async ({ signal }): Promise<Palette> => {
      const params = { query: { accent } };
      return (await unwrap(api.GET('/setup/palette', { params, signal }))).palette;
    },
    staleTime: Infinity,
  });
}

/** Makes the first administrator, and stores the settings. */
export function setUp(body: SetupRequest): Promise<SetupDone> {
  return unwrap(api.POST('/setup', { body }));
}

/** Mails a test with settings that are not stored. */
export function testSetupMail(
  token: string,
  mail: MailServerChange,
  to: string,
): Promise<MailTest> {
  return unwrap(api.POST('/setup/mail-test', { body: { token, mail, to } }));
}
