/** Route elements that restrict pages of the panel by role. */
import { Outlet } from 'react-router';

import { usePermissions, useRole } from '../shared/session/permissions';
import { WITH_ARTICLE } from '../shared/session/role-texts';
import { NoPermission } from '../shared/ui/no-permission';

export function ModeratorsOnly() {
  return <PagesFor isAllowed={usePermissions().canModerate} />;
}

export function PageManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManagePages} />;
}

export function ReaderManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageReaders} />;
}

export function TeamManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageTeam} />;
}

export function NewsletterManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageNewsletter} />;
}

export function RedirectManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageRedirects} />;
}

export function TagManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageTags} />;
}

export function SeriesManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageSeries} />;
}

export function ImportersOnly() {
  return <PagesFor isAllowed={usePermissions().canImport} />;
}

export function SiteManagersOnly() {
  return <PagesFor isAllowed={usePermissions().canManageSite} />;
}

export function AuditReadersOnly() {
  return <PagesFor isAllowed={usePermissions().canReadAudit} />;
}

function PagesFor({ isAllowed }: { isAllowed: boolean }) {
  const role = useRole();
  return isAllowed ? (
    <Outlet />
  ) : (
    <NoPermission>
      {`As ${WITH_ARTICLE[role]} you have no access to it; an administrator can change your role.`}
    </NoPermission>
  );
}
