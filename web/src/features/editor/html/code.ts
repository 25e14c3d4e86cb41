/** Blocks of code: a line an element for Quill, and `<pre><code class="language-x">` for readers. */
import { parsed } from './tree';

const CLASS = 'language-';
/** What Quill says of a block without a language. */
export const NO_LANGUAGE = 'plain';

/** Turns Quill's lines of code into blocks, one for each run of the same language. */
export function joinCode(root: Element): void {
  for (const container of root.querySelectorAll('.ql-code-block-container')) {
    const blocks: { language: string; lines: string[] }[] = [];
    for (const line of container.querySelectorAll('.ql-code-block')) {
      const language = line.getAttribute('data-language') ?? NO_LANGUAGE;
      const last = blocks.at(-1);
      if (last?.language === language) {
        last.lines.push(line.textContent);
      } else {
        blocks.push({ language, lines: [line.textContent] });
      }
    }
    container.replaceWith(...blocks.map(({ language, lines }) => block(root, language, lines)));
  }
}

/** Turns blocks of code into what Quill reads with its language and every space. */
export function splitCode(root: Element): void {
  for (const pre of root.querySelectorAll('pre')) {
    const forQuill = pre.ownerDocument.createElement('pre');
    forQuill.setAttribute('data-language', languageOf(pre));
    forQuill.textContent = `${pre.textContent.replace(/\n$/u, '')}\n`;
    pre.replaceWith(forQuill);
  }
}

/** The parser that reads a block drops a line break that comes first: one more goes before it. */
export function guardFirstLines(root: Element): void {
  root.querySelectorAll('pre').forEach((pre) => {
    pre.prepend('\n');
  });
}

/** The language that a block of code says it is in. */
export function languageOf(pre: Element): string {
  const names = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const named = names.find((name) => name.startsWith(CLASS))?.slice(CLASS.length);
  return named ?? pre.getAttribute('data-language') ?? NO_LANGUAGE;
}

function block(root: Element, language: string, lines: readonly string[]): Element {
  const pre = parsed('<pre><code></code></pre>').firstElementChild ?? root;
  const code = pre.querySelector('code');
  if (code) {
    code.textContent = `${lines.join('\n')}\n`;
    if (language !== NO_LANGUAGE) {
      code.className = `${CLASS}${language}`;
    }
  }
  return pre;
}
