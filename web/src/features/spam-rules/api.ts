import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { hasCode } from '../../shared/api/errors';
import { queryKey } from '../../shared/api/query-key';
import type { SpamRules } from '../../shared/api/types';

export function spamRulesQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'spam-rules'),
    queryFn: async ({ signal }): Promise<SpamRules> =>
      (await unwrap(adminApi.GET('/admin/spam-rules', { signal }))).rules,
  });
}

/** The rules as they were saved, or those that somebody else has saved since they were read. */
export type SaveOutcome = { isSaved: boolean; rules: SpamRules };

export async function saveSpamRules(body: SpamRules): Promise<SaveOutcome> {
  const call = adminApi.PUT('/admin/spam-rules', { body });
  try {
    return { isSaved: true, rules: (await unwrap(call)).rules };
  } catch (failure) {
    const { error } = hasCode(failure, 'version_conflict') ? await call : {};
    if (error && 'rules' in error) {
      return { isSaved: false, rules: error.rules };
    }
    throw failure;
  }
}
