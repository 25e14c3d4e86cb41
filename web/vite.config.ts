import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { assetFileNames, slimFonts } from './scripts/slim-fonts';
import { slimRouter } from './scripts/slim-router';

const server = 'http://127.0.0.1:8080';
const folder = process.env['BLOG_APP_WEB_OUT'] ?? 'dist';

// The build empties this folder, and an empty name is that of the sources.
if (folder === '') {
  throw new Error('BLOG_APP_WEB_OUT is empty: name a folder for the bundle, or unset it');
}

/** What every page needs and few releases change: one file, which compresses better than its parts. Few pages mutate. */
const FRAMEWORK = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*(useMutation|mutationObserver))/,
};

/** What nearly every page needs of ours: crumbs of their own would each be compressed badly. */
const COMMON = {
  name: 'common',
  test: /src[\\/]shared[\\/](api[\\/](client|connection|errors|first-answers|keys)|form[\\/]rules|session[\\/](session|login-prompt)|marks|ui[\\/](count|cover|page-title|states|time-stamp|use-focus-first-new)|[a-z-]+\.ts$)|lucide-react[\\/]dist[\\/]esm[\\/](?!lucide-react)([a-zA-Z]+|(shared|utils|icons)[\\/](check|circle-alert|circle-exclamation-point|eye|file-question|file-question-mark|message-circle))\.[a-z]+$/,
};

export default defineConfig({
  plugins: [react(), slimFonts(), slimRouter()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: { output: { assetFileNames, codeSplitting: { groups: [FRAMEWORK, COMMON] } } },
    target: 'es2022',
  },
  server: { proxy: { '/api': server, '/media': server } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
    // Nothing else runs beside them.
    maxWorkers: '100%',
  },
});
