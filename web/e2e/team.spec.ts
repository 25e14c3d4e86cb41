/** The staff: invitations, roles, removal, readers who ask to write, and API keys. */
import type { APIRequestContext, Page } from '@playwright/test';

import { PASSWORD, unique, uniqueEmail } from './accounts';
import { animationsFinished } from './animations';
import { violations } from './axe';
import { mailsTo } from './mail-server';
import { adminToken, newAdmin, newReader, openOwnProfile, signIn, signInAsAdmin } from './people';
import { fillInPost, postText } from './post-page';
import { expect, test } from './site';

/** Waits for the email with an invitation and returns the path of its link. */
async function invitationMailedTo(address: string): Promise<string> {
  const links = async () => {
    const texts = (await mailsTo(address)).map((mail) => mail.text ?? '');
    return texts.flatMap((text) => /\/admin\/join#[\w-]+/.exec(text)?.[0] ?? []);
  };
  await expect.poll(async () => (await links()).length).toBe(1);
  return (await links())[0] ?? '';
}

/** Opens the page of the team with the newest members. */
async function openTeam(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  const team = await request.get('/api/admin/team', { headers });
  const { totalPages } = (await team.json()) as { totalPages: number };
  await page.goto(`/admin/team?page=${totalPages}`);
  await expect(page.getByRole('table').first()).toBeVisible();
}

/** Returns the row of a member in the table of the team. */
function memberRow(page: Page, email: string) {
  return page.getByRole('row').filter({ hasText: email });
}

async function join(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
}

/** Writes a post, and saves it by the button of this name. */
async function write(page: Page, title: string, button: string): Promise<void> {
  await page.goto('/admin/new-blog');
  await expect(postText(page)).toBeVisible();
  await fillInPost(page, title);
  await page.keyboard.type('Words of the team.');
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function expectNoViolations(page: Page): Promise<void> {
  await animationsFinished(page);
  expect(await violations(page, 'light')).toEqual([]);
}

test('takes an author into the team, changes the role and removes them', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(180_000);
  const lead = await newAdmin(request, 'lead');
  const leadName = lead.split('@')[0] ?? '';
  const email = uniqueEmail('invited');
  const username = unique('invited');
  const published = unique('Published by an author');
  const draft = unique('Drafted by a contributor');
  const context = await browser.newContext();
  const member = await context.newPage();

  await test.step('invites by the keyboard alone', async () => {
    await signInAsAdmin(page, lead);
    await openTeam(page, request, lead);
    const form = page.getByRole('region', { name: 'Invite someone' });
    await form.getByLabel('Email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await expect(form.getByRole('radio', { name: 'Author' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(form.getByRole('radio', { name: 'Contributor' })).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send Invitation' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The invitation is on its way')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    const row = page.getByRole('row', { name: new RegExp(email) });
    await expect(row).toContainText('Author');
    await expectNoViolations(page);
  });

  const link = await invitationMailedTo(email);
  await test.step('joins by the link', async () => {
    await member.goto(link);
    await expect(member).toHaveURL(/\/admin\/join$/);
    await expect(member.getByLabel('Username')).toBeVisible();
    await expectNoViolations(member);
    await join(member, leadName);
    await expect(member.getByText(/taken/)).toBeVisible();
    await join(member, username);
    await expect(member.getByRole('heading', { name: 'Welcome back, Author!' })).toBeVisible();
  });

  await test.step('sees nothing of readers and the team', async () => {
    const navigation = member.getByRole('navigation', { name: 'Main' }).first();
    await expect(navigation.getByRole('link', { name: 'All Posts' })).toBeVisible();
    for (const name of ['Users', 'Comments', 'Team']) {
      await expect(navigation.getByRole('link', { name })).toHaveCount(0);
    }
    for (const path of ['users', 'comments', 'team']) {
      await member.goto(`/admin/${path}`);
      await expect(
        member.getByRole('heading', { name: 'You may not use this page' }),
      ).toBeVisible();
    }
    await expectNoViolations(member);
  });

  await test.step('refuses the link a second time', async () => {
    const other = await browser.newContext();
    const stranger = await other.newPage();
    await stranger.goto(link);
    await join(stranger, unique('stranger'));
    await expect(stranger.getByRole('alert')).toContainText('This invitation is no longer valid');
    await other.close();
  });

  await test.step('publishes a post', async () => {
    await write(member, published, 'Publish');
    await expect(member.getByText('Post Published!')).toBeVisible();
    await member.goto('/admin/posts');
    await expect(member.getByRole('link', { name: `Edit ${published}` })).toBeVisible();
    await expect(member.getByRole('button', { name: `Feature ${published}` })).toHaveCount(0);
    await expect(member.getByRole('row')).toHaveCount(2);
  });

  await test.step('becomes a contributor', async () => {
    await openTeam(page, request, lead);
    const change = page.getByRole('button', { name: `Change the role of ${username}` });
    await change.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: `Change the role of ${username}` });
    await expect(dialog.getByRole('radio', { name: 'Author' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('radio', { name: 'Contributor' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${username} is now a contributor`)).toBeVisible();
    await page.reload();
    await expect(memberRow(page, email)).toContainText('Contributor');
  });

  await test.step('saves drafts only', async () => {
    await member.reload();
    await expect(member.getByRole('link', { name: published, exact: true })).toBeVisible();
    await expect(member.getByRole('link', { name: `Edit ${published}` })).toHaveCount(0);
    await write(member, draft, 'Save Draft');
    await expect(member.getByText('Post Saved as Draft')).toBeVisible();
    await member.goto('/admin/posts');
    await member.getByRole('link', { name: `Edit ${draft}` }).click();
    await expect(postText(member)).toBeVisible();
    await expect(member.getByRole('button', { name: 'Save as Draft' })).toBeVisible();
    await expect(member.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
  });

  await test.step('is removed, and the posts go to the administrator', async () => {
    await openTeam(page, request, lead);
    await page.getByRole('button', { name: `Remove ${username}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Remove ${username} from the team?` });
    const author = dialog.getByLabel('Their 2 posts go to');
    await expect(author.locator('option:checked')).toHaveText(`${leadName} (you)`);
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The member is removed')).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
    await page.goto(`/admin/posts?search=${published}`);
    await page.getByRole('link', { name: published, exact: true }).click();
    await expect(page.getByText(leadName).first()).toBeVisible();
    await member.goto('/admin/posts');
    await expect(member).toHaveURL(/\/admin\/login$/);
  });
  await context.close();
});

test('takes a reader into the team who asks to write', async ({ page, browser, request }) => {
  test.slow();
  const reader = await newReader(request);
  const lead = await newAdmin(request, 'lead');
  const note = unique('I know queues');
  const username = unique('asked');
  const context = await browser.newContext();
  const admin = await context.newPage();

  await test.step('asks once', async () => {
    await signIn(page, reader.email);
    for (const outcome of [/^Your request is sent/, /^You have asked already/]) {
      // A new visit does not know of the first request.
      await openOwnProfile(page);
      await page.getByRole('button', { name: 'Ask to write' }).click();
      const field = page.getByLabel('What would you like to write about?');
      await expect(field).toBeFocused();
      await expectNoViolations(page);
      await field.fill(note);
      await page.getByRole('button', { name: 'Send Request' }).click();
      await expect(page.getByText(outcome)).toBeFocused();
    }
  });

  await test.step('is invited', async () => {
    await signInAsAdmin(admin, lead);
    await openTeam(admin, request, lead);
    const asked = admin.getByRole('listitem').filter({ hasText: note });
    await expectNoViolations(admin);
    await asked.getByRole('button', { name: 'Invite A Reader' }).click();
    const dialog = admin.getByRole('alertdialog', { name: 'Invite A Reader to the team?' });
    await expect(dialog.getByRole('radio', { name: 'Author' })).toBeFocused();
    await dialog.getByRole('radio', { name: 'Editor' }).check();
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(admin.getByText('The invitation is on its way')).toBeVisible();
    await expect(asked).toHaveCount(0);
  });

  await test.step('logs out as a reader and joins', async () => {
    await page.goto(await invitationMailedTo(reader.email));
    await expect(page.getByText('You are signed in as A Reader')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Log out and go on' }).click();
    await join(page, username);
    await expect(page.getByRole('heading', { name: 'Welcome back, Editor!' })).toBeVisible();
    await page.goto('/admin/comments');
    await expect(page.getByRole('heading', { name: 'All Comments' })).toBeVisible();
  });

  await test.step('is in the team, and the invitation is gone', async () => {
    await openTeam(admin, request, lead);
    const row = memberRow(admin, reader.email);
    await expect(row).toContainText(username);
    await expect(row).toContainText('Editor');
    await expect(admin.getByText(reader.email)).toHaveCount(1);
  });
  await context.close();
});

test('withdraws an invitation', async ({ page, browser, request }) => {
  const lead = await newAdmin(request, 'lead');
  const email = uniqueEmail('withdrawn');
  await signInAsAdmin(page, lead);
  await page.goto('/admin/team');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  const link = await invitationMailedTo(email);
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  const context = await browser.newContext();
  const invited = await context.newPage();
  await invited.goto(link);
  await join(invited, unique('withdrawn'));
  await expect(invited.getByRole('alert')).toContainText('This invitation is no longer valid');
  await context.close();
});

test('makes an API key, with which a program writes until it is revoked', async ({
  page,
  request,
}) => {
  const lead = await newAdmin(request, 'lead');
  const purpose = unique('Import');
  const title = unique('Written by a program');
  await signInAsAdmin(page, lead);
  await page.goto('/admin/team');
  const section = page.getByRole('region', { name: 'API keys' });

  await test.step('makes it by the keyboard alone', async () => {
    await section.getByLabel('What the key is for').focus();
    await page.keyboard.type(purpose);
    await page.keyboard.press('Tab');
    await expect(section.getByRole('radio', { name: 'Author' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(section.getByRole('checkbox', { name: 'Read posts' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(section.getByRole('checkbox', { name: 'Write posts' })).toBeChecked();
    await expectNoViolations(page);
    await section.getByRole('button', { name: 'Make Key' }).press('Enter');
    await expect(section.getByRole('heading', { name: 'Your new key' })).toBeFocused();
    await expectNoViolations(page);
  });

  const key = await section.getByText(/^blog_[0-9a-f]{64}$/).innerText();
  const create = (data: object) =>
    request.post('/api/blogs/create', { headers: { authorization: `Bearer ${key}` }, data });
  const post = { title, content: '<p>Words.</p>', category: 'Other', status: 'published' };

  await test.step('writes a post within its scopes and its role', async () => {
    const featuredImage = `${process.env['SITE'] ?? ''}/icon-512.png`;
    expect((await create({ ...post, featuredImage })).status()).toBe(201);
    const headers = { authorization: `Bearer ${key}` };
    expect((await request.get('/api/admin/team', { headers })).status()).toBe(403);
    expect((await request.get('/api/admin/comments', { headers })).status()).toBe(403);
  });

  await test.step('is shown once, and says when it was used', async () => {
    await section.getByRole('button', { name: 'I have saved it' }).click();
    await expect(section.getByText(key)).toHaveCount(0);
    await page.reload();
    const row = section.getByRole('row').filter({ hasText: purpose });
    await expect(row).toContainText('Author: read posts, write posts');
    await expect(row).not.toContainText('never');
    await expect(section.getByText(key)).toHaveCount(0);
    await expectNoViolations(page);
  });

  await test.step('is revoked', async () => {
    await section.getByRole('button', { name: `Revoke the key ${purpose}` }).click();
    const dialog = page.getByRole('alertdialog', { name: `Revoke the key ${purpose}?` });
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('The key is revoked')).toBeVisible();
    await expect(section.getByText(purpose)).toHaveCount(0);
    expect((await create(post)).status()).toBe(401);
  });
});
