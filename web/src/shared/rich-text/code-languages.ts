/** The names of languages and the grammars that highlight them. The server uses the same names. */
import type { LanguageFn } from 'highlight.js';

import { loadChunk } from '../loading/load-chunk';
import names from './code-languages.txt?raw';

export type Grammar = keyof typeof GRAMMARS;
type Language = { label: string; names: readonly string[]; grammars: readonly Grammar[] };

export const GRAMMARS = {
  bash: () => loadChunk(() => import('highlight.js/lib/languages/bash')),
  c: () => loadChunk(() => import('highlight.js/lib/languages/c')),
  cmake: () => loadChunk(() => import('highlight.js/lib/languages/cmake')),
  cpp: () => loadChunk(() => import('highlight.js/lib/languages/cpp')),
  csharp: () => loadChunk(() => import('highlight.js/lib/languages/csharp')),
  css: () => loadChunk(() => import('highlight.js/lib/languages/css')),
  dart: () => loadChunk(() => import('highlight.js/lib/languages/dart')),
  diff: () => loadChunk(() => import('highlight.js/lib/languages/diff')),
  dockerfile: () => loadChunk(() => import('highlight.js/lib/languages/dockerfile')),
  elixir: () => loadChunk(() => import('highlight.js/lib/languages/elixir')),
  go: () => loadChunk(() => import('highlight.js/lib/languages/go')),
  gradle: () => loadChunk(() => import('highlight.js/lib/languages/gradle')),
  graphql: () => loadChunk(() => import('highlight.js/lib/languages/graphql')),
  haskell: () => loadChunk(() => import('highlight.js/lib/languages/haskell')),
  ini: () => loadChunk(() => import('highlight.js/lib/languages/ini')),
  java: () => loadChunk(() => import('highlight.js/lib/languages/java')),
  javascript: () => loadChunk(() => import('highlight.js/lib/languages/javascript')),
  json: () => loadChunk(() => import('highlight.js/lib/languages/json')),
  julia: () => loadChunk(() => import('highlight.js/lib/languages/julia')),
  kotlin: () => loadChunk(() => import('highlight.js/lib/languages/kotlin')),
  lua: () => loadChunk(() => import('highlight.js/lib/languages/lua')),
  makefile: () => loadChunk(() => import('highlight.js/lib/languages/makefile')),
  markdown: () => loadChunk(() => import('highlight.js/lib/languages/markdown')),
  nginx: () => loadChunk(() => import('highlight.js/lib/languages/nginx')),
  objectivec: () => loadChunk(() => import('highlight.js/lib/languages/objectivec')),
  php: () => loadChunk(() => import('highlight.js/lib/languages/php')),
  powershell: () => loadChunk(() => import('highlight.js/lib/languages/powershell')),
  protobuf: () => loadChunk(() => import('highlight.js/lib/languages/protobuf')),
  python: () => loadChunk(() => import('highlight.js/lib/languages/python')),
  'python-repl': () => loadChunk(() => import('highlight.js/lib/languages/python-repl')),
  r: () => loadChunk(() => import('highlight.js/lib/languages/r')),
  ruby: () => loadChunk(() => import('highlight.js/lib/languages/ruby')),
  rust: () => loadChunk(() => import('highlight.js/lib/languages/rust')),
  scala: () => loadChunk(() => import('highlight.js/lib/languages/scala')),
  scss: () => loadChunk(() => import('highlight.js/lib/languages/scss')),
  shell: () => loadChunk(() => import('highlight.js/lib/languages/shell')),
  sql: () => loadChunk(() => import('highlight.js/lib/languages/sql')),
  swift: () => loadChunk(() => import('highlight.js/lib/languages/swift')),
  typescript: () => loadChunk(() => import('highlight.js/lib/languages/typescript')),
  wasm: () => loadChunk(() => import('highlight.js/lib/languages/wasm')),
  xml: () => loadChunk(() => import('highlight.js/lib/languages/xml')),
  yaml: () => loadChunk(() => import('highlight.js/lib/languages/yaml')),
} satisfies Record<string, () => Promise<{ default: LanguageFn }>>;

/** The first grammar is the language's own, the others are embedded in it. Plain text has none. */
const GRAMMARS_OF: Readonly<Record<string, readonly [Grammar, ...Grammar[]]>> = {
  Shell: ['bash'],
  Console: ['shell', 'bash'],
  C: ['c'],
  CMake: ['cmake'],
  'C++': ['cpp'],
  'C#': ['csharp'],
  CSS: ['css'],
  Dart: ['dart'],
  Diff: ['diff'],
  Dockerfile: ['dockerfile', 'bash'],
  Elixir: ['elixir'],
  Go: ['go'],
  Gradle: ['gradle'],
  GraphQL: ['graphql'],
  Haskell: ['haskell'],
  INI: ['ini'],
  TOML: ['ini'],
  Java: ['java'],
  JavaScript: ['javascript', 'xml'],
  JSX: ['javascript', 'xml'],
  JSON: ['json'],
  Julia: ['julia'],
  Kotlin: ['kotlin'],
  Lua: ['lua'],
  Makefile: ['makefile'],
  Markdown: ['markdown', 'xml'],
  nginx: ['nginx'],
  'Objective-C': ['objectivec'],
  PHP: ['php', 'xml'],
  PowerShell: ['powershell'],
  'Protocol Buffers': ['protobuf'],
  Python: ['python'],
  'Python console': ['python-repl', 'python'],
  R: ['r'],
  Ruby: ['ruby'],
  Rust: ['rust'],
  Scala: ['scala'],
  SCSS: ['scss'],
  SQL: ['sql'],
  Swift: ['swift'],
  TypeScript: ['typescript', 'xml'],
  TSX: ['typescript', 'xml'],
  WebAssembly: ['wasm'],
  HTML: ['xml', 'css', 'javascript'],
  XML: ['xml'],
  YAML: ['yaml'],
};

/** A line has the label, a colon and the names that authors use. */
const LANGUAGES: readonly Language[] = names
  .trim()
  .split('\n')
  .map((line) => {
    const [label = '', aliases = ''] = line.split(': ');
    return { label, names: aliases.split(' '), grammars: GRAMMARS_OF[label] ?? [] };
  });

const BY_NAME = new Map<string, Language>(
  LANGUAGES.flatMap((language) => language.names.map((name) => [name, language] as const)),
);

/** The languages to choose from, each by its first name. */
export const CODE_LANGUAGES: readonly { name: string; label: string }[] = LANGUAGES.filter(
  ({ grammars }) => grammars.length > 0,
).map(({ names: [name = ''], label }) => ({ name, label }));

/** Returns the grammars of a declared language; none for an unknown one or plain text. */
export function grammarsOf(declared: string): readonly Grammar[] {
  return BY_NAME.get(declared)?.grammars ?? [];
}

/** Returns the first name of a language; the given one if it cannot be chosen. */
export function firstNameOf(declared: string): string {
  const label = BY_NAME.get(declared)?.label;
  return CODE_LANGUAGES.find((language) => language.label === label)?.name ?? declared;
}
