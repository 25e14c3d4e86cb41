/** What authors call languages: how the reader sees the name, and which grammars colour it. */
import type { LanguageFn } from 'highlight.js';

type Grammar = keyof typeof GRAMMARS;
type Language = { label: string; grammars: readonly [Grammar, ...Grammar[]] };

export const GRAMMARS = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  go: () => import('highlight.js/lib/languages/go'),
  gradle: () => import('highlight.js/lib/languages/gradle'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  'python-repl': () => import('highlight.js/lib/languages/python-repl'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  wasm: () => import('highlight.js/lib/languages/wasm'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
} satisfies Record<string, () => Promise<{ default: LanguageFn }>>;

/** The first grammar is the language's own; the others stand inside it. */
const LANGUAGES: readonly (Language & { names: string })[] = [
  { names: 'bash sh shell zsh shellscript', label: 'Shell', grammars: ['bash'] },
  {
    names: 'console shell-session shellsession terminal',
    label: 'Console',
    grammars: ['shell', 'bash'],
  },
  { names: 'c h', label: 'C', grammars: ['c'] },
  { names: 'cmake', label: 'CMake', grammars: ['cmake'] },
  { names: 'cpp c++ cc cxx hpp', label: 'C++', grammars: ['cpp'] },
  { names: 'csharp cs c#', label: 'C#', grammars: ['csharp'] },
  { names: 'css', label: 'CSS', grammars: ['css'] },
  { names: 'dart', label: 'Dart', grammars: ['dart'] },
  { names: 'diff patch', label: 'Diff', grammars: ['diff'] },
  { names: 'dockerfile docker', label: 'Dockerfile', grammars: ['dockerfile', 'bash'] },
  { names: 'elixir ex', label: 'Elixir', grammars: ['elixir'] },
  { names: 'go golang', label: 'Go', grammars: ['go'] },
  { names: 'gradle', label: 'Gradle', grammars: ['gradle'] },
  { names: 'graphql gql', label: 'GraphQL', grammars: ['graphql'] },
  { names: 'haskell hs', label: 'Haskell', grammars: ['haskell'] },
  { names: 'ini conf cfg properties', label: 'INI', grammars: ['ini'] },
  { names: 'toml', label: 'TOML', grammars: ['ini'] },
  { names: 'java', label: 'Java', grammars: ['java'] },
  { names: 'javascript js mjs cjs node', label: 'JavaScript', grammars: ['javascript', 'xml'] },
  { names: 'jsx reactnativewebplayer', label: 'JSX', grammars: ['javascript', 'xml'] },
  { names: 'json json5 jsonc jsonl jsonls', label: 'JSON', grammars: ['json'] },
  { names: 'julia jl', label: 'Julia', grammars: ['julia'] },
  { names: 'kotlin kt kts', label: 'Kotlin', grammars: ['kotlin'] },
  { names: 'lua', label: 'Lua', grammars: ['lua'] },
  { names: 'makefile make mk', label: 'Makefile', grammars: ['makefile'] },
  { names: 'markdown md mdx', label: 'Markdown', grammars: ['markdown', 'xml'] },
  { names: 'nginx', label: 'nginx', grammars: ['nginx'] },
  { names: 'objc objectivec objective-c', label: 'Objective-C', grammars: ['objectivec'] },
  { names: 'php', label: 'PHP', grammars: ['php', 'xml'] },
  { names: 'powershell ps1 pwsh', label: 'PowerShell', grammars: ['powershell'] },
  { names: 'protobuf proto', label: 'Protocol Buffers', grammars: ['protobuf'] },
  { names: 'python py python3', label: 'Python', grammars: ['python'] },
  {
    names: 'pycon python-repl ipython',
    label: 'Python console',
    grammars: ['python-repl', 'python'],
  },
  { names: 'r', label: 'R', grammars: ['r'] },
  { names: 'ruby rb', label: 'Ruby', grammars: ['ruby'] },
  { names: 'rust rs', label: 'Rust', grammars: ['rust'] },
  { names: 'scala', label: 'Scala', grammars: ['scala'] },
  { names: 'scss sass', label: 'SCSS', grammars: ['scss'] },
  { names: 'sql postgresql mysql sqlite', label: 'SQL', grammars: ['sql'] },
  { names: 'swift', label: 'Swift', grammars: ['swift'] },
  { names: 'typescript ts mts cts', label: 'TypeScript', grammars: ['typescript', 'xml'] },
  { names: 'tsx', label: 'TSX', grammars: ['typescript', 'xml'] },
  { names: 'wasm wat', label: 'WebAssembly', grammars: ['wasm'] },
  { names: 'html htmlmixed vue svelte', label: 'HTML', grammars: ['xml', 'css', 'javascript'] },
  { names: 'xml svg plist', label: 'XML', grammars: ['xml'] },
  { names: 'yaml yml', label: 'YAML', grammars: ['yaml'] },
];

const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext', 'none', 'output', 'nohighlight']);

const BY_NAME = new Map<string, Language>(
  LANGUAGES.flatMap((language) =>
    language.names.split(' ').map((name) => [name, language] as const),
  ),
);

/** The languages that can be chosen, each by the first of its names. */
export const CODE_LANGUAGES: readonly { name: string; label: string }[] = LANGUAGES.map(
  ({ names, label }) => ({ name: firstOf(names), label }),
);

/** The grammars of a declared language; none for one that is unknown or plain text. */
export function grammarsOf(declared: string): readonly Grammar[] {
  return BY_NAME.get(declared)?.grammars ?? [];
}

/** What the reader sees; an unknown language goes by the name that its author gave. */
export function labelOf(declared: string): string {
  return PLAIN.has(declared) ? 'Text' : (BY_NAME.get(declared)?.label ?? declared);
}

/** The first name of a language; one that is unknown keeps its own. */
export function firstNameOf(declared: string): string {
  const label = BY_NAME.get(declared)?.label;
  return CODE_LANGUAGES.find((language) => language.label === label)?.name ?? declared;
}

function firstOf(names: string): string {
  return names.split(' ', 1)[0] ?? names;
}
