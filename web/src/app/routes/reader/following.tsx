import { FollowedPosts } from '../../../features/follows/followed-posts';
import { FollowedThings } from '../../../features/follows/followed-things';
import { FOLLOWING_PAGE, type FollowKind, followedPostsQuery } from '../../../features/follows/api';
import { PostGrid, PostGridSkeleton } from '../../../features/posts/post-grid';
import { pageIn } from '../../../shared/page-in-address';
import { paths, withQuery } from '../../../shared/paths';
import { currentSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { Tabs } from '../../../shared/ui/tabs';
import { useListAddress } from '../../../shared/use-list-address';
import type { Prefetch } from '../../prefetched-page';

const KINDS = [
  { value: 'author', label: 'Authors' },
  { value: 'tag', label: 'Tags' },
  { value: 'series', label: 'Series' },
  { value: 'post', label: 'Conversations' },
] as const satisfies readonly { value: FollowKind; label: string }[];

export const prefetchFollowing: Prefetch = async (client, { address }) => {
  if (currentSession() && address.get('status') === null) {
    await client.query(followedPostsQuery(pageIn(address)));
  }
};

/** The posts by what the reader follows, and beside them what that is. */
export function FollowingPage() {
  const address = useListAddress<FollowKind>(KINDS.map(({ value }) => value));
  const { status: kind, page } = address;
  return (
    <div className="page">
      <PageTitle title={numberedTitle('Following', page)}>Following</PageTitle>
      <p className="page-lead">New posts of the authors, tags and series that you follow.</p>
      <Tabs
        label="What you follow"
        tabs={[
          { label: 'Posts', to: paths.following(), isPresent: kind === undefined },
          ...KINDS.map(({ value, label }) => ({
            label,
            to: withQuery(paths.following(), { status: value }),
            isPresent: value === kind,
          })),
        ]}
      />
      {kind === undefined ? (
        <FollowedPosts page={page} skeleton={<PostGridSkeleton count={FOLLOWING_PAGE} />}>
          {(posts) => <PostGrid posts={posts} heading="h2" isLead />}
        </FollowedPosts>
      ) : (
        <FollowedThings key={kind} address={address} />
      )}
    </div>
  );
}
