/** Helpers that build elements in the inert tree of a paste. */

type Attributes = Readonly<Record<string, string | null | undefined>>;

/** Creates an element in the document of `near`; attributes without a value are left out. */
export function make(
  near: Node,
  tag: string,
  attributes: Attributes = {},
  children: Iterable<Node | string> = [],
): HTMLElement {
  const owner = near instanceof Document ? near : (near.ownerDocument ?? document);
  const element = owner.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  appendAll(element, children);
  return element;
}

/** Appends any number of nodes: a call with too many arguments fails. */
export function appendAll(element: Element, nodes: Iterable<Node | string>): void {
  for (const node of [...nodes]) {
    element.append(node);
  }
}

/** Replaces an element by one of another tag with the same children. */
export function rename(element: Element, tag: string, attributes: Attributes = {}): HTMLElement {
  const renamed = make(element, tag, attributes, [...element.childNodes]);
  element.replaceWith(renamed);
  return renamed;
}

/** Removes all elements that match a selector, with their content. */
export function removeAll(root: Element, selector: string): void {
  root.querySelectorAll(selector).forEach((element) => {
    element.remove();
  });
}

/** Returns the next element unless there is text between. */
export function nextWithoutText(element: Element): Element | null {
  let next = element.nextSibling;
  while (next && !(next instanceof Element)) {
    if (next instanceof Text && next.data.trim() !== '') {
      return null;
    }
    next = next.nextSibling;
  }
  return next;
}

/** Removes all comments. */
export function removeComments(root: Element): void {
  const comments = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) {
    found.push(comments.currentNode);
  }
  for (const comment of found) {
    comment.parentNode?.removeChild(comment);
  }
}
