import { expect, it } from 'vitest';

import { sampleComment, sampleReply } from '../../../test/sample-comment';
import { mergeAdded } from './merge-added';

const root = sampleComment('root');
const first = sampleReply('first', root);
const below = sampleReply('below', first);
const second = sampleReply('second', root);

function idsWith(added: ReturnType<typeof sampleComment>[]) {
  return mergeAdded([first, below, second], added).map(({ _id }) => _id);
}

it('puts a reply after all comments below the one that it replies to', () => {
  expect(idsWith([sampleReply('new', first)])).toEqual(['first', 'below', 'new', 'second']);
  expect(idsWith([sampleReply('new', below)])).toEqual(['first', 'below', 'new', 'second']);
});

it('puts a reply to the last comment, to the first one, and to one that is not loaded at the end', () => {
  const unknown = sampleReply('unknown', root);
  for (const parent of [second, root, unknown]) {
    expect(idsWith([sampleReply('new', parent)])).toEqual(['first', 'below', 'second', 'new']);
  }
});

it('leaves out what the list contains', () => {
  expect(idsWith([second])).toEqual(['first', 'below', 'second']);
});
