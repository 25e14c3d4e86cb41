/** Small steps on an inert tree of HTML, in which nothing loads and nothing runs. */

const BLOCKS =
  'address,article,aside,blockquote,dd,details,div,dl,dt,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,' +
  'header,hr,iframe,li,main,nav,ol,p,pre,section,summary,table,tbody,td,tfoot,th,thead,tr,ul';
/** Stands in a line for what is no text. */
const OBJECT = '\uFFFC';

export function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body;
}

export function isBlock(node: Node | null): node is Element {
  return node instanceof Element && node.matches(BLOCKS);
}

export function hasBlocks(element: Element): boolean {
  return element.querySelector(BLOCKS) !== null;
}

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Another element in the place of this one, with the same attributes and children. */
export function renamed(element: Element, tag: string): HTMLElement {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) {
    other.setAttribute(name, value);
  }
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
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

/** The elements that stand for `element` and what follows it, as far as `isSame` goes. */
export function runFrom(element: Element, isSame: (next: Element) => boolean): Element[] {
  const run = [element];
  let next = element.nextElementSibling;
  while (next && isSame(next)) {
    run.push(next);
    next = next.nextElementSibling;
  }
  return run;
}

/** Rewrites the text of each line as a whole; `rewrite` keeps the length. */
export function rewriteLines(
  root: Element,
  isLeftAlone: (element: Element) => boolean,
  rewrite: (line: string) => string,
): void {
  let line: (Text | null)[] = [];

  function endLine() {
    const before = line.map((text) => text?.data ?? OBJECT).join('');
    const after = rewrite(before);
    if (after !== before) {
      let place = 0;
      for (const text of line) {
        const length = text?.data.length ?? OBJECT.length;
        if (text) {
          text.data = after.slice(place, place + length);
        }
        place += length;
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
    if (isLeftAlone(node)) {
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
