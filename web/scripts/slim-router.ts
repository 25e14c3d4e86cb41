/**
 * Resolves React Router to its production build, which its package does not export by default, and removes the warning
 * texts that this build still contains.
 */
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const PRODUCTION = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);
const WARN = /^function (?:warning|warningOnce|warnOnce)\([^)]*\) \{\n(?: .*\n)*\}/gm;

export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'react-router' ? PRODUCTION : null),
    transform: (code, id) =>
      /react-router[\\/]dist[\\/]production/.test(id)
        ? code.replace(WARN, (warn) => warn.replace(/\{[^]*\}$/, '{}'))
        : null,
  };
}
