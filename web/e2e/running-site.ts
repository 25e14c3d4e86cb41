/** The real program, and sites that it runs. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const program = resolve(process.env['BLOG_APP_BIN'] ?? '../target/debug/blog-app');

export type RunningSite = { address: string; stop: () => Promise<void> };

/** Runs a site on this data folder and a free port, with some settings of its environment. */
export async function runSite(
  data: string,
  settings: Record<string, string> = {},
): Promise<RunningSite> {
  const site = spawn(program, ['serve', '--data-dir', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...settings },
  });
  return {
    address: await firstAddress(site.stdout),
    stop: async () => {
      const ended = new Promise((resolve) => site.once('exit', resolve));
      site.kill('SIGTERM');
      await ended;
    },
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
