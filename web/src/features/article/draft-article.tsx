import { useQuery } from '@tanstack/react-query';
import { FilePen } from 'lucide-react';
import { Link } from 'react-router';

import { hasCode, isNotFound, messageFor } from '../../shared/api/errors';
import { paths } from '../../shared/paths';
import { ArticleView } from './article';
import { ArticleSkeleton } from './article-skeleton';
import { ArticleFailure, ArticleNotFound } from './article-states';
import { draftQuery } from './draft-api';
import './draft-article.css';

const FAILED = 'Failed to fetch blog. Please try again later.';

/** A draft as readers will see it once it is published; for its author, editors and administrators. */
export function DraftArticle({ id }: { id: string }) {
  const { data: post, error, refetch } = useQuery(draftQuery(id));
  if (post) {
    return <ArticleView post={post} banner={<DraftBanner id={post._id} />} />;
  }
  // Somebody else's draft is hidden like one that does not exist: trying again would not help.
  if (isNotFound(error) || hasCode(error, 'role_not_allowed')) {
    return <ArticleNotFound />;
  }
  if (error) {
    return <ArticleFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return <ArticleSkeleton />;
}

function DraftBanner({ id }: { id: string }) {
  return (
    <div className="draft-banner" role="note">
      <FilePen aria-hidden />
      <p>
        <strong>Draft.</strong> Only its author, editors and administrators can see this post.
      </p>
      <Link to={paths.adminEditPost(id)} className="button">
        Edit
      </Link>
    </div>
  );
}
