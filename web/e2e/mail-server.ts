/** A real mail server. Writes each email to a file named after its recipient. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = { port: number; folder: string; stop: () => Promise<void> };

export async function startMailServer(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'blog-e2e-mail-'));
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, accepted) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        count += 1;
        const recipients = envelope.rcptTo.map(({ address }) => address).join();
        const name = `${String(count).padStart(6, '0')}${suffixOf(recipients)}`;
        writeFileSync(join(folder, name), Buffer.concat(chunks));
        accepted();
      });
    },
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  // A server on a TCP port has an `AddressInfo`, never the name of a pipe.
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    folder,
    stop: async () => {
      await new Promise<void>((closed) => {
        server.close(closed);
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function suffixOf(recipient: string): string {
  return ` ${recipient}.eml`;
}

/** Returns the emails to an address so far, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const folder = process.env['MAILS'] ?? '';
  const names = readdirSync(folder).filter((name) => name.endsWith(suffixOf(address)));
  return Promise.all(
    names.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
}

/** Waits for the `count`-th email to an address and returns the code in it. */
export async function codeMailedTo(address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThanOrEqual(count);
  const mail = (await mailsTo(address))[count - 1];
  const code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1];
  if (code === undefined) {
    throw new Error(`There is no code in: ${mail?.text ?? 'no text'}`);
  }
  return code;
}
