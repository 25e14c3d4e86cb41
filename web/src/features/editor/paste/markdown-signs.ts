/** Whether plain text is Markdown: by clear signs, not by a single asterisk or hyphen. */
import { isLikelyCode } from './code-signs';
import { terminalLanguage } from './commands';

/** Longer text is judged by its beginning. */
const LENGTH_MAX = 50_000;
const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})[^`\n]*$/u;
const ITEM = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s+\S/u;

/** Each of these alone is clear. */
const CLEAR: readonly RegExp[] = [
  /^ {0,3}#{1,6} +[^\s#]/mu,
  /[^\s|>#=-] *\n(?:={3,}|-{3,}) *$/mu,
  /^ {0,3}> ?\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/imu,
  /^[ \t]*(?:[-*+]|\d+[.)]) \[[ xX]\] \S/mu,
  /(?<![\w)\]])!?\[[^\]\n]{1,300}\]\((?:https?:\/\/|mailto:|[#/.]|[\w-]+\.\w)[^\s)]*(?: "[^"\n]*")?\)/u,
  /^ {0,3}\[[^\]\n]{1,200}\]: +\S+/mu,
  /(?<![\w*\\])\*\*(?=[^\s*])[^*\n]{1,500}(?<=[^\s*])\*\*(?![\w*])/u,
  /(?<![\w~])~~(?=[^\s~])[^~\n]{1,500}(?<=\S)~~(?![\w~])/u,
  /^ *\$\$[^$]{1,2000}\$\$ *$/mu,
];
/** Two different ones of these are clear. */
const WEAK: readonly RegExp[] = [
  /(?<![\w`])`[^`\n]{1,200}`(?![\w`])/u,
  /(?<![\w*\\])\*(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\*(?![\w*])/u,
  /(?<![\w\\])_(?=[^\s_])[^_\n]{1,200}(?<=[^\s_])_(?!\w)/u,
  /^ {0,3}> \S/mu,
  /^ {0,3}(?:-{3,}|\*{3,}|_{3,}|(?:\* ){2,}\*) *$/mu,
  /^\s{0,3}(?:[-*+]|\d+[.)]) \S/mu,
];
/** What static sites put before a post. */
const FRONT_MATTER = /^---\n(?:\w[\w-]*:.*\n|[ -].*\n)+?---\n/u;
const TABLE_DELIMITER = /^ {0,3}\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *$/u;

/** Whether a text is clearly Markdown. */
export function isMarkdown(text: string): boolean {
  const source = text.replace(/\r\n?/gu, '\n').slice(0, LENGTH_MAX);
  if (terminalLanguage(source) !== null) {
    return false;
  }
  const { rest, hasFence } = withoutFences(source.replace(FRONT_MATTER, ''));
  if (isLikelyCode(rest)) {
    return false;
  }
  return (
    hasFence ||
    CLEAR.some((sign) => sign.test(rest)) ||
    hasList(rest) ||
    hasTable(rest) ||
    WEAK.filter((sign) => sign.test(rest)).length > 1
  );
}

/** Removes the blocks of code between fences: their content says nothing about the text. */
function withoutFences(source: string): { rest: string; hasFence: boolean } {
  const rest: string[] = [];
  let fence: string | null = null;
  let hasFence = false;
  for (const line of source.split('\n')) {
    const marker = FENCE.exec(line)?.groups?.['fence'];
    if (fence === null && marker !== undefined) {
      fence = marker;
    } else if (fence === null) {
      rest.push(line);
    } else if (line.trim().startsWith(fence)) {
      fence = null;
      hasFence = true;
    }
  }
  return { rest: rest.join('\n'), hasFence: hasFence || fence !== null };
}

/** Whether two items follow each other, with at most an empty line or the rest of an item between. */
function hasList(source: string): boolean {
  let isAfterItem = false;
  for (const line of source.split('\n')) {
    const isItem = ITEM.test(line);
    if (isItem && isAfterItem) {
      return true;
    }
    if (isItem) {
      isAfterItem = true;
    } else if (line.trim() !== '' && !/^ {2,}\S/u.test(line)) {
      isAfterItem = false;
    }
  }
  return false;
}

/** Whether a delimiter row follows a row with as many bars. */
function hasTable(source: string): boolean {
  const lines = source.split('\n');
  return lines.some((line, index) => {
    const header = lines[index - 1] ?? '';
    return line.includes('|') && header.includes('|') && TABLE_DELIMITER.test(line);
  });
}
