/** Signs by which lines of code differ from lines of prose and Markdown. */
import { isCommand } from './commands';

const CODE_LINES: readonly RegExp[] = [
  // Statements and brackets.
  /[;{}]$/u,
  /^[)\]}]+[;,)]*$/u,
  /[({[,]$/u,
  /(?:=>|->|\+=|-=|&&|\|\||[!=]==?|:=|::)/u,
  /^(?:[\w.[\]*&<>,]+ ){1,3}?= \S/u,
  /^[\w.]+ ?= ?\S/u,
  /^[\w.:!?]+\([^()]*(?:\([^()]*\))*[^()]*\)[;,]?$/u,
  // Words of languages.
  /^(?:import|from) [\w.{*'"@]+(?: |$|\.)/u,
  /^(?:export|const|let|var|function|async|await|class|struct|enum|impl|trait|fn|pub|use|mod|def|func|package|namespace|public|private|protected|static|void|return|elif|else|endif|raise|throw|try|catch|finally|yield|lambda|module|require|include|defer|type|interface)\b.*[\w)('"{:;>\]]$/u,
  /^(?:if|for|while|switch|with|except|elif)\b.*[:({]$/u,
  /^(?:if|for|while) .*; (?:then|do)$/u,
  /^(?:fi|done|esac|end|endif|pass|break|continue)$/u,
  /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN|LEFT JOIN|GROUP BY|ORDER BY|VALUES|RUN|COPY|CMD|ENV|WORKDIR|ENTRYPOINT|EXPOSE|ARG)\b/u,
  /^#(?:include|define|ifdef|ifndef|endif|pragma)\b/u,
  /^@\w+(?:\(.*\))?$/u,
  // Comments, tags and data.
  /^(?:\/\/|\/\*|\*\/|\* @|--\s|<!--|"""|''')/u,
  /^<\/?[a-z][\w-]*(?:\s[^>]*)?\/?>/iu,
  /^(?:- )?["']?[a-z_][\w.-]*["']?:(?:\s|$)/u,
  /^\[{1,2}[\w."-]+\]{1,2}$/u,
  /^(?:diff --git |@@ |index [\da-f]+\.\.|(?:---|\+\+\+) [ab]\/)/u,
  /^(?:at |File ")\S+.*(?:\d\)?$|, line \d)/u,
];
/** In characters. */
const EDGE = 200;
/** The share of lines with signs of code from which a text is code. */
const SHARE_MIN = 0.4;
/** Words that begin sentences as often as lines of code; prose has spaces, a capital or a full stop. */
const PROSE = /^[\p{L}'’,-]+(?: [\p{L}\d'’",()-]+){4,}[.!?…:]?$/u;

/** Whether a text is code rather than prose or Markdown. Comments with `#` could be headings and do not count. */
export function isLikelyCode(text: string): boolean {
  if (text.startsWith('#!') || text.startsWith('<?')) {
    return true;
  }
  const lines = text
    .split('\n')
    .map((line) => ends(line.trim()))
    .filter((line) => line !== '' && !/^#{1,6}(?:\s|$)/u.test(line));
  const codeLines = lines.filter(isCodeLine);
  return lines.length > 0 && codeLines.length / lines.length >= SHARE_MIN;
}

/** Returns the beginning and end of a long line, as where a line is minified. */
function ends(line: string): string {
  return line.length > 2 * EDGE ? line.slice(0, EDGE) + line.slice(-EDGE) : line;
}

function isCodeLine(line: string): boolean {
  return (
    !PROSE.test(line) &&
    !isMarkdownLine(line) &&
    (isCommand(line) || CODE_LINES.some((sign) => sign.test(line)))
  );
}

/** Whether a line is Markdown that looks like code: a list item, quote, link, bold text or row of a table. */
function isMarkdownLine(line: string): boolean {
  const isItemOfText = /^(?:[-*+]|\d+[.)]) (?!["']?[a-z_][\w.-]*["']?:(?:\s|$))/u.test(line);
  return isItemOfText || /^(?:> |\||!?\[[^\]]+\]\(|\*\*)/u.test(line);
}
