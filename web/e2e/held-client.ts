import type { Page } from '@playwright/test';

/** Keeps the client back until the returned function is called: its scripts do not come before. */
export async function holdClient(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    release();
  };
}
