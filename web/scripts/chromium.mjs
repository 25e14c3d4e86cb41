import { existsSync } from 'node:fs';

/** Debian's Chromium. Without windows it needs a quarter less of the processor. */
const CHROMIUM_WITH_WINDOWS = '/usr/bin/chromium';
const HEADLESS_CHROMIUM = '/usr/bin/chromium-headless-shell';
const INSTALLED = existsSync(HEADLESS_CHROMIUM) ? HEADLESS_CHROMIUM : CHROMIUM_WITH_WINDOWS;

/** The flags keep it from looking for its makers' servers. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? INSTALLED,
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
