/** Following, the notices and mails of a conversation, how they come, and the newsletter. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { Email } from 'postal-mime';

import { PASSWORD, unique, uniqueEmail } from './accounts';
import { expectNoViolations } from './axe';
import { comment, openAs } from './discussion';
import { mailsTo } from './mail-server';
import { type Reader, adminToken, newAdmin, newReader, signInAsAdmin } from './people';
import { expect, test } from './site';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
/** Mails about comments wait two minutes, in which the comment may go. */
const MAIL_MS = 180_000;

type Published = { id: string; slug: string; title: string; tag: string };

async function publish(request: APIRequestContext, admin: string): Promise<Published> {
  const title = unique('A post to follow');
  const tag = unique('tag').slice(0, 30);
  const response = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${await adminToken(request, admin)}` },
    data: {
      title,
      content: '<p>A text to talk about.</p>',
      category: 'Other',
      featuredImage: `${process.env['SITE'] ?? ''}/icon-512.png`,
      tags: [tag],
      status: 'published',
    },
  });
  expect(response.status()).toBe(201);
  const { blog } = (await response.json()) as { blog: { _id: string; slug: string } };
  return { id: blog._id, slug: blog.slug, title, tag };
}

async function usernameOf(request: APIRequestContext, { token }: Reader): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.get('/api/auth/verify-token', { headers });
  const { user } = (await response.json()) as { user: { username: string } };
  return user.username;
}

const bell = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^(Notifications|Notices)/ });
const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

/** Returns the path of the link that ends mails of this kind. */
function unsubscribePath(mail: Email | undefined): string {
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe');
  const { pathname } = new URL(/<(.*)>/.exec(header?.value ?? '')?.[1] ?? '');
  expect(pathname).toMatch(/^\/unsubscribe\//);
  return pathname;
}

test('tells a reader of a reply and a mention, on the site and by mail', async ({
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const post = await publish(request, await newAdmin(request, 'keeper'));
  const [ada, bo] = [await newReader(request), await newReader(request)];
  const path = `/blog/${post.slug}`;
  const question = await comment(request, ada, post.slug, { content: 'How does it work?' });
  const adas = await openAs(browser, ada, '/recent');

  await test.step('the bell has no number without notices', async () => {
    await expect(bell(adas)).toHaveAccessibleName('Notifications');
  });

  const content = 'It works by itself.';
  const answer = await comment(request, bo, post.slug, { content, parentId: question });
  await test.step('the bell counts the reply once the page is in view again', async () => {
    await adas.reload();
    await expect(bell(adas)).toHaveAccessibleName('Notifications, 1 unread');
  });

  await test.step('the notice leads to the reply, and is read then', async () => {
    await bell(adas).click();
    await expect(adas.getByRole('heading', { level: 1 })).toHaveText('Notifications');
    await expect(adas.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
    await expect(notice(adas, /replied to your comment on/)).toHaveCount(1);
    await expectNoViolations(adas);
    await notice(adas, /replied to your comment on/)
      .getByRole('link', { name: /^Unread:/ })
      .click();
    await expect(adas).toHaveURL(new RegExp(`${path}#comment-${answer}$`));
    await expect(adas.locator(`#comment-${answer}`)).toBeInViewport();
    await expect(bell(adas)).toHaveAccessibleName('Notifications');
  });

  await test.step('a mention is a notice of its own, which is marked as read with all others', async () => {
    const name = await usernameOf(request, ada);
    await comment(request, bo, post.slug, { content: `Ask @${name} about the details.` });
    await adas.goto('/notifications?show=unread');
    await expect(notice(adas, /mentioned you on/)).toHaveCount(1);
    await expect(notice(adas, /replied to your comment on/)).toHaveCount(0);
    await adas.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(adas.getByText('Nothing new')).toBeVisible();
    await expect(adas.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(bell(adas)).toHaveAccessibleName('Notifications');
    await adas.getByRole('link', { name: 'All', exact: true }).click();
    await expect(notice(adas, post.title)).toHaveCount(2);
  });

  await test.step('each comes by one mail, with a link that ends such mails', async () => {
    const mails = async () =>
      (await mailsTo(ada.email)).filter(({ text }) => text?.includes(post.title));
    await expect.poll(async () => (await mails()).length, { timeout: MAIL_MS }).toBe(2);
    const [reply, mention] = await mails();
    expect(reply?.text).toContain(content);
    await adas.goto(unsubscribePath(reply));
    await adas.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(adas.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await adas.goto('/settings/mail');
    const replies = adas.getByRole('group', { name: 'Replies' });
    await expect(replies.getByRole('radio', { name: 'Off' })).toBeChecked();
    const mentions = adas.getByRole('group', { name: 'Mentions' });
    await expect(mentions.getByRole('radio', { name: 'Each' })).toBeChecked();
    // As the button of a mail program does it.
    const form = { 'List-Unsubscribe': 'One-Click' };
    expect((await request.post(unsubscribePath(mention), { form })).status()).toBe(200);
    await adas.reload();
    await expect(mentions.getByRole('radio', { name: 'Off' })).toBeChecked();
  });
  await adas.context().close();
});

