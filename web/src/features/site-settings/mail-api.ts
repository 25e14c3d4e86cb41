import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { hasCode } from '../../shared/api/errors';
import { queryKey } from '../../shared/api/query-key';
import type { MailServerChange, MailSettings, MailTest } from '../../shared/api/types';

export function mailSettingsQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'mail'),
    queryFn: async ({ signal }): Promise<MailSettings> =>
      (await unwrap(adminApi.GET('/admin/mail', { signal }))).settings,
  });
}

/** Mails the caller a test with these settings; `null` for those that hold. */
export function testMail(mail: MailServerChange | null): Promise<MailTest> {
  return unwrap(adminApi.POST('/admin/mail/test', { body: { mail } }));
}

/** The settings as they were saved, or those that somebody else has saved since they were read. */
type Outcome = { isSaved: boolean; settings: MailSettings };

export async function saveMail(mail: MailServerChange | null, version: number): Promise<Outcome> {
  const call = adminApi.PUT('/admin/mail', { body: { mail, version } });
  try {
    return { isSaved: true, settings: (await unwrap(call)).settings };
  } catch (failure) {
    const { error } = hasCode(failure, 'version_conflict') ? await call : {};
    if (error && 'settings' in error) {
      return { isSaved: false, settings: error.settings };
    }
    throw failure;
  }
}
