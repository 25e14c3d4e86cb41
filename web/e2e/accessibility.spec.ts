/** Runs axe on every page of the site, in both themes, at desktop and phone size. */
import type { Locator, Page } from '@playwright/test';

import { type Scene, type Viewer, test } from './accessibility-fixtures';
import { animationsFinished } from './animations';
import { violations } from './axe';
import { expect } from './site';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

type View = {
  name: string;
  at: string | ((scene: Scene) => string);
  /** The element that is visible once the page has loaded. */
  shows: (page: Page) => Locator;
  /** The steps before the audit. */
  then?: (page: Page, scene: Scene) => Promise<void>;
  /** Audits at phone size as well, or only there. */
  phone?: 'too' | 'only';
  /** Opens the page again for each theme: its content is short-lived, or ignores a theme change. */
  reloads?: true;
};

const title = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const firstArticle = (page: Page) => page.getByRole('article').first();
const dialog = (page: Page) => page.getByRole('dialog');
const alertDialog = (page: Page) => page.getByRole('alertdialog');
const clickButton = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const article = ({ article }: Scene) => `/blog/${article}`;
/** Returns the id of the author of the first post that the present search finds. */
const firstAuthor = async (page: Page) => {
  const { search } = new URL(page.url());
  const response = await page.request.get(`/api/blogs${search}`);
  const { blogs } = (await response.json()) as { blogs: { author: { _id: string } }[] };
  return blogs[0]?.author._id ?? '';
};
const highlighted = (page: Page) => page.locator('.code-keyword').first();

const MORE_MENU: View = {
  name: 'the More menu',
  at: '/',
  shows: (page) => page.getByRole('heading', { name: 'Latest Posts' }),
  then: async (page) => {
    await clickButton(page, 'More');
    await expect(dialog(page)).toBeVisible();
  },
  phone: 'only',
};

