/** Code blocks of other programs: their text, line by line, and their language. */
import { make } from './dom';
import { isKnownLanguage, languageNamed } from './language-names';
import { stylesOf } from './styles';

const OWN_CLASS = /^(?:lang(?:uage)?|highlight-(?:source|text))-(.+)$/u;
const BOX_CLASS = /^(?:language|highlight-(?:source|text))-(.+)$/u;
/** Classes of highlighters that put the bare name of the language beside their own. */
const HIGHLIGHTER = /^(?:hljs|sourcecode|highlight|prettyprint|brush:|codehilite|shiki)$/iu;
const NOT_CODE =
  'button, clipboard-copy, script, style, svg, textarea, .lineno, .linenos, .line-number, .line-numbers-rows, .gutter, ' +
  '.hljs-ln-numbers, .react-syntax-highlighter-line-number, .code-block-header, .copy-button, .zeroclipboard-container';
const LINES = 'div, p, li, tr';

/** Builds a code block of a post. */
export function makeCodeBlock(near: Node, code: string, language: string | null): HTMLElement {
  const attributes = { class: language === null ? null : `language-${language}` };
  const text = code.endsWith('\n') ? code : `${code}\n`;
  return make(near, 'pre', {}, [make(near, 'code', attributes, [text])]);
}

/** Returns the text of an element that shows code, with one line break for each `br` and each element of a line. */
export function codeTextOf(element: Element): string {
  const parts: string[] = [];
  collectCode(element, parts);
  return parts.join('').replace(/\r\n?/gu, '\n').replaceAll('\u00A0', ' ');
}

/** Returns the language that a code block declares, by its own attributes or the classes of the boxes around it. */
export function declaredLanguage(pre: Element): string | null {
  const code = pre.querySelector('code');
  const declared =
    (code ? languageByAttributes(code) : null) ??
    pre.getAttribute('lang') ??
    languageByAttributes(pre) ??
    languageByBoxes(pre) ??
    (code ? bareLanguage(code) : null) ??
    bareLanguage(pre) ??
    '';
  return languageNamed(declared);
}

function languageByAttributes(element: Element): string | null {
  const byClass = languageByClass(element, OWN_CLASS);
  return byClass ?? element.getAttribute('data-lang') ?? element.getAttribute('data-language');
}

function languageByBoxes(pre: Element): string | null {
  const boxes = [pre.parentElement, pre.parentElement?.parentElement];
  for (const box of boxes) {
    const language = box ? languageByClass(box, BOX_CLASS) : null;
    if (language !== null) {
      return language;
    }
  }
  return null;
}

function languageByClass(element: Element, pattern: RegExp): string | null {
  for (const name of element.classList) {
    const language = pattern.exec(name)?.[1];
    if (language !== undefined) {
      return language;
    }
  }
  return null;
}

/** Finds the bare name of a language beside the class of a highlighter, such as `hljs rust` or `brush: rust;`. */
function bareLanguage(element: Element): string | null {
  const names = [...element.classList].map((name) => name.replace(';', ''));
  const isHighlighted = names.some((name) => HIGHLIGHTER.test(name));
  return isHighlighted ? (names.find(isKnownLanguage) ?? null) : null;
}

function collectCode(node: Node, parts: string[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) {
      parts.push(child.data);
    } else if (child instanceof Element && child.tagName === 'BR') {
      parts.push('\n');
    } else if (child instanceof Element && !isNoCode(child)) {
      collectCode(child, parts);
      if (child.matches(LINES) && child.nextSibling && !endsLine(parts, child)) {
        parts.push('\n');
      }
    }
  }
}

function isNoCode(element: Element): boolean {
  const select = stylesOf(element).get('user-select') ?? '';
  return select === 'none' || element.matches(NOT_CODE);
}

/** Whether the line of an element has its break already: inside it, or before the next element. */
function endsLine(parts: readonly string[], line: Element): boolean {
  const { nextSibling } = line;
  const isFollowed = nextSibling instanceof Text && nextSibling.data.startsWith('\n');
  const isEmptyLine = line.childNodes.length === 1 && line.firstChild?.nodeName === 'BR';
  return isFollowed || isEmptyLine || (parts.at(-1)?.endsWith('\n') ?? false);
}
