import type { MailServerChange, MailSettings } from '../../shared/api/types';
import { PasswordField } from '../../shared/form/password-field';
import { SelectField } from '../../shared/form/select-field';
import { TextField } from '../../shared/form/text-field';
import type { BoundField } from './bound-field';

const PORT_MAX = 65_535;
const USUAL_PORT = '587';

export type MailValues = {
  host: string;
  port: string;
  encryption: string;
  username: string;
  password: string;
  from: string;
};

/** Registers the field of a name, and returns its properties with its error. */
export type MailField = (
  name: keyof MailValues,
  validate?: (text: string) => true | string,
) => BoundField;

export const MAIL_FIELDS = [
  'mail.host',
  'mail.port',
  'mail.encryption',
  'mail.username',
  'mail.password',
  'mail.from',
] as const;

export function mailValues(server: MailSettings['server']): MailValues {
  return {
    host: server?.host ?? '',
    port: server ? String(server.port) : USUAL_PORT,
    encryption: server?.encryption ?? 'starttls',
    username: server?.username ?? '',
    password: '',
    from: server?.from ?? '',
  };
}

/** Returns the server of the values. An empty password stays as it is where `keepsPassword` says that there is one. */
export function mailServerOf(values: MailValues, keepsPassword: boolean): MailServerChange {
  const { host, port, encryption, username, password, from } = values;
  return {
    host: host.trim(),
    port: Number(port),
    encryption,
    username: username.trim(),
    password: password === '' && keepsPassword && username.trim() !== '' ? null : password,
    from: from.trim(),
  };
}

function isPort(text: string): boolean {
  return /^\d+$/u.test(text.trim()) && Number(text) >= 1 && Number(text) <= PORT_MAX;
}

type Props = {
  field: MailField;
  /** Whether a password is stored, which is never shown. */
  hasPassword?: boolean;
};

/** What is typed as it is: names of machines and accounts. */
const VERBATIM = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The fields of a mail server. */
export function MailFields({ field, hasPassword = false }: Props) {
  return (
    <>
      <div className="site-mail-server">
        <TextField
          label="Mail server"
          placeholder="smtp.example.org"
          {...VERBATIM}
          {...field('host', (text) => text.trim() !== '' || 'Enter the name of the mail server')}
        />
        <TextField
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          {...field('port', (text) => isPort(text) || 'Enter a port, such as 587')}
        />
      </div>
      <SelectField label="Encryption" {...field('encryption')}>
        <option value="starttls">STARTTLS, mostly port 587</option>
        <option value="tls">TLS, mostly port 465</option>
        <option value="none">None, for a server on this machine</option>
      </SelectField>
      <TextField
        label="Name for the mail server"
        hint="Empty if it asks for none"
        {...VERBATIM}
        {...field('username')}
      />
      {/* Not `off`, by which browsers fill in the password of the site. */}
      <PasswordField
        label="Password for the mail server"
        hint={hasPassword ? 'Stored. Leave it empty to keep it.' : undefined}
        autoComplete="new-password"
        {...field('password')}
      />
      <TextField
        label="Sender"
        placeholder="Blog <blog@example.org>"
        {...VERBATIM}
        {...field('from', (text) => text.includes('@') || 'Enter the address that mails come from')}
      />
    </>
  );
}
