import { type Locator, type Page, expect } from '@playwright/test';

/** More than any page of the tests has before the element in question. */
const PRESSES_MAX = 300;

/** Moves the focus to an element by Tab alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await moveTo(page, target, 'Tab');
}

/** Presses a key until an element has the focus. */
export async function moveTo(page: Page, target: Locator, key: string): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
