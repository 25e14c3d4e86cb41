/** Starts the real program on a blog of its own with the sample posts, and ends it with the journeys. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL } from './accounts';
import { startMailServer } from './mail-server';

const program = resolve(process.env['BLOG_APP_BIN'] ?? '../target/debug/blog-app');

export default async function startSite(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'blog-e2e-'));
  const mail = await startMailServer();
  execFileSync(program, ['seed', 'demo', '--data-dir', data]);
  execFileSync(
    program,
    [
      'admin',
      'create',
      '--username',
      'root',
      '--email',
      ROOT_EMAIL,
      '--password-stdin',
      '--data-dir',
      data,
    ],
    { input: PASSWORD },
  );
  const site = spawn(program, ['serve', '--data-dir', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      BLOG_APP_MAIL__TRANSPORT: 'smtp',
      BLOG_APP_MAIL__HOST: '127.0.0.1',
      BLOG_APP_MAIL__PORT: String(mail.port),
      BLOG_APP_MAIL__TLS: 'none',
      // All journeys come from one address, and one of them stores hundreds of posts.
      BLOG_APP_RATE_LIMIT__WRITES_PER_MINUTE: '10000',
      BLOG_APP_AUTH__MASTER_PASSWORD: MASTER_PASSWORD,
    },
  });
  process.env['SITE'] = await firstAddress(site.stdout);
  process.env['MAILS'] = mail.folder;
  return async () => {
    const ended = new Promise((resolve) => site.once('exit', resolve));
    site.kill('SIGTERM');
    await ended;
    await mail.stop();
    rmSync(data, { recursive: true, force: true });
  };
}

async function firstAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('the site ended before it said where it is');
}
