/** Formulas of KaTeX, MathJax, MathML and Wikipedia, by the TeX that they carry. */
import { makeCodeBlock } from './code-block';
import { make } from './dom';

/** Formulas, each by its outermost element. */
const FORMULAS =
  '.katex-display, .katex, mjx-container, math-renderer, .mwe-math-element, math, script[type^="math/tex"]';
const DISPLAY =
  '.katex-display, mjx-container[display="true"], math[display="block"], .js-display-math, script[type*="mode=display"]';

/** Replaces formulas by code blocks and inline code with the language `math`. */
export function rewriteMath(root: Element): void {
  removeDrawings(root);
  for (const formula of root.querySelectorAll(FORMULAS)) {
    const tex = root.contains(formula) ? texOf(formula) : null;
    if (tex !== null) {
      formula.replaceWith(
        isDisplay(formula)
          ? makeCodeBlock(root, tex, 'math')
          : make(root, 'code', { class: 'language-math' }, [tex]),
      );
    }
  }
}

/** MathJax 2 keeps the TeX in a script beside its drawing. */
function removeDrawings(root: Element): void {
  if (root.querySelector('script[type^="math/tex"]')) {
    root.querySelectorAll('.MathJax, .MathJax_Display, .MathJax_Preview').forEach((drawing) => {
      drawing.remove();
    });
  }
}

function isDisplay(formula: Element): boolean {
  return formula.matches(DISPLAY) || formula.querySelector('math[display="block"]') !== null;
}

function texOf(formula: Element): string | null {
  const source =
    formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    (formula.matches('script') ? formula.textContent : null) ??
    formula.getAttribute('alttext') ??
    formula.querySelector('math[alttext]')?.getAttribute('alttext') ??
    (formula.matches('math-renderer') ? formula.textContent : null) ??
    '';
  const tex = source
    .trim()
    .replace(/^\$\$?([^]*?)\$?\$$/u, '$1')
    .replace(/^\{\\(?:displaystyle|textstyle) ([^]*)\}$/u, '$1')
    .trim();
  return tex === '' ? null : tex;
}
