import type { Redirect } from '../shared/api/types';

/** Returns a sample redirect with `changes` applied. */
export function sampleRedirect(changes: Partial<Redirect> = {}): Redirect {
  return {
    _id: 'r1',
    id: 'r1',
    path: '/2019/05/hello',
    target: '/blog/hello',
    status: 301,
    source: 'panel',
    hits: 0,
    lastAt: null,
    ...changes,
  };
}
