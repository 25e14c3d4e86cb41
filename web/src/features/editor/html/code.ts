/** Code blocks: Quill has one element for each line, posts have `<pre><code class="language-x">`. */
import { parseHtml } from './tree';

const CLASS = 'language-';
/** Quill's name for a block without a language. */
export const NO_LANGUAGE = 'plain';

/** Turns Quill's lines of code into blocks, one for each run of a language. */
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

/** Turns code blocks into Quill's form, with their language and all spaces. */
export function splitCode(root: Element): void {
  for (const pre of root.querySelectorAll('pre')) {
    const quillBlock = pre.ownerDocument.createElement('pre');
    quillBlock.setAttribute('data-language', languageOf(pre));
    quillBlock.textContent = `${pre.textContent.replace(/\n$/u, '')}\n`;
    pre.replaceWith(quillBlock);
  }
}

/** Adds a line break to each block: the parser drops the first one. */
export function guardFirstLines(root: Element): void {
  root.querySelectorAll('pre').forEach((pre) => {
    pre.prepend('\n');
  });
}

/** Returns the declared language of a code block. */
export function languageOf(pre: Element): string {
  const names = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const declared = names.find((name) => name.startsWith(CLASS))?.slice(CLASS.length);
  return declared ?? pre.getAttribute('data-language') ?? NO_LANGUAGE;
}

function block(root: Element, language: string, lines: readonly string[]): Element {
  const pre = parseHtml('<pre><code></code></pre>').firstElementChild ?? root;
  const code = pre.querySelector('code');
  if (code) {
    code.textContent = `${lines.join('\n')}\n`;
    if (language !== NO_LANGUAGE) {
      code.className = `${CLASS}${language}`;
    }
  }
  return pre;
}
