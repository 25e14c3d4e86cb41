/** The real program, serving a blog of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const program = resolve(process.env['BLOG_APP_BIN'] ?? '../target/debug/blog-app');

export type RunningSite = { address: string; stop: () => Promise<void> };

/** Commands of the program, each with what it reads from its input. */
export type Command = { arguments: readonly string[]; input?: string };

/** Serves what `commands` have put into an empty data folder. */
export async function runSite(
  commands: readonly Command[],
  settings: Record<string, string> = {},
): Promise<RunningSite> {
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
