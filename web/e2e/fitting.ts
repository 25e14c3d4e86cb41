/** Whether pages fit into their windows. */
import { type Page, expect } from '@playwright/test';

import { expectNoViolations } from './axe';

type Size = { width: number; height: number };

/** Waits until the page is no wider than its window: after a change of the window it may still be laid out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect
    .poll(beyond, { message: `${page.url()} at ${page.viewportSize()?.width ?? 0} px` })
    .toBeLessThanOrEqual(0);
}

/** Checks that the page fits and that axe finds nothing at each size, in both themes, and leaves it at the last one. */
export async function expectFits(page: Page, sizes: readonly Size[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectNoViolations(page);
  }
}
