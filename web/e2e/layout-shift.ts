import type { Page } from '@playwright/test';

/** What Chromium tells of something that moved; a reader's own hand may move things. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** What is less is no more than the rounding of letters. */
const SEEN_FROM = 0.005;

/** What has moved by itself since the page began to load, a line each; nothing where it is too little to be seen. */
export async function layoutShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = node?.textContent?.trim().slice(0, 40) ?? '';
      return `${element?.tagName.toLowerCase() ?? 'gone'}.${element?.className.toString() ?? ''} “${text}”`;
    };
    return (observer.takeRecords() as LayoutShift[])
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, startTime, sources }) => {
        const parts = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${name(node)} from ${place(previousRect)} to ${place(currentRect)}`,
        );
        return {
          value,
          told: `${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${parts.join(', ')}`,
        };
      });
  });
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < SEEN_FROM ? [] : shifts.map(({ told }) => told);
}
