import { scriptPolicy } from '../trusted-types';
import reader from './reader?worker&url';

const policy = scriptPolicy('formats', (address) => (address === reader ? address : null));

/**
 * Has the browser read how dates and numbers are written here, which takes a slow phone a tenth of a second when they
 * are first asked for: a worker asks, and the page goes on meanwhile. Where that fails the page itself asks, later.
 */
export function readFormats(): Promise<void> {
  return new Promise((known) => {
    const worker = new Worker(policy.createScriptURL(reader), { type: 'module' });
    worker.onmessage = worker.onerror = () => {
      worker.terminate();
      known();
    };
  });
}
