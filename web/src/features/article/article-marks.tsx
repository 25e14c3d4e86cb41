import { Bookmark, Heart, MessageCircle } from 'lucide-react';
import { Link, useLocation } from 'react-router';

import type { Post } from '../../shared/api/types';
import { usePostMarks } from '../../shared/marks/use-post-marks';
import { paths } from '../../shared/paths';
import { useCountFormat } from '../../shared/ui/count';
import { ShareButton } from '../../shared/ui/share';

/** The like, comments, bookmark and share buttons with their counts. */
export function ArticleMarks({ post }: { post: Post }) {
  const { toggleLike, toggleBookmark } = usePostMarks(post);
  const formatCount = useCountFormat();
  const { search } = useLocation();
  const { likeCount, commentCount } = post.stats;
  return (
    <div className="article-marks">
      <button
        type="button"
        className="mark-button"
        aria-pressed={post.isLiked}
        aria-label={`Like this post, ${formatCount(likeCount, 'like')}`}
        onClick={toggleLike}
      >
        <Heart aria-hidden />
        <span>{formatCount(likeCount)}</span>
      </button>
      <Link
        to={{ search, hash: 'comments' }}
        className="mark-button"
        aria-label={`Go to ${formatCount(commentCount, 'comment')}`}
      >
        <MessageCircle aria-hidden />
        <span>{formatCount(commentCount)}</span>
      </Link>
      <div className="article-marks-end">
        <button
          type="button"
          className="mark-button mark-bookmark"
          aria-pressed={post.isBookmarked}
          aria-label="Bookmark this post"
          onClick={toggleBookmark}
        >
          <Bookmark aria-hidden />
          <span className="article-mark-name">Bookmark</span>
        </button>
        <ShareButton path={paths.post(post)} />
      </div>
    </div>
  );
}
