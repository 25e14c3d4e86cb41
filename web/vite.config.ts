import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { assetFileNames, slimFonts } from './scripts/slim-fonts';
import { slimRouter } from './scripts/slim-router';

const server = 'http://127.0.0.1:8080';
const folder = process.env['BLOG_APP_WEB_OUT'] ?? 'dist';

// The build empties this folder.
if (existsSync(resolve(folder, 'package.json'))) {
  throw new Error(
    'BLOG_APP_WEB_OUT names a folder of sources: name one for the bundle, or unset it',
  );
}

/** Dependencies of every page, which few releases change: one file compresses best. Few pages mutate. */
const FRAMEWORK = {
  name: 'framework',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/](?!.*(useMutation|mutationObserver))/,
};

/** Our modules that nearly every page needs, and the helper of lazy ones: small separate chunks would compress badly. */
const COMMON = {
  name: 'common',
  test: /vite[\\/]preload-helper|src[\\/](features[\\/]posts[\\/]post-(card|grid)|shared[\\/](api[\\/](admin-client|bootstrap-data|client|connection|errors|expire-session|follow-role|query-key)|form[\\/]rules|loading|session[\\/](session|login-prompt)|marks|ui[\\/](author-name|comment-text|count|cover|page-title|states|time-stamp|use-focus-first-new)|(?!recent-views)[a-z-]+\.(ts|json)$))|lucide-react[\\/]dist[\\/]esm[\\/](?!lucide-react)([a-zA-Z]+|(shared|utils|icons)[\\/](check|circle-alert|circle-exclamation-point|clock|eye|file-question|file-question-mark|heart|message-circle|user-round))\.[a-z]+$/,
};

/** Small modules of pages with lists: for each file that a page needs, a slow phone takes 5 to 15 ms. */
const LISTS = {
  name: 'lists',
  test: /src[\\/](features[\\/]posts[\\/](api|categories)|shared[\\/]ui[\\/](failure-states|pagination|search-field))\.tsx?$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-left|chevron-right|search)\.[a-z]+$/,
};

/** The parts of forms, of which every page with one needs several. Each file more is named in the start of every page. */
const FORMS = {
  name: 'forms',
  test: /src[\\/]shared[\\/]form[\\/](checkbox-field|field|form-error|select-field|server-errors|submit-button|text-area-field|text-field)\.tsx?$/,
};

/** Small parts of pages of readers and of the panel. Each file more is named in the start of every page. */
const READER = {
  name: 'reader-parts',
  test: /src[\\/]shared[\\/](form[\\/](fault|web-address)|session[\\/]toast-failure|ui[\\/](tabs|use-failure|use-return-focus|waiting-note))\.tsx?$|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](bell|calendar-days|copy|download|external-link|eye-off|lock|mail|newspaper|pencil|plus|reply|settings-2|x)\.[a-z]+$/,
};

/** Pictures of the panel alone. */
const PANEL = {
  name: 'panel-parts',
  test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](files|list-checks|package-open|pen-line|send|signpost|undo-2|upload|users|webhook)\.[a-z]+$/,
};

/** The parts of an article, which the page of a preview has as well: one file compresses best. */
const ARTICLE = {
  name: 'article',
  test: /src[\\/](features[\\/](article[\\/](?!draft-|view)|comments[\\/](?!participation))|shared[\\/]rich-text(\.tsx|[\\/](hash-target|copy-buttons)\.ts$))/,
};

/** What an article fetches once it is there, in one file. */
const AFTER_ARTICLE = {
  name: 'after-article',
  test: /src[\\/](features[\\/](article[\\/]view[\\/]record-view|comments[\\/]participation[\\/]links)|shared[\\/](session[\\/]session-id|ui[\\/]site-links|rich-text[\\/](controls|inner-links|pictures|scrollers))\.ts$)/,
};

export default defineConfig({
  plugins: [react(), slimFonts(), slimRouter()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A browser that does not know modulepreload loads the chunks as they are imported.
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        assetFileNames,
        codeSplitting: {
          groups: [FRAMEWORK, COMMON, LISTS, FORMS, READER, PANEL, ARTICLE, AFTER_ARTICLE],
        },
      },
    },
    target: 'es2022',
  },
  server: { proxy: { '/api': server, '/media': server, '/icon': server } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // Generous for a busy machine.
    testTimeout: 30_000,
    // The tests have the machine to themselves.
    maxWorkers: '100%',
    // One environment a worker instead of one a file takes half of the time; setup.ts resets what tests leave behind.
    pool: 'threads',
    isolate: false,
  },
});
