import type { Page } from '@playwright/test';

/** What Chromium tells of something that moved; a reader's own hand may move things. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** How far things have moved by themselves since the page began to load, as the browser scores it. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as LayoutShift[];
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  });
}
