/** Guesses the language of code; the highlighter is fetched for it. */
import { firstNameOf, type Grammar } from '../../../shared/rich-text/code-languages';
import { loadChunk } from '../../../shared/loading/load-chunk';

const GRAMMARS: readonly Grammar[] = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'go',
  'java',
  'javascript',
  'json',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'sql',
  'typescript',
  'xml',
  'yaml',
];
/** Languages that share most of their words: one of the same family is no rival. */
const FAMILIES: readonly (readonly Grammar[])[] = [
  ['c', 'cpp'],
  ['javascript', 'typescript'],
  ['java', 'kotlin', 'csharp'],
];
/** In characters; the beginning of longer code says enough. */
const LENGTH_MAX = 4_000;
/** The highlighter's points, of which a word of the language gives about one. */
const RELEVANCE_MIN = 7;
/** The least lead over the next family, as a share of the points. */
const LEAD_MIN = 0.1;
const HTML =
  /<(?:!doctype html|html|head|body|div|p|span|a|ul|ol|li|script|button|input|form|img)\b/iu;
const CPP = /\bstd::|\btemplate\s*<|\bnamespace \w|\bnullptr\b|^\s*(?:public|private):/mu;

/** Returns the language of code; null when unsure. Throws a `ChunkError` if the highlighter does not load. */
export async function guessLanguage(code: string): Promise<string | null> {
  if (isJson(code)) {
    return 'json';
  }
  const sample = code.slice(0, LENGTH_MAX);
  const { rankLanguages } = await loadChunk(() => import('../../../shared/rich-text/highlighter'));
  const ranking = await rankLanguages(sample, GRAMMARS);
  const [best] = ranking;
  if (!best || best.relevance < RELEVANCE_MIN) {
    return null;
  }
  const rival = ranking.find(({ grammar }) => !areRelated(grammar, best.grammar));
  if (rival && best.relevance - rival.relevance < best.relevance * LEAD_MIN) {
    return null;
  }
  return nameOf(best.grammar, sample);
}

/** Tells languages apart that the highlighter does not. */
function nameOf(grammar: Grammar, sample: string): string {
  if (grammar === 'xml' && HTML.test(sample)) {
    return 'html';
  }
  return firstNameOf(grammar === 'c' && CPP.test(sample) ? 'cpp' : grammar);
}

function isJson(code: string): boolean {
  try {
    return /^\s*[{[]/u.test(code) && typeof JSON.parse(code) === 'object';
  } catch {
    return false;
  }
}

function areRelated(first: Grammar, second: Grammar): boolean {
  return (
    first === second || FAMILIES.some((family) => family.includes(first) && family.includes(second))
  );
}
