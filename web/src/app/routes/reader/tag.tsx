import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';

import { COLLECTION_PAGE, tagQuery } from '../../../features/collections/api';
import {
  CollectionFailure,
  CollectionSkeleton,
} from '../../../features/collections/collection-states';
import { usePresentSlug } from '../../../features/collections/use-present-slug';
import { PostGridSkeleton } from '../../../features/posts/post-grid';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import type { Tag } from '../../../shared/api/types';
import { useIsHydrating } from '../../../shared/hydration';
import { card as sizes } from '../../../shared/image-sizes.json';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import '../../../shared/styles/collections.css';
import { Cover } from '../../../shared/ui/cover';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { NotFoundPage } from '../not-found';
import { CollectionActions } from './collection-actions';
import { CollectionPosts } from './collection-posts';

const FAILED = 'Failed to fetch the tag. Please try again later.';

/** A tag with its posts. */
export function TagPage() {
  const { slug = '' } = useParams();
  return <TagWithSlug key={slug} slug={slug} />;
}

function TagWithSlug({ slug }: { slug: string }) {
  const [address] = useSearchParams();
  const page = pageIn(address);
  const { data: found, error, isPlaceholderData, refetch } = useQuery(tagQuery(slug, page));
  // The server knows no such tag.
  const [isMissing] = useState(useIsHydrating());
  usePresentSlug(slug, found?.tag.slug, paths.tag);
  if (isNotFound(error)) {
    return <NotFoundPage />;
  }
  if (found) {
    const path = paths.tag(slug);
    return (
      <div className="page">
        <TagHead tag={found.tag} page={page} path={path} />
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
function TagHead({ tag, page, path }: { tag: Tag; page: number; path: string }) {
  const { _id: target, name, description, cover, coverSmall } = tag;
  return (
    <header className="collection-head">
      {cover !== null && (
        <div className="collection-cover">
          <Cover title={name} image={cover} smallImage={coverSmall} sizes={sizes} isFirst />
        </div>
      )}
      <div className="collection-about">
        <p className="eyebrow">Tag</p>
        <PageTitle title={numberedTitle(name, page)}>{name}</PageTitle>
        {description !== '' && (
          <p className="collection-text" dir="auto">
            {description}
          </p>
        )}
        <CollectionActions target={{ kind: 'tag', target }} name={name} path={path} />
      </div>
    </header>
  );
}
