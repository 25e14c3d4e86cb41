import { MailSettings } from '../../../features/mail-settings/mail-settings';
import { READER_MAILS, staffMails } from '../../../features/mail-settings/kinds';
import { newsletterDays } from '../../../shared/newsletter-days';
import { useAdmin } from '../../../shared/session/admin-session';
import { usePermissions } from '../../../shared/session/permissions';
import { useSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

/** The mails of the signed-in reader, or of the member of the staff if no reader is signed in. */
export function MailSettingsPage() {
  const reader = useSession()?.account;
  const admin = useAdmin()?.account;
  const permissions = usePermissions();
  const days = newsletterDays();
  return (
    <div className="page mail-page">
      <PageTitle title="Mail settings">Mail settings</PageTitle>
      <p className="page-lead">
        What you get by mail: at once, together once a day or once a week, or not at all. Mails
        about your account always come.
        {days !== null && ` Weekly mails: ${days}.`}
      </p>
      {reader ? (
        <MailSettings account={{ kind: 'reader', id: reader._id }} mails={READER_MAILS} />
      ) : (
        admin && (
          <MailSettings
            account={{ kind: 'admin', id: admin._id }}
            mails={staffMails(permissions)}
          />
        )
      )}
    </div>
  );
}
