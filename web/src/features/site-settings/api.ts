import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { fetchWithin } from '../../shared/api/connection';
import { hasCode } from '../../shared/api/errors';
import { queryKey } from '../../shared/api/query-key';
import type {
  Confirmation,
  Palette,
  SiteSettings,
  SiteSettingsChange,
} from '../../shared/api/types';

/** A site with many pictures takes long. */
const EXPORT_TIMEOUT_MS = 3_600_000;

export function siteSettingsQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'site'),
    queryFn: async ({ signal }): Promise<SiteSettings> =>
      (await unwrap(adminApi.GET('/admin/site', { signal }))).settings,
  });
}

/** The shades of a colour `#rrggbb`, which the server computes. */
export function paletteQuery(accent: string) {
  return queryOptions({
    queryKey: queryKey('admin', 'site-palette', accent),
    queryFn: async ({ signal }): Promise<Palette> => {
      const params = { query: { accent } };
      return (await unwrap(adminApi.GET('/admin/site/palette', { params, signal }))).palette;
    },
    staleTime: Infinity,
  });
}

/** Returns the whole site as a zip archive. */
export function exportSite(body: Confirmation): Promise<Blob> {
  return unwrap(
    adminApi.POST('/admin/export', {
      body,
      parseAs: 'blob',
      fetch: (request: Request) => fetchWithin(request, EXPORT_TIMEOUT_MS),
    }),
  );
}

/** The settings as they were saved, or those that somebody else has saved since they were read. */
export type SaveOutcome = { isSaved: boolean; settings: SiteSettings };

export async function saveSiteSettings(body: SiteSettingsChange): Promise<SaveOutcome> {
  const call = adminApi.PUT('/admin/site', { body });
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