test('polls for notices while the page is in view alone', async ({ browser, request }) => {
  const reader = await newReader(request);
  const page = await openAs(browser, reader, '/recent');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await page.clock.install();
  let polls = 0;
  await page.route('**/api/notifications/count', async (route) => {
    polls += 1;
    await route.fulfill({ json: { success: true, unread: 120 } });
  });
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 120 unread');
  await expect(bell(page)).toContainText('99+');
  expect(polls).toBe(1);
  await page.clock.runFor(61_000);
  await expect.poll(() => polls).toBe(2);

  await setVisibility(page, 'hidden');
  await page.clock.runFor(300_000);
  expect(polls).toBe(2);
  await setVisibility(page, 'visible');
  await expect.poll(() => polls).toBe(3);
  await page.context().close();
});

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('follows an author, a tag and a conversation, and lists what is followed', async ({
  browser,
  request,
}) => {
  const admin = await newAdmin(request, 'writer');
  const post = await publish(request, admin);
  const [reader, other] = [await newReader(request), await newReader(request)];
  const page = await openAs(browser, reader, `/blog/${post.slug}`);
  const author = admin.split('@')[0] ?? '';

  await test.step('at the end of the post and above its comments', async () => {
    for (const name of [`Follow ${author}`, `Follow ${post.tag}`, 'Follow this conversation']) {
      const toggle = page.getByRole('button', { name, exact: true });
      await toggle.click();
      await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    }
    await expectNoViolations(page);
    await page.reload();
    await expect(
      page.getByRole('button', { name: `Follow ${author}`, exact: true }),
    ).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('new comments of one conversation are one notice', async () => {
    await comment(request, other, post.slug, { content: 'The first remark of two.' });
    await comment(request, other, post.slug, { content: 'And here is the second one.' });
    // Many may follow, so that they are told soon after, one group after the other.
    await expect(async () => {
      await page.goto('/notifications');
      await expect(notice(page, /2 new comments on/)).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
  });

  await test.step('/following has the posts, and what is followed', async () => {
    await page.goto('/following');
    await expect(page.getByRole('article').filter({ hasText: post.title })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await expect(page.getByRole('link', { name: post.tag, exact: true })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: `Unfollow ${post.tag}` }).click();
    await expect(page.getByText('You follow nothing of this kind yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: `Unfollow ${post.tag}` })).toBeVisible();
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await page.getByRole('link', { name: post.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  });
  await page.context().close();
});

test('sends visitors who follow to the login, and back', async ({ page, request }) => {
  const post = await publish(request, await newAdmin(request, 'writer'));
  const reader = await newReader(request);
  await page.goto(`/blog/${post.slug}`);
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.getByRole('button', { name: `Follow ${post.tag}` }).click();
  await expect(page.getByText('Please login to follow')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`/blog/${post.slug}$`));
});

test('saves how mails come at once, on a phone', async ({ browser, request }) => {
  const reader = await newReader(request);
  const page = await openAs(browser, reader, '/settings/mail', PHONE);
  const posts = page.getByRole('group', { name: 'New posts' });
  await expect(posts.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Moderation' })).toHaveCount(0);
  await expectNoViolations(page);
  await posts.getByRole('radio', { name: 'Daily' }).check();
  await expect(page.getByText('Saved: New posts, Daily')).toBeVisible();
  await page.reload();
  await expect(posts.getByRole('radio', { name: 'Daily' })).toBeChecked();

  await page.route('**/api/users/*/preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await posts.getByRole('radio', { name: 'Off' }).click();
  await expect(posts.getByRole('radio', { name: 'Daily' })).toBeChecked();
  await page.context().close();
});

test('subscribes to the newsletter by a confirmed address, which an editor sees and removes', async ({
  browser,
  page,
  request,
}) => {
  const email = uniqueEmail('subscriber');
  await test.step('the form says what is wrong, and thanks in the words of the server', async () => {
    await page.goto('/newsletter');
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await expectNoViolations(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('How often').selectOption('Once a day');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Check your inbox to confirm')).toBeFocused();
  });

  await test.step('the link in the mail confirms by a button', async () => {
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    const [mail] = await mailsTo(email);
    const path = /\/newsletter\/confirm\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    await page.goto(path);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
  });

  await test.step('an administrator gets a test, and removes the subscriber', async () => {
    const admin = await newAdmin(request, 'sender');
    const context = await browser.newContext({ viewport: DESKTOP });
    const panel = await context.newPage();
    await signInAsAdmin(panel, admin);
    await panel.goto('/admin/newsletter');
    const row = panel.getByRole('row').filter({ hasText: email });
    await expect(row).toContainText('Confirmed');
    await expect(row).toContainText('Daily');
    await expectNoViolations(panel);
    await panel.getByRole('button', { name: 'Send me a test' }).click();
    await expect.poll(async () => (await mailsTo(admin)).length).toBeGreaterThan(0);
    await panel.getByRole('button', { name: `Remove ${email}` }).click();
    const dialog = panel.getByRole('alertdialog');
    await expect(dialog).toContainText(`Remove ${email}?`);
    await expectNoViolations(panel);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await context.close();
  });
});

test('subscribes without scripts', async ({ browser }) => {
  const email = uniqueEmail('plain');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Newsletter' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Check your inbox to confirm')).toBeVisible();
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  await context.close();
});
