import { readdirSync } from 'node:fs';

import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from './eslint.globals.js';
import tseslint from 'typescript-eslint';

const features = readdirSync(`${import.meta.dirname}/src/features`);

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'src/shared/api/schema.d.ts',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.js', '**/*.mjs'], languageOptions: { globals } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      importX.flatConfigs.typescript,
      jsxA11y.flatConfigs.strict,
    ],
    plugins: { 'import-x': importX, 'react-hooks': reactHooks },
    languageOptions: { parserOptions: { projectService: true } },
    settings: { 'import-x/resolver': { typescript: true } },
    rules: {
      ...reactHooks.configs.recommended.rules,
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Playwright asks for a pattern where nothing is taken.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      'import-x/no-cycle': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ImportExpression:not(CallExpression[callee.name="loadChunk"] > ArrowFunctionExpression > ImportExpression)',
          message: 'Code that does not come must not break the page: loadChunk(() => import(…)).',
        },
      ],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            { target: './src/shared', from: ['./src/features', './src/app'] },
            { target: './src/features', from: './src/app' },
            ...features.map((feature) => ({
              target: `./src/features/${feature}`,
              from: './src/features',
              except: [`./${feature}`],
            })),
          ],
        },
      ],
    },
  },
  { files: ['**/*.test.ts', '**/*.test.tsx'], rules: { 'no-restricted-syntax': 'off' } },
);
