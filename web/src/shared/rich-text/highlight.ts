/** Colours code whose language was declared. The highlighter is fetched only where there is such code. */
import { loadChunk } from '../loading/load-chunk';
import { nextTurn } from '../next-turn';
import { reportUpdate } from '../notices';
import { grammarsOf } from './code-languages';

const LANGUAGE_CLASS = 'language-';
/** Four times as long on a slow phone. */
const LONGEST_TURN_MS = 8;
/** Longer than any code that people read; colouring it would hold up the page. */
const LONGEST_CODE = 100_000;

export async function highlightCode(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const blocks = [...root.querySelectorAll('pre')].filter(
    (pre) => grammarsOf(declaredLanguage(pre)).length > 0 && pre.textContent.length <= LONGEST_CODE,
  );
  if (blocks.length === 0) {
    return;
  }
  await colouredOrNothing(async () => {
    const { highlighted } = await loadChunk(() => import('./highlighter'));
    const missing = new Set<string>();
    let turnBegan = performance.now();
    for (const pre of blocks) {
      const language = declaredLanguage(pre);
      const coloured = missing.has(language)
        ? undefined
        : await colouredOrNothing(() => highlighted(pre.textContent, grammarsOf(language)));
      if (signal.aborted) {
        return;
      }
      if (coloured) {
        (pre.querySelector('code') ?? pre).replaceChildren(coloured);
      } else {
        missing.add(language);
      }
      if (performance.now() - turnBegan > LONGEST_TURN_MS) {
        await nextTurn();
        turnBegan = performance.now();
      }
    }
  });
}

/** Code without colours reads as well: a highlighter or a language that did not come is no failure of the page. */
async function colouredOrNothing<Coloured>(
  colour: () => Promise<Coloured>,
): Promise<Coloured | undefined> {
  try {
    return await colour();
  } catch (error) {
    console.warn('Code could not be highlighted', error);
    reportUpdate(error);
    return undefined;
  }
}

/** The language that the author named, lower case; empty when none was. */
function declaredLanguage(pre: Element): string {
  const classes = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const declared = classes.find((name) => name.startsWith(LANGUAGE_CLASS));
  return declared?.slice(LANGUAGE_CLASS.length).toLowerCase() ?? '';
}
