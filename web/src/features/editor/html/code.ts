/** Code blocks of posts: `<pre><code class="language-x">`. */

const CLASS = 'language-';
/** The name of no language. */
export const NO_LANGUAGE = 'plain';

/** Returns the declared language of a code block. */
export function languageOf(pre: Element): string {
  const names = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const declared = names.find((name) => name.startsWith(CLASS))?.slice(CLASS.length);
  return declared ?? NO_LANGUAGE;
}

/** Returns the text of a code block, without the line break at its end. */
export function codeOf(pre: Element): string {
  const copy = pre.cloneNode(true);
  if (copy instanceof Element) {
    copy.querySelectorAll('br').forEach((lineBreak) => {
      lineBreak.replaceWith('\n');
    });
  }
  return (copy.textContent ?? '').replace(/\n$/u, '');
}
