/** Notion: to-dos, toggles and callouts, from the clipboard and from exported pages. */
import { unwrapElement } from '../../html/tree';
import { removeAll } from '../dom';
import { makeCallout, type CalloutKind } from './callouts';

const KINDS: ReadonlyMap<string, CalloutKind> = new Map([
  ['💡', 'tip'],
  ['✅', 'tip'],
  ['⚠', 'warning'],
  ['🚧', 'warning'],
  ['❗', 'important'],
  ['❕', 'important'],
  ['‼', 'important'],
  ['📣', 'important'],
  ['🚫', 'caution'],
  ['🛑', 'caution'],
  ['⛔', 'caution'],
  ['🔥', 'caution'],
]);
const VARIATION = /\uFE0F/gu;
const FIRST_EMOJI =
  /^\s*(\p{Extended_Pictographic}\uFE0F?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)\s*/u;
const TO_DO = /^\s*\[([ xX]?)\]\s+/u;

export function rewriteNotion(root: Element): void {
  rewriteToDos(root);
  rewriteToggles(root);
  rewriteCallouts(root);
  for (const mark of root.querySelectorAll('mark[class*="highlight-"]')) {
    if (!mark.className.includes('_background')) {
      unwrapElement(mark);
    }
  }
  removeAll(root, '.notion-list-item-box-left, .indented-icon');
}

/** To-dos are items that begin with `[ ]`, or with a drawn box. */
function rewriteToDos(root: Element): void {
  for (const item of root.querySelectorAll('li')) {
    const box = [...item.children].find((child) => child.matches('.checkbox'));
    const text = firstText(item);
    const [typed, state] = TO_DO.exec(text?.data ?? '') ?? [];
    if (box) {
      item.setAttribute('data-list', box.matches('.checkbox-on') ? 'checked' : 'unchecked');
      box.remove();
    } else if (text && typed !== undefined) {
      item.setAttribute('data-list', state?.toLowerCase() === 'x' ? 'checked' : 'unchecked');
      text.data = text.data.slice(typed.length);
    }
  }
  for (const done of root.querySelectorAll('.to-do-children-checked')) {
    done.removeAttribute('style');
  }
}

/** An exported toggle is an item with details in a list of its own. */
function rewriteToggles(root: Element): void {
  for (const list of root.querySelectorAll('ul.toggle')) {
    const items = [...list.children];
    if (items.every((item) => item.firstElementChild?.tagName === 'DETAILS')) {
      items.forEach(unwrapElement);
      unwrapElement(list);
    }
  }
}

function rewriteCallouts(root: Element): void {
  for (const callout of root.querySelectorAll('aside, figure.callout')) {
    const emoji = takeEmoji(callout);
    const kind = KINDS.get((emoji ?? '').replace(VARIATION, '')) ?? 'note';
    callout.querySelectorAll('.icon').forEach((icon) => {
      icon.remove();
    });
    callout.replaceWith(makeCallout(root, kind, callout.childNodes));
  }
}

/** Removes the emoji of a callout, which its kind replaces. */
function takeEmoji(callout: Element): string | undefined {
  const icon = callout.querySelector('.icon, img.notion-emoji');
  if (icon) {
    const emoji = icon.textContent.trim() || (icon.getAttribute('alt') ?? '');
    icon.remove();
    return emoji;
  }
  const text = firstText(callout);
  const [found, emoji] = FIRST_EMOJI.exec(text?.data ?? '') ?? [];
  if (text && found !== undefined) {
    text.data = text.data.slice(found.length);
  }
  return emoji;
}

function firstText(element: Element): Text | null {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && text.data.trim() !== '') {
      return text;
    }
  }
  return null;
}
