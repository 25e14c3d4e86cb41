import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

import { endAdminSession } from '../shared/session/admin-session';
import { endSession } from '../shared/session/session';

// A busy machine is slow, not wrong; a condition that never comes still fails.
configure({ asyncUtilTimeout: 5_000 });

// What jsdom does not have and the pages ask for: a window of no particular width, and observers that see nothing.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

class Unseeing {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
  takeRecords() {
    return [];
  }
}
vi.stubGlobal('IntersectionObserver', Unseeing);
vi.stubGlobal('ResizeObserver', Unseeing);
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
vi.stubGlobal('scrollTo', () => undefined);

afterEach(() => {
  cleanup();
  endSession();
  endAdminSession();
  localStorage.clear();
});
