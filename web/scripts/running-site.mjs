/** The real program, serving a blog of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} RunningSite
 * @property {string} address
 * @property {string} program The program that it was started with.
 * @property {(program: string) => Promise<void>} replace Stops it, and starts another program in its place: at the same
 *   address, with the same data and settings.
 * @property {() => Promise<void>} stop
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
  /** @param {string} served @param {string} listen */
  const serve = (served, listen) =>
    spawn(served, ['serve', '--data-dir', data, '--listen', listen], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...settings },
    });
  let site = serve(program, '127.0.0.1:0');
  const address = await firstAddress(site.stdout);
  const end = async () => {
    const ended = new Promise((resolve) => site.once('exit', resolve));
    site.kill('SIGTERM');
    await ended;
  };
  return {
    address,
    program,
    replace: async (next) => {
      await end();
      site = serve(next, address.replace('http://', ''));
      await firstAddress(site.stdout);
    },
    stop: async () => {
      await end();
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
