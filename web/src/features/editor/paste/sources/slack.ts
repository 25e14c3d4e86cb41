/** Slack: flat lists with an indent, pictures for characters, and mentions. */
import { codeTextOf, makeCodeBlock } from '../code-block';
import { make, nextWithoutText, removeAll } from '../dom';
import { nestItems, type FlatItem } from './nest-items';

const LISTS =
  'ul[data-indent], ol[data-indent], ul:has(> [data-stringify-indent]), ol:has(> [data-stringify-indent])';
const MENTIONS =
  'ts-mention, .c-member_slug, .c-mrkdwn__mention, .c-channel_entity, [data-stringify-type="mention"]';

export function rewriteSlack(root: Element): void {
  removeAll(
    root,
    '.c-message__actions, .c-reaction_bar, .c-message_kit__edited_label, [data-stringify-ignore]',
  );
  root.querySelectorAll('[data-stringify-emoji]').forEach(rewriteEmoji);
  for (const mention of root.querySelectorAll(MENTIONS)) {
    mention.replaceWith(mention.textContent || (mention.getAttribute('data-label') ?? ''));
  }
  for (const pre of root.querySelectorAll('.c-mrkdwn__pre, [data-stringify-type="pre"]')) {
    if (root.contains(pre)) {
      pre.replaceWith(makeCodeBlock(pre, codeTextOf(pre).replace(/\s+$/u, ''), null));
    }
  }
  for (const space of root.querySelectorAll('[data-stringify-type="paragraph-break"]')) {
    space.replaceWith(make(root, 'br'), make(root, 'br'));
  }
  rewriteLists(root);
}

/** The name of the picture has the code points of the character; emoji of a workspace have only a name. */
function rewriteEmoji(emoji: Element): void {
  const image = emoji.matches('img') ? emoji : emoji.querySelector('img');
  const file = /\/([\da-f]{2,6}(?:-[\da-f]{2,6})*)(?:@2x)?\.png/u.exec(
    image?.getAttribute('src') ?? '',
  );
  const points = (file?.[1] ?? '').split('-').map((hex) => Number.parseInt(hex, 16));
  const isCharacter = points.every((point) => point > 0 && point <= 0x10ffff);
  emoji.replaceWith(
    isCharacter
      ? String.fromCodePoint(...points)
      : (emoji.getAttribute('data-stringify-emoji') ?? ''),
  );
}

function rewriteLists(root: Element): void {
  const seen = new Set<Element>();
  for (const first of root.querySelectorAll(LISTS)) {
    if (!seen.has(first)) {
      const run = [first];
      let next = nextWithoutText(first);
      while (next?.matches(LISTS)) {
        run.push(next);
        next = nextWithoutText(next);
      }
      run.forEach((list) => seen.add(list));
      first.before(...nestItems(root, run.flatMap(itemsOf)));
      run.forEach((list) => {
        list.remove();
      });
    }
  }
}

function itemsOf(list: Element): FlatItem[] {
  const indent = list.getAttribute('data-indent') ?? '0';
  return [...list.children]
    .filter((item) => item.tagName === 'LI')
    .map((item) => ({
      item,
      level: Number.parseInt(item.getAttribute('data-stringify-indent') ?? indent, 10) || 0,
      tag: list.tagName === 'OL' ? 'ol' : 'ul',
      start: list.getAttribute('start'),
    }));
}
