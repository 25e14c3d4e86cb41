/** Highlights code with a declared language. The highlighter is fetched only if there is such code. */
import { loadChunk } from '../loading/load-chunk';
import { yieldToMain } from '../yield-to-main';
import { reportSiteUpdate } from '../notices';
import { grammarsOf } from './code-languages';

const LANGUAGE_CLASS = 'language-';
/** Takes about four times as long on a slow phone. */
const TASK_MS_MAX = 8;
/** In characters; highlighting longer code would block the page. */
const LENGTH_MAX = 100_000;

export async function highlightCode(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const blocks = [...root.querySelectorAll('pre')].filter(
    (pre) => grammarsOf(declaredLanguage(pre)).length > 0 && pre.textContent.length <= LENGTH_MAX,
  );
  if (blocks.length === 0) {
    return;
  }
  await highlightedOrNone(async () => {
    const { highlighted } = await loadChunk(() => import('./highlighter'));
    const missing = new Set<string>();
    let taskStart = performance.now();
    for (const pre of blocks) {
      const language = declaredLanguage(pre);
      const fragment = missing.has(language)
        ? undefined
        : await highlightedOrNone(() => highlighted(pre.textContent, grammarsOf(language)));
      if (signal.aborted) {
        return;
      }
      if (fragment) {
        (pre.querySelector('code') ?? pre).replaceChildren(fragment);
      } else {
        missing.add(language);
      }
      if (performance.now() - taskStart > TASK_MS_MAX) {
        await yieldToMain();
        taskStart = performance.now();
      }
    }
  });
}

/** Code is readable without highlighting: a highlighter or grammar that failed to load is not an error of the page. */
async function highlightedOrNone<Result>(
  highlight: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await highlight();
  } catch (error) {
    console.warn('Code could not be highlighted', error);
    reportSiteUpdate(error);
    return undefined;
  }
}

/** Returns the language that the author declared, in lower case; empty if none. */
function declaredLanguage(pre: Element): string {
  const classes = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const declared = classes.find((name) => name.startsWith(LANGUAGE_CLASS));
  return declared?.slice(LANGUAGE_CLASS.length).toLowerCase() ?? '';
}
