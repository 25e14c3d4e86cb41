import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { commentsQuery } from '../features/admin-comments/api';
import { dashboardQuery } from '../features/admin-dashboard/api';
import { moderationQuery } from '../features/admin-dashboard/moderation-api';
import { managedPagesQuery } from '../features/admin-pages/api';
import { postsQuery as adminPostsQuery } from '../features/admin-posts/api';
import { managedSeriesQuery, seriesPostsQuery } from '../features/admin-series/api';
import { ownAuthorQuery, settingsQuery } from '../features/admin-settings/api';
import { managedTagsQuery } from '../features/admin-tags/api';
import { authorRequestsQuery, invitesQuery, teamQuery } from '../features/admin-team/api';
import { usersQuery } from '../features/admin-users/api';
import { postQuery } from '../features/article/api';
import { draftQuery } from '../features/article/draft-api';
import { authorQuery, seriesQuery, tagQuery } from '../features/collections/api';
import { repliesQuery, threadsQuery } from '../features/comments/api';
import { editablePostQuery, previewQuery } from '../features/editor/api';
import {
  editablePageQuery,
  pageRevisionQuery,
  pageRevisionsQuery,
} from '../features/editor/page/api';
import {
  bookmarksQuery,
  featuredQuery,
  postsQuery,
  recentlyViewedQuery,
  recommendedQuery,
  trendingQuery,
} from '../features/posts/api';
import {
  PAGE_LINKS,
  POST_LINKS,
  previewLinkQuery,
  previewQuery as sharedPreviewQuery,
} from '../features/preview-link/api';
import { ownProfileQuery, profileQuery, userCommentsQuery } from '../features/profile/api';
import { calendarQuery } from '../features/schedule/api';
import { spamRulesQuery } from '../features/spam-rules/api';
import { staticPageQuery } from '../features/static-pages/api';
import { avatarsQuery } from '../shared/api/avatars';
import { type Change, invalidateAfter } from '../shared/api/invalidation';

const adminList = { search: '', status: undefined, page: 1 };

/** Without the types of their data, whose union is too large for the compiler. */
type Key = readonly unknown[];

const FEATURED: Key = featuredQuery().queryKey;
const AUTHOR_PAGE: Key = authorQuery('ada', 1).queryKey;
const POST_LISTS: readonly Key[] = [
  postsQuery({ page: 1, limit: 9 }).queryKey,
  FEATURED,
  recommendedQuery().queryKey,
  trendingQuery('week', 2).queryKey,
  bookmarksQuery(1).queryKey,
  recentlyViewedQuery(['b1']).queryKey,
  postQuery('b1').queryKey,
  tagQuery('rust', 1).queryKey,
  AUTHOR_PAGE,
  seriesQuery('queues').queryKey,
];
const COMMENTS: readonly Key[] = [
  threadsQuery({ _id: 'b1', slug: 'b1' }, 'newest', 1).queryKey,
  repliesQuery('c1', 1).queryKey,
  userCommentsQuery('u1').queryKey,
];
const PROFILES: readonly Key[] = [profileQuery('u1').queryKey, ownProfileQuery('u1').queryKey];
const ADMIN_POSTS: Key = adminPostsQuery(adminList).queryKey;
const ADMIN_USERS: Key = usersQuery(adminList).queryKey;
const ADMIN_COMMENTS: Key = commentsQuery(adminList).queryKey;
const MODERATION: Key = moderationQuery().queryKey;
const SPAM_RULES: Key = spamRulesQuery().queryKey;
const DRAFT: Key = draftQuery('b1').queryKey;
const CALENDAR: Key = calendarQuery({ from: 'a', to: 'b' }).queryKey;
const EDITED: Key = editablePostQuery('b1').queryKey;
const DASHBOARD: Key = dashboardQuery(true).queryKey;
const TEAM: Key = teamQuery(1).queryKey;
const INVITES: Key = invitesQuery(1).queryKey;
const REQUESTS: Key = authorRequestsQuery(1).queryKey;
const TAGS: Key = managedTagsQuery(adminList).queryKey;
const SERIES: readonly Key[] = [managedSeriesQuery(1).queryKey, seriesPostsQuery('s1').queryKey];
const AUTHOR_PROFILE: Key = ownAuthorQuery().queryKey;
const STATIC_PAGES: readonly Key[] = [
  staticPageQuery('rules').queryKey,
  managedPagesQuery(1).queryKey,
  editablePageQuery('p1').queryKey,
  pageRevisionsQuery('p1', 1).queryKey,
];
const ALL: readonly Key[] = [
  ...POST_LISTS,
  ...COMMENTS,
  ...PROFILES,
  ADMIN_POSTS,
  ADMIN_USERS,
  ADMIN_COMMENTS,
  MODERATION,
  SPAM_RULES,
  DRAFT,
  CALENDAR,
  EDITED,
  DASHBOARD,
  TEAM,
  INVITES,
  REQUESTS,
  TAGS,
  ...SERIES,
  AUTHOR_PROFILE,
  previewQuery('<p>Text</p>').queryKey,
  settingsQuery().queryKey,
  avatarsQuery().queryKey,
  previewLinkQuery(POST_LINKS, 'b1').queryKey,
  previewLinkQuery(PAGE_LINKS, 'p1').queryKey,
  ...STATIC_PAGES,
  pageRevisionQuery('p1', 1).queryKey,
  sharedPreviewQuery('t').queryKey,
];

