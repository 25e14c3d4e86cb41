/** Browsers in which members of the staff write. */
import type { APIRequestContext, Browser, Page } from '@playwright/test';

import { adminState } from './people';
import { postText } from './post-page';

/** Opens a browser of its own in which somebody of the staff is signed in. */
export async function browserOf(
  browser: Browser,
  request: APIRequestContext,
  email: string,
  baseURL = '',
) {
  const context = await browser.newContext({
    baseURL,
    storageState: await adminState(request, email),
  });
  return { context, page: await context.newPage() };
}

/** Types at the end of the text. */
export async function appendToText(page: Page, words: string): Promise<void> {
  await postText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}
