import { Bookmark, Heart, MessageCircle } from 'lucide-react';
import { Link } from 'react-router';

import type { Blog } from '../../shared/api/types';
import { useBlogMarks } from '../../shared/marks/use-blog-marks';
import { paths } from '../../shared/paths';
import { useCounting } from '../../shared/ui/count';
import { ShareButton } from '../../shared/ui/share';

/** Like, comments, bookmark and share, with their counts. */
export function ArticleMarks({ blog }: { blog: Blog }) {
  const { toggleLike, toggleBookmark } = useBlogMarks(blog);
  const write = useCounting();
  const { likeCount, commentCount } = blog.stats;
  return (
    <div className="article-marks">
      <button
        type="button"
        className="mark-button"
        aria-pressed={blog.isLiked}
        aria-label={`Like this post, ${write(likeCount, 'like')}`}
        onClick={toggleLike}
      >
        <Heart aria-hidden />
        <span>{write(likeCount)}</span>
      </button>
      <Link
        to={{ hash: 'comments' }}
        className="mark-button"
        aria-label={`Go to ${write(commentCount, 'comment')}`}
      >
        <MessageCircle aria-hidden />
        <span>{write(commentCount)}</span>
      </Link>
      <div className="article-marks-end">
        <button
          type="button"
          className="mark-button mark-bookmark"
          aria-pressed={blog.isBookmarked}
          aria-label="Bookmark this post"
          onClick={toggleBookmark}
        >
          <Bookmark aria-hidden />
          <span className="article-mark-name">Bookmark</span>
        </button>
        <ShareButton path={paths.blog(blog)} />
      </div>
    </div>
  );
}
