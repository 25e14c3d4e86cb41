import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import { settingsQuery } from '../../../features/admin-settings/api';
import { AuthorPage } from '../../../features/admin-settings/author-page';
import { ChangePassword } from '../../../features/admin-settings/change-password';
import { LogOutEverywhere } from '../../../features/admin-settings/log-out-everywhere';
import { PendingEmail } from '../../../features/admin-settings/pending-email';
import { ProfileInformation } from '../../../features/admin-settings/profile-information';
import { SettingsSection } from '../../../features/admin-settings/settings-section';
import { staffMails } from '../../../features/mail-settings/kinds';
import { MailSettings } from '../../../features/mail-settings/mail-settings';
import { paths } from '../../../shared/paths';
import { useAdmin } from '../../../shared/session/admin-session';
import { permissionsOf, useRole } from '../../../shared/session/permissions';
import { ROLE_NAMES, ROLE_SUMMARIES } from '../../../shared/session/role-texts';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { PageTitle } from '../../../shared/ui/page-title';
import { useFailure } from '../../../shared/ui/use-failure';

/** Shows the administrator of the session at once, then the response of the server. */
export function SettingsPage() {
  const session = useAdmin();
  const roleOfSession = useRole();
  const permissions = permissionsOf(roleOfSession);
  const settings = useQuery(settingsQuery());
  const failure = useFailure(settings.error, 'Failed to fetch profile');
  const admin = settings.data ?? session?.account;
  const role = settings.data?.role ?? roleOfSession;

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Settings">Settings</PageTitle>
      </div>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss}>
        <button type="button" className="link-button" onClick={() => void settings.refetch()}>
          Try again
        </button>
      </ErrorBanner>
      {admin && (
        <div className="settings">
          <SettingsSection title="Profile Information">
            {admin.pendingEmail && <PendingEmail admin={admin} pendingEmail={admin.pendingEmail} />}
            <p className="settings-text">
              Your role: <strong>{ROLE_NAMES[role]}</strong>. {ROLE_SUMMARIES[role]}
            </p>
            <ProfileInformation admin={admin} />
          </SettingsSection>
          <SettingsSection title="Author Page">
            <AuthorPage />
          </SettingsSection>
          <SettingsSection title="Change Password">
            <ChangePassword admin={admin} />
          </SettingsSection>
          {session && (
            <SettingsSection title="Mail">
              <p className="settings-text">
                What you get by mail. Mails about your account always come.
              </p>
              <MailSettings
                account={{ kind: 'admin', id: session.account._id }}
                mails={staffMails(permissions)}
              />
            </SettingsSection>
          )}
          <SettingsSection title="Security">
            <p className="settings-text">
              A second factor for your login, and the devices where you are logged in.
            </p>
            <Link to={paths.adminSecurity} className="button settings-button">
              Security
            </Link>
          </SettingsSection>
          <SettingsSection title="Sessions">
            <LogOutEverywhere />
          </SettingsSection>
        </div>
      )}
    </div>
  );
}
