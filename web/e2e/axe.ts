/** Axe, the checker of accessibility. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

import { animationsFinished } from './animations';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** The rules about colours. All others see the same elements in both themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns the violations that axe found, one line each: of all rules in the light theme, then of colours in the dark one. */
export async function violations(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  // A message that leaves while axe reads has too little contrast. One below the pointer stays.
  await expect(page.locator('[data-sonner-toast]:not(:hover)')).toHaveCount(0);
  // There are no frames. Without the legacy mode, each run opens another page to merge the results of frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (theme === 'light') {
    axe.withTags(RULES);
  } else {
    axe.withRules(COLOUR_RULES);
  }
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Checks a page in both themes, and leaves it in the light one. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await animationsFinished(page);
    expect(await violations(page, theme)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
