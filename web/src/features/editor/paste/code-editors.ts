/** Pastes that are code as a whole: from VS Code, JetBrains IDEs, terminals, and code selected in a browser. */
import { codeTextOf } from './code-block';
import { terminalLanguage } from './commands';
import { languageNamed } from './language-names';
import { isMonospace, stylesOf } from './styles';

/** `isMarked` is false for text in the font of code, which may be a text as well. */
export type CopiedCode = { code: string; language: string | null; isMarked: boolean };

/** Returns code copied out of VS Code, by its own type of the clipboard. */
export function readEditorData(editorData: string, text: string): CopiedCode | null {
  const mode = editorData === '' || text === '' ? null : modeOf(editorData);
  if (mode === null) {
    return null;
  }
  const language = languageNamed(mode);
  return { code: text, language, isMarked: language !== null && language !== 'markdown' };
}

/** Returns code copied out of an editor or terminal, by the form of its HTML; `text` has its tabs. */
export function readCodeHtml(root: Element, text: string): CopiedCode | null {
  const [only, ...others] = contentOf(root);
  if (only instanceof Element && others.length === 0) {
    if (isVsCode(only)) {
      return { code: text || codeTextOf(only), language: null, isMarked: true };
    }
    if (isTerminal(only)) {
      const code = text || codeTextOf(only);
      return { code, language: terminalLanguage(code), isMarked: true };
    }
    const pre = idePre(only);
    if (pre) {
      return {
        code: text || codeTextOf(pre),
        language: null,
        isMarked: pre.querySelector('span') !== null,
      };
    }
  }
  const isCode = only !== undefined && [only, ...others].every(isSelectedCode);
  return isCode ? { code: text || codeTextOf(root), language: null, isMarked: false } : null;
}

function contentOf(root: Element): ChildNode[] {
  return [...root.childNodes].filter((node) =>
    node instanceof Text
      ? node.data.trim() !== ''
      : node instanceof Element && !node.matches('meta, style, link, title'),
  );
}

/** VS Code: a box with a line of spans in each child. */
function isVsCode(element: Element): boolean {
  return (
    element.tagName === 'DIV' &&
    stylesOf(element).get('white-space') === 'pre' &&
    stylesOf(element).get('display') === undefined &&
    element.childElementCount > 0 &&
    [...element.children].every((child) => child.matches('div, br')) &&
    isMonospace(element)
  );
}

/** Windows Terminal: a box with a span for each colour. */
function isTerminal(element: Element): boolean {
  const styles = stylesOf(element);
  return (
    element.tagName === 'DIV' &&
    styles.get('white-space') === 'pre' &&
    styles.get('display') === 'inline-block' &&
    [...element.children].every((child) => child.matches('span, br, font, b'))
  );
}

/** JetBrains IDEs and Visual Studio: a block with a font of its own, in a box with the colours of the theme or not. */
function idePre(element: Element): Element | null {
  const isBox =
    element.tagName === 'DIV' && element.children.length === 1 && !element.hasAttribute('class');
  const pre = isBox ? element.firstElementChild : element;
  const isOfIde =
    pre?.tagName === 'PRE' &&
    !pre.hasAttribute('class') &&
    pre.getAttribute('lang') === null &&
    stylesOf(pre).has('font-family') &&
    pre.querySelector('code, div, p, table') === null;
  return isOfIde ? pre : null;
}

/** A part of a code block that was selected in a browser: only spans with the styles of the block. */
function isSelectedCode(node: ChildNode): boolean {
  return (
    node instanceof Element &&
    (node.tagName === 'BR' ||
      (node.tagName === 'SPAN' &&
        /^pre(?:$| |;|-wrap)/u.test(stylesOf(node).get('white-space') ?? '') &&
        isMonospace(node)))
  );
}

function modeOf(editorData: string): string | null {
  try {
    const data: unknown = JSON.parse(editorData);
    const isObject = typeof data === 'object' && data !== null;
    return isObject && 'mode' in data && typeof data.mode === 'string' ? data.mode : null;
  } catch {
    return null;
  }
}
