import type { MailSettings } from '../shared/api/types';

/** Returns the settings of a site whose mails are sent by a server of the panel, with `changes` applied. */
export function sampleMailSettings(changes: Partial<MailSettings> = {}): MailSettings {
  return {
    server: {
      host: 'smtp.example.org',
      port: 587,
      encryption: 'starttls',
      username: 'blog',
      passwordSet: true,
      from: 'Blog <blog@example.org>',
    },
    setBy: null,
    version: 3,
    ...changes,
  };
}
