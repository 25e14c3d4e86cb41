/** Lines of terminals: prompts and commands. */

/** Commands that people paste; a line that begins with one of these words is a command. */
const COMMANDS =
  'apt|apt-get|awk|aws|bash|brew|bun|cargo|cat|cd|chmod|chown|clang|cmake|composer|cp|curl|deno|df|dnf|docker|docker-compose|' +
  'dotnet|du|echo|env|exit|export|gcc|gem|git|gh|go|gradle|grep|gunzip|helm|java|jq|kill|kubectl|less|ln|ls|make|man|mkdir|mv|' +
  'mvn|mysql|nano|node|npm|npx|pacman|pip|pip3|pnpm|podman|ps|psql|pwd|python|python3|rm|rsync|ruby|rustc|rustup|scp|sed|ssh|' +
  'sudo|systemctl|tail|tar|terraform|touch|unzip|vi|vim|wget|yarn|zip';
const COMMAND = new RegExp(
  `^(?:sudo |[A-Z_]+=\\S+ )*(?:(?:${COMMANDS})(?:\\s|$)|(?:\\.{1,2}|~)?/\\S)`,
  'u',
);
/** A word of a command in general. */
const WORD = '[\\w./~][\\w./~=-]*(?:\\s|$)';

const POWERSHELL_PROMPT = /^PS [A-Za-z]:\\[^>\n]*> ?/u;
/** `user@host:~$ `, `user@host dir % `, `[user@host dir]$ ` and those with the name of an environment before. */
const HOST_PROMPT =
  /^(?:\([\w.-]+\) )?(?:[\w.-]+@[\w.-]+(?::| )[^\n$#%]{0,80}|\[[\w.-]+@[\w.-]+ [^\]\n]{1,80}\])[$#%](?: |$)/u;
const DOLLAR_PROMPT = new RegExp(`^\\$ (?=${WORD})`, 'u');
const SYMBOL_PROMPT = /^(?:[❯λ]|➜ {1,2}\S+(?: git:\([^)]*\))?(?: ✗)?) (?=\S)/u;
/** Zsh's `% ` is also how a comment of LaTeX begins: only commands count. */
const PERCENT_PROMPT = /^% (?=\S)/u;

/** Returns the language of text from a terminal; null if its first line does not begin with a prompt. */
export function terminalLanguage(text: string): 'bash' | 'powershell' | null {
  const [first = ''] = text.trimStart().split('\n', 1);
  if (POWERSHELL_PROMPT.test(first)) {
    return 'powershell';
  }
  const isPrompt =
    HOST_PROMPT.test(first) ||
    DOLLAR_PROMPT.test(first) ||
    SYMBOL_PROMPT.test(first) ||
    (PERCENT_PROMPT.test(first) && isCommand(first.slice(2)));
  return isPrompt ? 'bash' : null;
}

/** Whether a line is a command of a shell. */
export function isCommand(line: string): boolean {
  return COMMAND.test(line);
}
