import { PASSWORD } from './accounts';
import { newReader } from './people';
import { expect, test } from './site';

test('leads from home by search and paging to a post, copies its code, and back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Community Blog' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trending Posts' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latest Posts' })).toBeVisible();

  // Before, the form is sent as one without scripts: to a new document, in which nothing has the focus.
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  const search = page.getByLabel('Search posts');
  await search.fill('await');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/treasure\?search=await$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toBeFocused();
  await expect(page.getByRole('article').first()).toContainText('Async is waiting well');

  await page.getByLabel('Search posts').fill('');
  await expect(page).toHaveURL(/\/treasure$/);
  await expect(page.getByText(/^\d+ posts$/)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(9);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/\/treasure\?page=2$/);
  const post = page.getByRole('link', { name: 'Ownership is a design tool' });
  await post.click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Ownership is a design tool' }),
  ).toBeFocused();
  await expect(page).toHaveTitle('Ownership is a design tool · Community Blog');
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByText('Code copied to clipboard!')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('fn preview(message: &Message) -> String');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/treasure\?page=2$/);
  await expect(post).toBeVisible();
});

test('keeps category, tag, sort and search in the address', async ({ page }) => {
  await page.goto('/treasure?category=System%20Design&sort=oldest');
  await expect(page.getByLabel('Category')).toHaveValue('System Design');
  await expect(page.getByLabel('Sort by')).toHaveValue('oldest');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').first()).toContainText('A rate limiter');
  await page.getByLabel('Sort by').selectOption('Most viewed');
  await expect(page).toHaveURL(/sort=likes/);
  await expect(page.getByRole('article').first()).toContainText('SQLite is enough');
  await page.goBack();
  await expect(page.getByLabel('Sort by')).toHaveValue('oldest');
  await page.goto('/treasure?search=no-such-word-anywhere');
  await expect(page.getByText('No blogs found matching your criteria')).toBeVisible();
});

test('leads from an article to the page of its author and back', async ({ page }) => {
  const article = 'Put the mouse in a drawer: forms that work by keyboard';
  await page.goto('/blog/keyboard-first-forms');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.locator('.article-head').getByRole('link', { name: 'Amina Diallo' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Amina Diallo' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL('/author/amina-diallo');
  await expect(page).toHaveTitle('Amina Diallo · Community Blog');
  await expect(page.getByText('3 posts')).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([
    article,
    'Three caching rules that always work',
    'Your first pull request will be small, and that is the point',
  ]);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: article })).toBeVisible();
});

test('filters the posts of an author, and leads from them to all', async ({ page, request }) => {
  const { blog } = (await (await request.get('/api/blogs/keyboard-first-forms')).json()) as {
    blog: { author: { _id: string } };
  };
  await page.goto(`/treasure?author=${blog.author._id}`);
  const heading = page.getByRole('heading', { level: 1, name: 'Posts by Amina Diallo' });
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle('Posts by Amina Diallo · Community Blog');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.getByLabel('Category').selectOption('Other');
  await expect(page.getByText('1 post', { exact: true })).toBeVisible();
  await expect(heading).toBeVisible();
  await page.getByRole('link', { name: 'All posts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toBeVisible();
  await expect(page.getByText('1 post', { exact: true })).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(9);
});

test('opens the author of a card by keyboard or tap, and the post by the rest of the card', async ({
  page,
}) => {
  await page.goto('/treasure?search=sqlite+projects');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  const card = page.getByRole('article').filter({ hasText: 'SQLite is enough' });
  const author = card.getByRole('link', { name: 'Tomasz Wilk' });
  const target = await author.boundingBox();
  expect(target?.height).toBeGreaterThanOrEqual(44);
  await card.getByRole('link', { name: 'SQLite is enough' }).focus();
  await page.keyboard.press('Tab');
  await expect(author).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tomasz Wilk' })).toBeFocused();
  await page.goBack();
  await card.locator('time').click({ force: true });
  await expect(page).toHaveURL(/\/blog\/sqlite-is-enough$/);
});

test('suggests tags and titles while a search is typed', async ({ page }) => {
  await page.goto('/treasure');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.getByLabel('Search posts').focus();
  const search = page.getByRole('combobox', { name: 'Search posts' });
  await search.pressSequentially('sqli');
  const post = page.getByRole('option', { name: 'SQLite is enough for our projects' });
  await expect(page.getByRole('option', { name: 'Tag sqlite' })).toBeVisible();
  await expect(post).toBeVisible();
  await search.press('Escape');
  await expect(post).toBeHidden();
  await expect(search).toHaveValue('sqli');
  await search.press('t');
  await expect(post).toBeVisible();
  await search.press('ArrowUp');
  await expect(post).toHaveAttribute('aria-selected', 'true');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/blog\/sqlite-is-enough$/);
});

test('marks what a search finds, and forgives typing errors', async ({ page }) => {
  await page.goto('/treasure?search="rate+limiter"+-kotlin');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.locator('.card-title mark')).toHaveText('rate limiter');
  await page.goto('/treasure?search=sqlte');
  await expect(page.getByText('No post has all of these words.')).toBeVisible();
  await page.getByRole('link', { name: 'sqlite', exact: true }).click();
  await expect(page).toHaveURL(/\/treasure\?search=sqlite$/);
  await expect(page.getByText('No post has all of these words.')).toBeHidden();
});

