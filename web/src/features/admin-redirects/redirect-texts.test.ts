import { expect, it } from 'vitest';

import { sourceText, statusText } from './redirect-texts';

it('names sources and statuses, also those of another version', () => {
  expect(['panel', 'file', 'ghost', ''].map(sourceText)).toEqual(['Entered', 'File', 'Ghost', '']);
  expect([301, 302, 410, 308].map(statusText)).toEqual(['For good', 'For now', 'Gone', '308']);
});
