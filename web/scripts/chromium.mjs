import { existsSync } from 'node:fs';

/** Debian's Chromium; without windows it needs a quarter less of the processor. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The flags keep it from looking for its makers' servers. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? PROGRAMS.find((path) => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Without windows glyphs would stand on whole pixels, as they do on no screen of our readers.
    '--font-render-hinting=none',
  ],
};
