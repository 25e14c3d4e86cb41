/** Names of languages: what other programs call them, and what posts do. */
import { firstNameOf, grammarsOf } from '../../../shared/rich-text/code-languages';

/** Names of editors and of GitHub's scopes that are no names of ours. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['typescriptreact', 'tsx'],
  ['javascriptreact', 'jsx'],
  ['json-comments', 'json'],
  ['batchfile', 'bat'],
  ['css-less', 'less'],
  ['css-scss', 'scss'],
  ['css-sass', 'scss'],
  ['gfm', 'markdown'],
  ['groovy-gradle', 'gradle'],
  ['html-basic', 'html'],
  ['html-erb', 'erb'],
  ['html-php', 'php'],
  ['html-vue', 'vue'],
  ['js-jsx', 'jsx'],
  ['proto3', 'protobuf'],
  ['python-console', 'pycon'],
  ['python-traceback', 'python'],
  ['shell-script', 'bash'],
  ['xml-svg', 'svg'],
]);
const NO_LANGUAGE = [
  'text',
  'txt',
  'plain',
  'plaintext',
  'none',
  'nohighlight',
  'undefined',
  'auto',
];
const NAME = /^[a-z][\w+#.-]{0,29}$/u;

/** Returns our name of a language; null for plain text and what is no name. */
export function languageNamed(name: string): string | null {
  const lower = name.trim().toLowerCase();
  if (!NAME.test(lower) || NO_LANGUAGE.includes(lower)) {
    return null;
  }
  return firstNameOf(ALIASES.get(lower) ?? lower);
}

/** Whether posts show code of this language in colours. */
export function isKnownLanguage(name: string): boolean {
  return grammarsOf(name.toLowerCase()).length > 0;
}
