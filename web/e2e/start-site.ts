/** Starts the real program on a blog of its own with the sample posts, and ends it with the journeys. */
import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL } from './accounts';
import { startMailServer } from './mail-server';
import { runSite } from '../scripts/running-site.mjs';

const FIRST_ADMIN = ['admin', 'create', '--username', 'root', '--email', ROOT_EMAIL];

export default async function startSite(): Promise<() => Promise<void>> {
  const mail = await startMailServer();
  const site = await runSite(
    [
      { arguments: ['seed', 'demo'] },
      { arguments: [...FIRST_ADMIN, '--password-stdin'], input: PASSWORD },
    ],
    {
      BLOG_APP_MAIL__TRANSPORT: 'smtp',
      BLOG_APP_MAIL__HOST: '127.0.0.1',
      BLOG_APP_MAIL__PORT: String(mail.port),
      BLOG_APP_MAIL__TLS: 'none',
      // All journeys come from one address, and one of them stores hundreds of posts.
      BLOG_APP_RATE_LIMIT__WRITES_PER_MINUTE: '10000',
      BLOG_APP_AUTH__MASTER_PASSWORD: MASTER_PASSWORD,
    },
  );
  process.env['SITE'] = site.address;
  process.env['MAILS'] = mail.folder;
  return async () => {
    await site.stop();
    await mail.stop();
  };
}
