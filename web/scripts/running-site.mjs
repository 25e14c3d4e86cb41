/** Runs the real program on a data folder of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} RunningSite
 * @property {string} address
 * @property {string} program The path of the first program.
 * @property {(program: string) => Promise<void>} replace Replaces the running program by another one, at the same
 *   address and with the same data and settings.
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ arguments: readonly string[], input?: string }} Command A command of the program with its standard
 *   input.
 */

/**
 * Runs `commands` on an empty data folder, then serves it.
 *
 * @param {readonly Command[]} commands
 * @param {Record<string, string>} [settings] Environment variables of the server.
 * @returns {Promise<RunningSite>}
 */
export async function runSite(commands, settings = {}) {
  const program = resolve(process.env.BLOG_APP_BIN ?? '../target/debug/blog-app');
  const data = mkdtempSync(join(tmpdir(), 'blog-e2e-'));
  for (const { arguments: args, input = '' } of commands) {
    execFileSync(program, [...args, '--data-dir', data], { input });
  }
  /** @param {string} binary @param {string} listen */
  const serve = (binary, listen) =>
    spawn(binary, ['serve', '--data-dir', data, '--listen', listen], {
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
  throw new Error('the site exited before it printed its address');
}
