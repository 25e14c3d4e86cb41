import type { Page } from '@playwright/test';

/** Chromium's performance entry of a layout shift. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** A smaller sum is within the rounding of text layout. */
const MIN_VISIBLE_SUM = 0.005;

/** Returns the layout shifts without user input since the page load, a line each; none if too small to be visible. */
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
          description: `${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${parts.join(', ')}`,
        };
      });
  });
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum < MIN_VISIBLE_SUM ? [] : shifts.map(({ description }) => description);
}
