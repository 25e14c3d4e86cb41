/** Helpers for an inert HTML tree, in which nothing loads and no script runs. */

const BLOCKS =
  'address,article,aside,blockquote,dd,details,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,' +
  'header,hr,iframe,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul';
/** Represents an element without text in a line. */
const OBJECT = '\uFFFC';

export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

export function isBlock(node: Node | null): node is Element {
  return node instanceof Element && node.matches(BLOCKS);
}

export function hasBlocks(element: Element): boolean {
  return element.querySelector(BLOCKS) !== null;
}

export function unwrapElement(element: Element): void {
  element.replaceWith(...element.childNodes);
}

export function isBlankLine(node: Node | null | undefined): node is HTMLParagraphElement {
  return (
    node instanceof HTMLParagraphElement &&
    node.textContent.trim() === '' &&
    [...node.children].every((child) => child.tagName === 'BR')
  );
}

export function isSpace(node: Node): boolean {
  return node.nodeType === Node.COMMENT_NODE || (node instanceof Text && node.data.trim() === '');
}

/** Returns `element` and the siblings after it for which `isSame` holds. */
export function runFrom(element: Element, isSame: (next: Element) => boolean): Element[] {
  const run = [element];
  let next = element.nextElementSibling;
  while (next && isSame(next)) {
    run.push(next);
    next = next.nextElementSibling;
  }
  return run;
}

/** Rewrites the text of each line; `rewrite` must keep the length. */
export function rewriteLines(
  root: Element,
  isSkipped: (element: Element) => boolean,
  rewrite: (line: string) => string,
): void {
  let line: (Text | null)[] = [];

  function endLine() {
    const before = line.map((text) => text?.data ?? OBJECT).join('');
    const after = rewrite(before);
    if (after !== before) {
      let offset = 0;
      for (const text of line) {
        const length = text?.data.length ?? OBJECT.length;
        if (text) {
          text.data = after.slice(offset, offset + length);
        }
        offset += length;
      }
    }
    line = [];
  }

  function walk(node: Node) {
    if (node instanceof Text) {
      line.push(node);
      return;
    }
    if (!(node instanceof Element)) {
      return;
    }
    if (isSkipped(node)) {
      if (isBlock(node)) {
        endLine();
      } else {
        line.push(null);
      }
      return;
    }
    if (node.tagName === 'BR' || isBlock(node)) {
      endLine();
    }
    if (node.tagName === 'IMG') {
      line.push(null);
    }
    node.childNodes.forEach(walk);
    if (isBlock(node)) {
      endLine();
    }
  }

  walk(root);
  endLine();
}
