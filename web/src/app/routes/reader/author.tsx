import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { COLLECTION_PAGE, authorQuery } from '../../../features/collections/api';
import {
  CollectionFailure,
  CollectionSkeleton,
} from '../../../features/collections/collection-states';
import { usePresentSlug } from '../../../features/collections/use-present-slug';
import { PostGridSkeleton } from '../../../features/posts/post-grid';
import { SocialLinks } from '../../../features/profile/social-links';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import type { AuthorProfile } from '../../../shared/api/types';
import { useIsHydrating } from '../../../shared/hydration';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import { ADMIN_PICTURE } from '../../../shared/site';
import '../../../shared/styles/collections.css';
import { Avatar } from '../../../shared/ui/avatar';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { NotFoundPage } from '../not-found';
import { CollectionActions } from './collection-actions';
import { CollectionPosts } from './collection-posts';

const FAILED = 'Failed to fetch the author. Please try again later.';
const AVATAR_SIZE = 96;

/** An author with their posts. */
export function AuthorPage() {
  const { slug = '' } = useParams();
  return <AuthorWithSlug key={slug} slug={slug} />;
}

function AuthorWithSlug({ slug }: { slug: string }) {
  const [address] = useSearchParams();
  const page = pageIn(address);
  const { data: found, error, isPlaceholderData, refetch } = useQuery(authorQuery(slug, page));
  // The server knows no such author.
  const [isMissing] = useState(useIsHydrating());
  usePresentSlug(slug, found?.author.slug ?? undefined, paths.author);
  if (isNotFound(error)) {
    return <NotFoundPage />;
  }
  if (found) {
    const path = paths.author(slug);
    return (
      <div className="page">
        <AuthorHead author={found.author} page={page} path={path} />
        <CollectionPosts found={found} page={page} path={path} isOutdated={isPlaceholderData} />
      </div>
    );
  }
  if (error) {
    return <CollectionFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return isMissing ? (
    <NotFoundPage />
  ) : (
    <CollectionSkeleton>
      <PostGridSkeleton count={COLLECTION_PAGE} />
    </CollectionSkeleton>
  );
}

/** What the page is about. The server draws the same. */
function AuthorHead({
  author: { _id: id, username: name, avatar, bio, socialLinks },
  page,
  path,
}: {
  author: AuthorProfile;
  page: number;
  path: string;
}) {
  return (
    <header className="collection-head">
      <Avatar src={avatar || ADMIN_PICTURE} size={AVATAR_SIZE} className="collection-avatar" />
      <div className="collection-about">
        <PageTitle title={numberedTitle(name, page)}>{name}</PageTitle>
        {bio !== '' && (
          <p className="collection-text" dir="auto">
            {bio}
          </p>
        )}
        <SocialLinks links={socialLinks} className="collection-links" />
        {id !== null && (
          <CollectionActions target={{ kind: 'author', target: id }} name={name} path={path} />
        )}
      </div>
    </header>
  );
}
