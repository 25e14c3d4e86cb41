import { scriptPolicy } from '../trusted-types';
import reader from './reader?worker&url';

const policy = scriptPolicy('formats', (address) => (address === reader ? address : null));

/**
 * Loads the browser's formats of dates and numbers in a worker. Their first use takes a tenth of a second on a slow
 * phone, and the page stays responsive meanwhile. Where the worker fails, the page loads them later.
 */
export function preloadFormats(): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(policy.createScriptURL(reader), { type: 'module' });
    worker.onmessage = worker.onerror = () => {
      worker.terminate();
      resolve();
    };
  });
}
