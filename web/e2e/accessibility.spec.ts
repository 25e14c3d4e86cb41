/** Every page of the site against axe: no violation, in light and dark, on a desk and on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

import { type Scene, type Viewer, test } from './audited-site';
import { expect } from './site';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };

type Sight = {
  name: string;
  at: string | ((scene: Scene) => string);
  /** What is there once the page is. */
  shows: (page: Page) => Locator;
  /** What is done there before it is looked at. */
  then?: (page: Page, scene: Scene) => Promise<void>;
  /** Seen on a phone as well, or there alone. */
  phone?: 'too' | 'only';
  /** Gone soon, or without an eye for a theme that changes: opened anew for each theme. */
  opensAnew?: true;
};

const title = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const firstArticle = (page: Page) => page.getByRole('article').first();
const dialog = (page: Page) => page.getByRole('dialog');
const alertDialog = (page: Page) => page.getByRole('alertdialog');
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const article = ({ article }: Scene) => `/blog/${article}`;
const highlighted = (page: Page) => page.locator('.code-keyword').first();

const MORE_MENU: Sight = {
  name: 'the More menu',
  at: '/',
  shows: (page) => page.getByRole('heading', { name: 'Latest Posts' }),
  then: async (page) => {
    await press(page, 'More');
    await expect(dialog(page)).toBeVisible();
  },
  phone: 'only',
};

