/** The real program, serving a blog of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ address: string, stop: () => Promise<void> }} RunningSite
 *
 * @typedef {{ arguments: readonly string[], input?: string }} Command A command of the program, with what it reads from
 *   its input.
 */

/**
 * Serves what `commands` have put into an empty data folder.
 *
 * @param {readonly Command[]} commands
 * @param {Record<string, string>} [settings] What it is told by its environment.
 * @returns {Promise<RunningSite>}
 */
export async function runSite(commands, settings = {}) {
  const program = resolve(process.env.BLOG_APP_BIN ?? '../target/debug/blog-app');
  const data = mkdtempSync(join(tmpdir(), 'blog-e2e-'));
  for (const { arguments: given, input = '' } of commands) {
    execFileSync(program, [...given, '--data-dir', data], { input });
  }
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
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** @param {import('node:stream').Readable} output */
async function firstAddress(output) {
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('the site ended before it said where it is');
}
