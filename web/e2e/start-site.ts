/** Starts the real program on an empty data folder with the sample posts, and a mail server for its email. */
import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL } from './accounts';
import { startMailServer } from './mail-server';
import { type RunningSite, runSite } from '../scripts/running-site.mjs';

/** The command that makes the first administrator. */
export const FIRST_ADMIN = ['admin', 'create', '--username', 'root', '--email', ROOT_EMAIL];
/** All tests connect from one address. */
const NO_LIMIT = '100000';

/** A running site with the folder that receives its email. */
export type Site = RunningSite & {
  mails: string;
  /** Restarts the site with these environment variables as well. */
  configure: (more: Record<string, string>) => Promise<void>;
  /** Restarts the site under the name `localhost`, since an IP address has no passkeys. Returns its address. */
  underName: () => Promise<string>;
};

export async function startSite(): Promise<Site> {
  const mail = await startMailServer();
  const settings: Record<string, string> = {
    BLOG_APP_MAIL__TRANSPORT: 'smtp',
    BLOG_APP_MAIL__HOST: '127.0.0.1',
    BLOG_APP_MAIL__PORT: String(mail.port),
    BLOG_APP_MAIL__TLS: 'none',
    BLOG_APP_RATE_LIMIT__LOGINS_PER_MINUTE: NO_LIMIT,
    BLOG_APP_RATE_LIMIT__CODES_PER_HOUR: NO_LIMIT,
    BLOG_APP_RATE_LIMIT__SIGNUPS_PER_HOUR: NO_LIMIT,
    BLOG_APP_RATE_LIMIT__WRITES_PER_MINUTE: NO_LIMIT,
    BLOG_APP_RATE_LIMIT__WRONG_GUESSES_PER_HOUR: NO_LIMIT,
    BLOG_APP_AUTH__MASTER_PASSWORD: MASTER_PASSWORD,
    // The receivers of webhooks are on this machine.
    BLOG_APP_OUTGOING__ALLOW_PRIVATE: 'true',
  };
  const site = await runSite(
    [
      { arguments: ['seed', 'demo'] },
      { arguments: [...FIRST_ADMIN, '--password-stdin'], input: PASSWORD },
    ],
    settings,
  );
  const configure = async (more: Record<string, string>) => {
    Object.assign(settings, more);
    await site.replace(site.program);
  };
  return {
    ...site,
    mails: mail.folder,
    configure,
    underName: async () => {
      const address = site.address.replace('127.0.0.1', 'localhost');
      await configure({ BLOG_APP_SERVER__BASE_URL: address });
      return address;
    },
    stop: async () => {
      await site.stop();
      await mail.stop();
    },
  };
}