const SIGHTS: Record<Viewer, readonly Sight[]> = {
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
      name: 'the posts of an author',
      at: '/treasure?search=mouse+drawer',
      shows: firstArticle,
      then: async (page) => {
        await page.getByRole('link', { name: 'Amina Diallo' }).first().click();
        await expect(title('Posts by Amina Diallo')(page)).toBeVisible();
        await expect(page.getByText('3 posts')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'an author who is not known',
      at: '/treasure?author=01a1fcb0-b5b0-7156-81ed-654973130318',
      shows: (page) => page.getByText('This author is not known here'),
      phone: 'too',
    },
    { name: 'recent, empty', at: '/recent', shows: (page) => page.getByText('No Recent Blogs') },
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
        await press(page, 'Open image: The mark of the site');
        await expect(dialog(page)).toBeVisible();
      },
      phone: 'too',
    },
    { name: 'no such article', at: '/blog/no-such-post', shows: title('Blog not found') },
    { name: 'no such page', at: '/no/such/page', shows: title('Oops! Something went wrong') },
    {
      name: 'the profile of a reader, closed',
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
        await press(page, 'Login');
        await expect(page.getByText('Please fill in all fields')).toBeVisible();
      },
    },
    { name: 'sign up', at: '/signup', shows: title('Create your account'), phone: 'too' },
    {
      name: 'sign up with what will not do',
      at: '/signup',
      shows: title('Create your account'),
      then: async (page) => {
        await page.getByLabel('Name').fill('A');
        await page.getByLabel('Email').fill('a@b');
        await page.getByLabel('Password', { exact: true }).fill('1234567');
        await press(page, 'Sign up');
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      },
    },
    {
      name: 'forgotten password',
      at: '/forgot-password',
      shows: title('Forgot your password?'),
    },
    { name: 'new password', at: '/reset-password', shows: title('Reset your password') },
    { name: 'verify email', at: '/verify-email', shows: title('Verify your email'), phone: 'too' },
    MORE_MENU,
    {
      name: 'the description of the API',
      at: '/api/docs',
      shows: (page) => page.getByRole('heading', { level: 2 }).first(),
      phone: 'too',
      opensAnew: true,
    },
    { name: "administrators' login", at: '/admin/login', shows: title('Admin Login') },
    {
      name: "administrators' sign up",
      at: '/admin/signup',
      shows: title('Create an admin account'),
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
      name: 'bookmarks, empty',
      at: '/bookmarks',
      shows: (page) => page.getByText('No bookmarked blogs yet.'),
    },
  ],
  reader: [
    { name: 'an article', at: article, shows: highlighted, phone: 'too' },
    { name: 'bookmarks', at: '/bookmarks', shows: firstArticle, phone: 'too' },
    {
      name: 'own profile',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      phone: 'too',
    },
    {
      name: 'own profile, being edited',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await press(page, /^Edit/);
        await expect(page.getByLabel('Bio')).toBeVisible();
      },
      phone: 'too',
    },
    {
      name: 'the deletion of an account',
      at: '/profile',
      shows: (page) => page.getByText('Well said.'),
      then: async (page) => {
        await press(page, 'Delete account');
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'the profile of a reader',
      at: ({ reader }) => `/profile/${reader}`,
      shows: (page) => page.getByText('Well said.'),
    },
    MORE_MENU,
  ],
  // What they say would push what others said out of sight.
  talker: [
    {
      name: 'a message',
      at: article,
      shows: highlighted,
      then: async (page) => {
        await page.getByRole('textbox', { name: 'Add a comment' }).fill('Heard.');
        await press(page, 'Comment');
        await expect(page.getByText('Comment added successfully')).toBeVisible();
      },
      opensAnew: true,
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
        await press(page, 'Publish');
        await expect(
          page.getByText('Title, content and featured image are required'),
        ).toBeVisible();
      },
    },
    {
      name: 'the editing of a post',
      at: ({ article }) => `/admin/edit-blog/${article}`,
      shows: (page) => page.getByRole('textbox', { name: 'Content' }).getByText('First part'),
      phone: 'too',
    },
    { name: 'posts', at: '/admin/posts', shows: (page) => page.getByRole('table'), phone: 'too' },
    {
      name: 'posts with no result',
      at: '/admin/posts?search=no-such-word-anywhere',
      shows: (page) => page.getByText('No posts found'),
    },
    {
      name: 'the deletion of a post',
      at: '/admin/posts?search=everything',
      shows: (page) => page.getByRole('table'),
      then: async (page, scene) => {
        await press(page, `Delete ${scene.title}`);
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    { name: 'users', at: '/admin/users', shows: (page) => page.getByRole('table'), phone: 'too' },
    {
      name: 'a ban',
      at: '/admin/users?search=audited',
      shows: (page) => page.getByRole('table'),
      then: async (page) => {
        await press(page, /^Ban /);
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
      name: 'the deletion of a comment',
      at: '/admin/comments?search=well+said',
      shows: (page) => page.getByRole('button', { name: /^Delete the comment/ }).first(),
      then: async (page) => {
        await press(page, /^Delete the comment/);
        await expect(alertDialog(page)).toBeVisible();
      },
    },
    {
      name: 'settings',
      at: '/admin/settings',
      shows: (page) => page.getByLabel('Username'),
      phone: 'too',
    },
  ],
};

const VIEWERS = Object.keys(SIGHTS) as Viewer[];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const viewer of VIEWERS) {
  test.describe(`as ${viewer}`, () => {
    test.use({ viewer });
    for (const sight of SIGHTS[viewer]) {
      if (sight.phone !== 'only') {
        test(`${sight.name}, on a desk`, ({ page, staged }) => audit(page, staged, sight, DESK));
      }
      if (sight.phone) {
        test(`${sight.name}, on a phone`, ({ page, staged }) => audit(page, staged, sight, PHONE));
      }
    }
  });
}

async function audit(page: Page, scene: Scene, sight: Sight, size: typeof DESK) {
  await page.setViewportSize(size);
  for (const theme of ['light', 'dark'] as const) {
    await test.step(theme, async () => {
      await page.emulateMedia({ colorScheme: theme });
      if (theme === 'light' || sight.opensAnew) {
        await open(page, scene, sight);
      }
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await settled(page);
      expect.soft(await violations(page)).toEqual([]);
    });
  }
}

async function open(page: Page, scene: Scene, sight: Sight) {
  await page.goto(typeof sight.at === 'string' ? sight.at : sight.at(scene));
  await expect(sight.shows(page)).toBeVisible();
  // The client has taken over wherever there is one.
  await expect(page.locator('#root:not([data-drawn])')).toHaveCount(0);
  await sight.then?.(page, scene);
}

/** Colours on their way to others are not those that anybody reads. */
async function settled(page: Page) {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );
}

/** What axe found, a line each, as somebody who mends it needs it. */
async function violations(page: Page): Promise<string[]> {
  // In the page itself, since there are no frames: else each time a page more is opened to put theirs together.
  const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}
