/** highlight.js with only the grammars that the page needs, emitting nodes instead of HTML. */
import type { Emitter } from 'highlight.js';
import hljs from 'highlight.js/lib/core';

import { GRAMMARS, type Grammar } from './code-languages';

/** Builds nodes from the events of the highlighter, so that code is never parsed as HTML. */
class NodeEmitter implements Emitter {
  readonly root = document.createElement('span');
  #open: HTMLElement = this.root;

  addText(text: string): void {
    this.#open.append(text);
  }

  openNode(scope: string): void {
    const span = document.createElement('span');
    span.className = scopeClass(scope);
    this.#open.append(span);
    this.#open = span;
  }

  closeNode(): void {
    this.#open = this.#open.parentElement ?? this.root;
  }

  /** Starts a scope around one word; highlight.js calls some scopes nodes. */
  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof NodeEmitter) {
      this.#open.append(...emitter.root.childNodes);
    }
  }

  finalize(): void {
    this.#open = this.root;
  }

  toHTML(): string {
    return '';
  }
}

hljs.configure({ __emitter: NodeEmitter });

/** Returns the code with its tokens as spans. */
export async function highlighted(
  code: string,
  grammars: readonly Grammar[],
): Promise<DocumentFragment> {
  await Promise.all(grammars.map(loadGrammar));
  const fragment = document.createDocumentFragment();
  const [language] = grammars;
  if (language === undefined) {
    fragment.append(code);
    return fragment;
  }
  const { _emitter: emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
  if (emitter instanceof NodeEmitter) {
    fragment.append(...emitter.root.childNodes);
  }
  return fragment;
}

/** Returns the grammars by how well code fits them, the best first. */
export async function rankLanguages(
  code: string,
  grammars: readonly Grammar[],
): Promise<{ grammar: Grammar; relevance: number }[]> {
  await Promise.all(grammars.map(loadGrammar));
  return grammars
    .map((grammar) => ({ grammar, relevance: relevanceOf(code, grammar) }))
    .sort((first, second) => second.relevance - first.relevance);
}

/** The points that `highlightAuto` compares; none for code that is invalid in the language. */
function relevanceOf(code: string, grammar: Grammar): number {
  return hljs.highlight(code, { language: grammar, ignoreIllegals: false }).relevance;
}

async function loadGrammar(grammar: Grammar): Promise<void> {
  if (!hljs.getLanguage(grammar)) {
    const { default: rules } = await GRAMMARS[grammar]();
    hljs.registerLanguage(grammar, rules);
  }
}

/** The classes of a scope: `title.function` has `code-title` and `code-title-function`. */
function scopeClass(scope: string): string {
  const [kind = '', ...subkinds] = scope.split('.');
  return [`code-${kind}`, ...subkinds.map((name) => `code-${kind}-${name}`)].join(' ');
}
