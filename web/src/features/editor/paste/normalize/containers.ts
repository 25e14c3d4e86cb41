/** Blocks around other blocks: quotes, callouts, details, lists of terms and footnotes. */
import { make } from '../dom';
import { contextOf, type Context } from './marks';
import type { BlockReader, Reader } from './flow';

const CALLOUT = /^callout(?:-(?:note|tip|important|warning|caution))?$/u;

export const readQuote: BlockReader = (quote, context, read) => {
  const blocks = read(quote.childNodes, contextOf(quote, context)).blocks();
  const names = quote.classList.contains('callout')
    ? [...quote.classList].filter((name) => CALLOUT.test(name)).join(' ')
    : null;
  return blocks.length > 0 ? [make(quote, 'blockquote', { class: names }, blocks)] : [];
};

export const readDetails: BlockReader = (details, context, read) => {
  const inner = contextOf(details, context);
  const summary = [...details.children].find((child) => child.tagName === 'SUMMARY');
  const rest = [...details.childNodes].filter((node) => node !== summary);
  const title = summary ? read(summary.childNodes, contextOf(summary, inner)).lines() : [];
  const blocks = read(rest, inner).blocks();
  if (title.length === 0) {
    return blocks;
  }
  return [make(details, 'details', {}, [make(details, 'summary', {}, title), ...blocks])];
};

export const readTerms: BlockReader = (list, context, read) => {
  const inner = contextOf(list, context);
  const parts = [...list.querySelectorAll('dt, dd')]
    .filter((part) => part.parentElement?.closest('dl, dd') === list)
    .map((part) => {
      const flow = read(part.childNodes, contextOf(part, inner));
      const isTerm = part.tagName === 'DT';
      return make(list, isTerm ? 'dt' : 'dd', {}, isTerm ? flow.lines() : flow.content());
    })
    .filter((part) => part.childNodes.length > 0);
  return parts.length > 0 ? [make(list, 'dl', {}, parts)] : [];
};

/** Reads the section that `rewriteFootnotes` built; each note links back to its place in the text. */
export const readFootnotes: BlockReader = (section, context, read) => {
  const notes = [...section.querySelectorAll('li[id]')].map((note) =>
    readNote(note, context, read),
  );
  return [make(section, 'section', { class: 'footnotes' }, [make(section, 'ol', {}, notes)])];
};

function readNote(note: Element, context: Context, read: Reader): Element {
  const blocks = read(note.childNodes, context).blocks();
  const last = blocks.at(-1);
  const line = last?.tagName === 'P' ? last : make(note, 'p');
  const back = {
    href: `#${note.id.replace('user-content-fn-', 'user-content-fnref-')}`,
    class: 'footnote-backref',
    rel: 'noopener noreferrer',
  };
  line.append(line.childNodes.length > 0 ? ' ' : '', make(note, 'a', back, ['↩']));
  return make(note, 'li', { id: note.id }, line === last ? blocks : [...blocks, line]);
}