test('shows the posts with which readers did the most in a span of time', async ({ page }) => {
  await page.goto('/trending');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  const spans = page.getByRole('navigation', { name: 'Span of time' });
  await expect(spans.locator('a[aria-current="page"]')).toHaveText('Now');
  await spans.getByRole('link', { name: 'All time' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/trending\?window=all$/u);
  await expect(page).toHaveTitle('Trending: All time · Community Blog');
  await expect(spans.locator('a[aria-current="page"]')).toHaveText('All time');
  const first = page.getByRole('article').first().getByRole('heading');
  const title = await first.textContent();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/\/trending\?window=all&page=2$/u);
  await expect(first).not.toHaveText(title ?? '');
  await page.goBack();
  await expect(first).toHaveText(title ?? '');
  // As the server draws it.
  await page.reload();
  await expect(first).toHaveText(title ?? '');
});

test('lists recently opened posts, the latest first', async ({ page }) => {
  await page.goto('/recent');
  await expect(page.getByText('No Recent Blogs')).toBeVisible();
  const slugs = [
    'sqlite-is-enough',
    'honest-baselines',
    'flaky-tests-are-bugs',
    'ship-small-containers',
  ];
  for (const slug of [...slugs, 'sqlite-is-enough']) {
    const counted = page.waitForResponse((response) => response.url().endsWith('/view'));
    await page.goto(`/blog/${slug}`);
    await counted;
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  }
  await page.goto('/recent');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([
    'SQLite is enough for our projects',
    'From 1.2 GB to 14 MB: shipping small containers',
    'Flaky tests are bugs with bad timing',
  ]);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(titles).toHaveCount(4);
  await expect(titles.last()).toHaveText('Start with the dumbest baseline');
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  await page.reload();
  await expect(titles.first()).toHaveText('SQLite is enough for our projects');
});

test('advances the slider by itself, wraps and follows its buttons', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const slider = page.getByRole('region', { name: 'Featured posts' });
  const current = slider.locator('[aria-current="true"]');
  await expect(current).toHaveAccessibleName('Go to slide 1');
  await page.clock.runFor(6_000);
  await expect(current).toHaveAccessibleName('Go to slide 2');

  await slider.getByRole('button', { name: 'Pause slides' }).click();
  await slider.getByRole('button', { name: 'Go to slide 5' }).click();
  await expect(current).toHaveAccessibleName('Go to slide 5');
  await slider.getByRole('button', { name: 'Next slide' }).click();
  await expect(current).toHaveAccessibleName('Go to slide 1');
  await slider.getByRole('button', { name: 'Previous slide' }).click();
  await expect(current).toHaveAccessibleName('Go to slide 5');
  await page.clock.runFor(11_000);
  await expect(current).toHaveAccessibleName('Go to slide 5');
});

test('leads a visitor who likes to the login and back to the same place', async ({
  page,
  request,
}) => {
  const reader = await newReader(request);
  await page.goto('/treasure?category=Other');
  const like = page.getByRole('button', { name: /^Like Your first pull request/ });
  await like.click();
  await expect(page.getByText('Please login to like posts')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/treasure\?category=Other$/);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('opens deep links and shows an error for missing pages', async ({ page }) => {
  for (const [path, title] of [
    ['/trending', 'Trending'],
    ['/treasure', 'Blog Treasure'],
    ['/recent', 'Recently Visited'],
    ['/blog/keyboard-first-forms', 'Put the mouse in a drawer: forms that work by keyboard'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  const missing = await page.goto('/no/such/page');
  expect(missing?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' }),
  ).toBeVisible();
  await expect(page.getByText("We couldn't find the page you're looking for.")).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Community Blog' })).toBeVisible();
  const gone = await page.goto('/blog/no-such-post');
  expect(gone?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog not found' })).toBeVisible();
});

test('follows the system theme until one is chosen, and keeps the choice', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
});

test('supports the keyboard on the whole site', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Search posts')).toBeFocused();
  await page.keyboard.type('sqlite');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toBeFocused();
});
