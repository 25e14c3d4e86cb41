/** The allow-list of posts: the server's table, so that the editor creates nothing that the server would remove. */
import table from '../../../shared/rich-text/allowed-html.json';
import { isLink, isOnTheWeb, isPicture, isPlayer } from './addresses';
import { parseHtml } from './tree';

/** The allowed values of an attribute or style: some values, or the name of a kind. */
type Rule = string | readonly string[];
type Rules = Readonly<Record<string, Rule>>;

/** Maps: an object would also have the names of its prototype. */
const ELEMENTS = rulesByElement(table.elements);
const STYLES = rulesByElement(table.styles);
const ATTRIBUTES_OF_ALL = rulesByName(table.attributesOfAll);
const STYLES_OF_ALL = rulesByName(table.stylesOfAll);
const CLASSES = new Set(table.classes);
const CLASS_PREFIXES = new Map(Object.entries(table.classPrefixes));
const REMOVED = table.removedWithContent.join();

const COLOUR =
  /^(?:#(?:[\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})|rgba?\([\d,.% /]*\)|[a-zA-Z]+)$/u;
const LENGTH = /^\d{1,5}(?:%|px)?$/u;
/** Colour names that say nothing about the text, which the clipboard often has. */
const NO_COLOURS = ['inherit', 'initial', 'unset', 'revert', 'currentcolor', 'transparent'];

const KINDS = new Map<string, (value: string) => boolean>([
  ['any', () => true],
  ['colour', (value) => COLOUR.test(value)],
  ['length', (value) => LENGTH.test(value)],
  ['link', isLink],
  ['picture', isPicture],
  ['player', isPlayer],
  ['web', isOnTheWeb],
]);

/** Removes everything that is not allowed in a post; keeps the text of unknown elements. */
export function removeDisallowed(root: Element): void {
  removeWithContent(root);
  for (const element of root.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if (ELEMENTS.has(tag)) {
      removeDisallowedAttributes(element, tag);
    } else {
      element.replaceWith(...element.childNodes);
    }
  }
  root.querySelectorAll('iframe:not([src]), img:not([src])').forEach((element) => {
    element.remove();
  });
}

/** Removes the elements whose content is no text of a post, such as scripts. */
export function removeWithContent(root: Element): void {
  root.querySelectorAll(REMOVED).forEach((element) => {
    element.remove();
  });
}

/** Returns the allowed part of a post's HTML. */
export function allowedHtml(html: string): string {
  const root = parseHtml(html);
  removeDisallowed(root);
  return root.innerHTML;
}

/** Keeps the allowed colours and the alignment of table cells, and removes all other styles. */
export function removeDisallowedStyles(element: Element): void {
  if (element instanceof HTMLElement && element.hasAttribute('style')) {
    const { style } = element;
    const rules = [...STYLES_OF_ALL, ...(STYLES.get(element.tagName.toLowerCase()) ?? [])];
    const allowed = rules
      .map(([name, rule]) => ({ name, rule, value: style.getPropertyValue(name) }))
      .filter(
        ({ rule, value }) => allows(rule, value) && !NO_COLOURS.includes(value.toLowerCase()),
      );
    element.removeAttribute('style');
    for (const { name, value } of allowed) {
      style.setProperty(name, value);
    }
  }
}

/** Whether a value is of a kind, by its name in the table. */
export function isOfKind(kind: string, value: string): boolean {
  return KINDS.get(kind)?.(value) ?? false;
}

function removeDisallowedAttributes(element: Element, tag: string): void {
  for (const { name, value } of [...element.attributes]) {
    const rule = ELEMENTS.get(tag)?.get(name) ?? ATTRIBUTES_OF_ALL.get(name);
    if (name !== 'class' && name !== 'style' && !allows(rule, value)) {
      element.removeAttribute(name);
    }
  }
  removeDisallowedStyles(element);
  removeDisallowedClasses(element, CLASS_PREFIXES.get(tag));
}

function removeDisallowedClasses(element: Element, prefix: string | undefined): void {
  const allowed = [...element.classList].filter(
    (name) => CLASSES.has(name) || (prefix !== undefined && name.startsWith(prefix)),
  );
  if (allowed.length === 0) {
    element.removeAttribute('class');
  } else {
    element.className = allowed.sort().join(' ');
  }
}

function allows(rule: Rule | undefined, value: string): boolean {
  if (rule === undefined) {
    return false;
  }
  return typeof rule === 'string' ? isOfKind(rule, value) : rule.includes(value);
}

function rulesByElement(elements: Readonly<Record<string, Rules>>) {
  return new Map(Object.entries(elements).map(([tag, rules]) => [tag, rulesByName(rules)]));
}

function rulesByName(rules: Rules): Map<string, Rule> {
  return new Map(Object.entries(rules));
}