it('has distinct keys', () => {
  expect(new Set(ALL.map((key) => JSON.stringify(key))).size).toBe(ALL.length);
});

it.each<{ change: Change; stale: readonly Key[] }>([
  {
    change: 'post',
    stale: [
      ...POST_LISTS,
      ...COMMENTS,
      ADMIN_POSTS,
      ADMIN_COMMENTS,
      DRAFT,
      CALENDAR,
      EDITED,
      DASHBOARD,
      TEAM,
      TAGS,
      ...SERIES,
    ],
  },
  { change: 'staticPage', stale: STATIC_PAGES },
  { change: 'featured', stale: [FEATURED, ADMIN_POSTS] },
  {
    change: 'comment',
    stale: [...POST_LISTS, ...COMMENTS, ADMIN_POSTS, ADMIN_COMMENTS, MODERATION, DASHBOARD],
  },
  { change: 'spamRules', stale: [SPAM_RULES, MODERATION] },
  { change: 'ban', stale: [...PROFILES, ADMIN_USERS, DASHBOARD, REQUESTS] },
  {
    change: 'author',
    stale: [
      ...POST_LISTS,
      ADMIN_POSTS,
      DRAFT,
      CALENDAR,
      DASHBOARD,
      TEAM,
      INVITES,
      ...SERIES,
      AUTHOR_PROFILE,
    ],
  },
  { change: 'role', stale: [TEAM, INVITES] },
  {
    change: 'removal',
    stale: [...POST_LISTS, ADMIN_POSTS, DRAFT, CALENDAR, DASHBOARD, TEAM, INVITES, ...SERIES],
  },
  { change: 'tag', stale: [...POST_LISTS, DRAFT, TAGS] },
  { change: 'series', stale: [...POST_LISTS, ...SERIES] },
  { change: 'authorProfile', stale: [AUTHOR_PAGE, AUTHOR_PROFILE] },
  { change: 'invitation', stale: [INVITES, REQUESTS] },
])('makes the queries that a change of "$change" affects stale, no others', async (row) => {
  const client = new QueryClient();
  ALL.forEach((key) => {
    client.setQueryData(key, {});
  });
  await invalidateAfter(client, row.change);
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated === true;
  expect(ALL.filter(isStale)).toEqual(ALL.filter((key) => row.stale.includes(key)));
});