const VIEWS: Record<Viewer, readonly View[]> = {
  visitor: [
    {
      name: 'home',
      at: '/',
      shows: (page) => page.getByRole('heading', { name: 'Latest Posts' }),
      phone: 'too',
    },
    { name: 'trending', at: '/trending', shows: firstArticle, phone: 'too' },
    { name: 'treasure', at: '/treasure', shows: firstArticle, phone: 'too' },
    {
      name: 'treasure with no result',
      at: '/treasure?search=no-such-word-anywhere',
      shows: (page) => page.getByText('No blogs found matching your criteria'),
    },
    {
      name: 'a search with similar words',
      at: '/treasure?search=sqlte',
      shows: (page) => page.getByText('No post has all of these words.'),
      then: (page) => page.getByText('Search tips').click(),
      phone: 'too',
    },
    {
      name: 'suggestions for a search',
      at: '/treasure',
      shows: firstArticle,
      then: async (page) => {
        await page.getByLabel('Search posts').focus();
        await page.getByRole('combobox', { name: 'Search posts' }).pressSequentially('sqli');
        await expect(page.getByRole('option').first()).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the posts of an author',
      at: '/treasure?search=mouse+drawer',
      shows: firstArticle,
      then: async (page) => {
        await page.getByRole('link', { name: 'Amina Diallo' }).first().click();
        await expect(title('Amina Diallo')(page)).toBeVisible();
        await expect(page.getByText('3 posts')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the posts of an author with filters',
      at: '/treasure?search=mouse+drawer',
      shows: firstArticle,
      then: async (page) => {
        await page.goto(`/treasure?author=${await firstAuthor(page)}`);
        await expect(title('Posts by Amina Diallo')(page)).toBeVisible();
        await expect(page.getByText('3 posts')).toBeVisible();
      },
      phone: 'too',
    },
    { name: 'a tag', at: '/tag/rust', shows: title('rust'), phone: 'too' },
    {
      name: 'a series',
      at: ({ series }) => series.path,
      shows: (page) => page.getByText('2 posts'),
      phone: 'too',
    },
    { name: 'a missing tag', at: '/tag/no-such-tag', shows: title('Oops! Something went wrong') },
    {
      name: 'an unknown author',
      at: '/treasure?author=01a1fcb0-b5b0-7156-81ed-654973130318',
      shows: (page) => page.getByText('This author is not known here'),
      phone: 'too',
    },
    {
      name: 'recent without posts',
      at: '/recent',
      shows: (page) => page.getByText('No Recent Blogs'),
    },
    {
      name: 'recent',
      at: article,
      shows: highlighted,
      then: async (page) => {
        await page.goto('/recent');
        await expect(firstArticle(page)).toBeVisible();
      },
    },
    { name: 'an article', at: article, shows: highlighted, phone: 'too' },
    {
      name: 'a sample article',
      at: '/blog/async-is-waiting-well',
      shows: highlighted,
      phone: 'too',
    },
    {
      name: 'the picture viewer',
      at: article,
      shows: highlighted,
      then: async (page) => {
        await clickButton(page, 'Open image: The mark of the site');
        await expect(dialog(page)).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'a static page',
      at: ({ staticPage }) => staticPage.path,
      shows: title('House rules'),
      phone: 'too',
    },
    { name: 'a missing article', at: '/blog/no-such-post', shows: title('Blog not found') },
    { name: 'a missing page', at: '/no/such/page', shows: title('Oops! Something went wrong') },
    {
      name: 'the profile of a reader, for a visitor',
      at: ({ reader }) => `/profile/${reader}`,
      shows: dialog,
      phone: 'too',
    },
    { name: 'login', at: '/login', shows: title('Login'), phone: 'too' },
    {
      name: 'login with nothing filled in',
      at: '/login',
      shows: title('Login'),
      then: async (page) => {
        await clickButton(page, 'Login');
        await expect(page.getByText('Please fill in all fields')).toBeVisible();
      },
    },
    { name: 'sign up', at: '/signup', shows: title('Create your account'), phone: 'too' },
    {
      name: 'sign up with invalid values',
      at: '/signup',
      shows: title('Create your account'),
      then: async (page) => {
        await page.getByLabel('Name').fill('A');
        await page.getByLabel('Email').fill('a@b');
        await page.getByLabel('Password', { exact: true }).fill('1234567');
        await clickButton(page, 'Sign up');
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      },
    },
    {
      name: 'forgot password',
      at: '/forgot-password',
      shows: title('Forgot your password?'),
    },
    { name: 'reset password', at: '/reset-password', shows: title('Reset your password') },
    { name: 'verify email', at: '/verify-email', shows: title('Verify your email'), phone: 'too' },
    MORE_MENU,
    {
      name: 'the API documentation',
      at: '/api/docs',
      shows: (page) => page.getByRole('heading', { level: 2 }).first(),
      phone: 'too',
      reloads: true,
    },
    {
      name: 'the manual of moving in',
      at: '/api/docs/moving',
      shows: (page) => page.getByRole('heading', { level: 1, name: 'Moving in and out' }),
      phone: 'too',
      reloads: true,
    },
    {
      name: 'the newsletter',
      at: '/newsletter',
      shows: title('Newsletter'),
      then: async (page) => {
        await clickButton(page, 'Subscribe');
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      },
      phone: 'too',
    },
    { name: "administrators' login", at: '/admin/login', shows: title('Admin Login') },
    {
      name: "administrators' sign up",
      at: '/admin/signup',
      shows: title('Create an admin account'),
    },
    {
      name: 'the page of an invitation to the team',
      at: `/admin/join#${'0'.repeat(64)}`,
      shows: (page) => page.getByLabel('Username'),
      phone: 'too',
    },
    {
      name: 'the first start of a site that is set up',
      at: `/setup#${'0'.repeat(64)}`,
      shows: (page) => page.getByText('This site is set up already'),
      phone: 'too',
    },
  ],
  newcomer: [
    {
      name: 'onboarding',
      at: '/onboarding',
      shows: (page) => page.getByRole('button', { name: 'Next avatar' }),
      phone: 'too',
    },
  ],
  idler: [
    {
      name: 'bookmarks without posts',
      at: '/bookmarks',
      shows: (page) => page.getByText('No bookmarked blogs yet.'),
    },
    {
      name: 'notifications without any',
      at: '/notifications',
      shows: (page) => page.getByText('No notifications yet'),
    },
    {
      name: 'following without posts',
      at: '/following',
      shows: (page) => page.getByText('No posts here yet'),
    },
  ],
  reader: [
    { name: 'an article', at: article, shows: highlighted, phone: 'too' },
    { name: 'bookmarks', at: '/bookmarks', shows: firstArticle, phone: 'too' },
    {
      name: 'notifications',
      at: '/notifications',
      shows: (page) => page.getByRole('link', { name: /replied to your comment/ }),
      phone: 'too',
    },
    { name: 'following', at: '/following', shows: firstArticle, phone: 'too' },
    {
      name: 'the tags that a reader follows',
      at: '/following?status=tag',
      shows: (page) => page.getByRole('button', { name: /^Unfollow/ }),
      phone: 'too',
    },
    {
      name: 'mail settings',
      at: '/settings/mail',
      shows: (page) => page.getByRole('group', { name: 'Replies' }),
      phone: 'too',
    },
    {
      name: 'security',
      at: '/settings/security',
      shows: (page) => page.getByText('This device').first(),
      phone: 'too',
    },
    {
      name: 'own profile',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      phone: 'too',
    },
    {
      name: 'the form of the own profile',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await clickButton(page, /^Edit/);
        await expect(page.getByLabel('Bio')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the dialog that deletes an account',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await clickButton(page, 'Delete account');
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'the dialog that exports the data of a reader',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await clickButton(page, 'Export data');
        await expect(dialog(page)).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the form of a request to write',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await clickButton(page, 'Ask to write');
        await expect(page.getByLabel('What would you like to write about?')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the profile of a reader',
      at: ({ reader }) => `/profile/${reader}`,
      shows: (page) => page.getByText('Well said.'),
    },
    MORE_MENU,
  ],
  // A separate account: its comment would push the comments of others off the first page.
  talker: [
    {
      name: 'a toast message',
      at: article,
      shows: highlighted,
      then: async (page) => {
        await page.getByRole('textbox', { name: 'Add a comment' }).fill('Heard.');
        await clickButton(page, 'Comment');
        await page.getByText('Comment added successfully').hover();
      },
      reloads: true,
    },
  ],
  admin: [
    {
      name: 'dashboard',
      at: '/admin/dashboard',
      shows: (page) => page.locator('.uplot canvas').first(),
      phone: 'too',
    },
    {
      name: 'a new post',
      at: '/admin/new-blog',
      shows: (page) => page.getByRole('textbox', { name: 'Content' }),
      phone: 'too',
    },
    {
      name: 'a new post with nothing filled in',
      at: '/admin/new-blog',
      shows: (page) => page.getByRole('textbox', { name: 'Content' }),
      then: async (page) => {
        await clickButton(page, 'Publish');
        await expect(
          page.getByText('Title, content and featured image are required'),
        ).toBeVisible();
      },
    },
    {
      name: 'the form of a post',
      at: ({ article }) => `/admin/edit-blog/${article}`,
      shows: (page) => page.getByRole('textbox', { name: 'Content' }).getByText('First part'),
      phone: 'too',
    },
    {
      name: 'the analytics of a post',
      at: ({ article }) => `/admin/edit-blog/${article}/analytics?days=365`,
      shows: (page) => page.locator('.views-plot canvas'),
      then: (page) => page.getByText('Figures of each day').click(),
      phone: 'too',
    },
    { name: 'posts', at: '/admin/posts', shows: (page) => page.getByRole('table'), phone: 'too' },
    {
      name: 'posts with no result',
      at: '/admin/posts?search=no-such-word-anywhere',
      shows: (page) => page.getByText('No posts found'),
    },
    {
      name: 'static pages',
      at: '/admin/pages',
      shows: (page) => page.getByRole('table'),
      phone: 'too',
    },
    {
      name: 'the dialog that deletes a static page',
      at: '/admin/pages',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, 'Delete House rules');
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'a new static page with nothing filled in',
      at: '/admin/new-page',
      shows: (page) => page.getByRole('textbox', { name: 'Content' }),
      then: async (page) => {
        await clickButton(page, 'Publish');
        await expect(page.getByText('Title and content are required')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the form of a static page',
      at: ({ staticPage }) => `/admin/edit-page/${staticPage.id}`,
      shows: (page) => page.getByRole('textbox', { name: 'Content' }).getByText('Who'),
      phone: 'too',
    },
    {
      name: 'the history of a static page',
      at: ({ staticPage }) => `/admin/edit-page/${staticPage.id}/history`,
      shows: (page) => page.getByRole('table'),
      phone: 'too',
    },
    {
      name: 'the dialog that deletes a post',
      at: '/admin/posts?search=everything',
      shows: (page) => page.getByRole('table'),
      then: async (page, scene) => {
        await clickButton(page, `Delete ${scene.title}`);
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    { name: 'users', at: '/admin/users', shows: (page) => page.getByRole('table'), phone: 'too' },
    {
      name: 'the dialog that bans a reader',
      at: '/admin/users?search=audited',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, /^Ban /);
        await expect(alertDialog(page)).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'comments',
      at: '/admin/comments',
      shows: (page) => page.getByRole('button', { name: /^Delete the comment/ }).first(),
      phone: 'too',
    },
    {
      name: 'the dialog that deletes a comment',
      at: '/admin/comments?search=well+said',
      shows: (page) => page.getByRole('button', { name: /^Delete the comment/ }).first(),
      then: async (page) => {
        await clickButton(page, /^Delete the comment/);
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'comments with the help of the keys',
      at: '/admin/comments',
      shows: (page) => page.getByRole('button', { name: /^Delete the comment/ }).first(),
      then: async (page) => {
        await page.keyboard.press('?');
        await expect(page.getByLabel('Use these keys')).toBeVisible();
        await page.getByLabel('Select all').check();
      },
      phone: 'too',
    },
    {
      name: 'the spam rules',
      at: '/admin/spam-rules',
      shows: (page) => page.getByLabel('Guarded'),
      phone: 'too',
    },
    {
      name: 'the settings of the site',
      at: '/admin/site',
      shows: (page) => page.getByLabel('Accent'),
      then: async (page) => {
        await page.getByLabel('Accent').fill('#ff7a00');
        await page.getByLabel('Show an announcement').check();
        await clickButton(page, 'Add a link');
        await page.getByLabel('Monday').uncheck();
        await expect(page.getByText('Choose at least one day')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the dialog of the standing of a reader',
      at: '/admin/users?search=audited',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, /^Standing of /);
        await expect(alertDialog(page)).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the newsletter',
      at: '/admin/newsletter',
      shows: (page) => page.getByRole('table').first(),
      phone: 'too',
    },
    {
      name: 'notifications of the staff',
      at: '/admin/notifications',
      shows: (page) => page.getByRole('link', { name: /commented on your post/ }).first(),
      phone: 'too',
    },
    { name: 'the team', at: '/admin/team', shows: (page) => page.getByRole('table'), phone: 'too' },
    {
      name: 'an API key that is asked for without a purpose',
      at: '/admin/team',
      shows: (page) => page.getByRole('form', { name: 'New API key' }),
      then: async (page) => {
        await clickButton(page, 'Make Key');
        await expect(page.getByText('Please say what the key is for')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the dialog that removes a member',
      at: '/admin/team',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, /^Remove /);
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'tags',
      at: '/admin/tags',
      shows: (page) => page.getByRole('table'),
      phone: 'too',
    },
    {
      name: 'the dialog that changes a tag',
      at: '/admin/tags?search=rust',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, 'Edit rust');
        await dialog(page).getByLabel('Name').fill('Ferris');
        await expect(dialog(page).getByText(/^Changes /)).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the dialog that merges a tag into another one',
      at: '/admin/tags?search=rust',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await clickButton(page, 'Merge rust into another tag');
        await alertDialog(page).getByRole('button', { name: 'Merge' }).click();
        await expect(page.getByText('Enter the tag that stays')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'all series',
      at: '/admin/series',
      shows: (page) => page.getByRole('table'),
      phone: 'too',
    },
    {
      name: 'the dialog of a new series with nothing filled in',
      at: '/admin/series',
      shows: title('Series'),
      then: async (page) => {
        await clickButton(page, 'New Series');
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Enter the title of the series')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the order of a series',
      at: ({ series }) => `/admin/series/${series.id}`,
      shows: (page) => page.getByRole('button', { name: /^Move .* down$/ }).first(),
      phone: 'too',
    },
    {
      name: 'the choice of an export',
      at: '/admin/import',
      shows: title('Import'),
      phone: 'too',
    },
    {
      name: 'the choice of an export without a file',
      at: '/admin/import',
      shows: title('Import'),
      then: async (page) => {
        await clickButton(page, 'Upload and check');
        await expect(page.getByText('Choose the file of the export')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'redirects',
      at: '/admin/redirects',
      shows: title('Redirects'),
      phone: 'too',
    },
    {
      name: 'the dialog of a new redirect with nothing filled in',
      at: '/admin/redirects',
      shows: title('Redirects'),
      then: async (page) => {
        await clickButton(page, 'New Redirect');
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Enter the path that the redirect leads from')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'webhooks with nothing chosen',
      at: '/admin/webhooks',
      shows: (page) => page.getByRole('form', { name: 'New webhook' }),
      then: async (page) => {
        await page.getByRole('checkbox', { name: 'Post published' }).uncheck();
        await clickButton(page, 'Make Webhook');
        await expect(page.getByText('Choose at least one event')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the audit log of one post',
      at: '/admin/audit',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await page.getByRole('combobox', { name: 'What' }).selectOption('post');
        await page
          .getByRole('button', { name: /^Show only changes of / })
          .first()
          .click();
        await expect(page.getByRole('button', { name: /^Only / })).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'security',
      at: '/admin/security',
      shows: (page) => page.getByText('This device').first(),
      phone: 'too',
    },
    {
      name: 'settings',
      at: '/admin/settings',
      shows: (page) => page.getByLabel('Username'),
      phone: 'too',
    },
  ],
};

const VIEWERS = Object.keys(VIEWS) as Viewer[];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const viewer of VIEWERS) {
  test.describe(`as ${viewer}`, () => {
    test.use({ viewer });
    for (const view of VIEWS[viewer]) {
      if (view.phone !== 'only') {
        test(`${view.name}, desktop`, ({ page, staged }) => audit(page, staged, view, DESKTOP));
      }
      if (view.phone) {
        test(`${view.name}, phone`, ({ page, staged }) => audit(page, staged, view, PHONE));
      }
    }
  });
}

async function audit(page: Page, scene: Scene, view: View, size: typeof DESKTOP) {
  await page.setViewportSize(size);
  for (const theme of ['light', 'dark'] as const) {
    await test.step(theme, async () => {
      await page.emulateMedia({ colorScheme: theme });
      if (theme === 'light' || view.reloads) {
        await open(page, scene, view);
      }
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await animationsFinished(page);
      expect.soft(await violations(page, theme)).toEqual([]);
    });
  }
}

async function open(page: Page, scene: Scene, view: View) {
  await page.goto(typeof view.at === 'string' ? view.at : view.at(scene));
  await expect(view.shows(page)).toBeVisible();
  // Where the page has a client, it has hydrated.
  await expect(page.locator('#root:not([data-drawn])')).toHaveCount(0);
  await view.then?.(page, scene);
}
