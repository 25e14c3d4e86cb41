import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, vi } from 'vitest';

import { endAdminSession } from '../shared/session/admin-session';
import { endSession } from '../shared/session/session';

// Generous for a busy machine, where the first page of a file takes seconds to be compiled; a condition that never becomes
// true still fails.
configure({ asyncUtilTimeout: 20_000 });

// Stubs for APIs that jsdom lacks: media queries that never match, and observers that report nothing.
vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

class InertObserver {
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
vi.stubGlobal('IntersectionObserver', InertObserver);
vi.stubGlobal('ResizeObserver', InertObserver);
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.setPointerCapture = () => undefined;
Range.prototype.getClientRects = () => document.body.getClientRects();
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
vi.stubGlobal('scrollTo', () => undefined);

afterEach(() => {
  cleanup();
  endSession();
  endAdminSession();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  document.title = '';
  // The next toaster would show what is left.
  toast.dismiss();
});
