import { Bookmark, Eye, Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { BlogSummary } from '../../shared/api/types';
import { useBlogMarks } from '../../shared/marks/use-blog-marks';
import { paths } from '../../shared/paths';
import { ADMIN_PICTURE } from '../../shared/site';
import { AuthorName } from '../../shared/ui/author-name';
import { Avatar } from '../../shared/ui/avatar';
import { Cover } from '../../shared/ui/cover';
import { TimeStamp } from '../../shared/ui/time-stamp';

const AVATAR_SIZE = 28;
const SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 95vw';

type Props = {
  blog: BlogSummary;
  heading?: 'h2' | 'h3';
  note?: ReactNode;
  /** Whether it stands where the page begins, so that its picture is wanted at once. */
  isFirst?: boolean;
  /** Called once the server has taken the bookmark away. */
  onBookmarkRemoved?: (() => void) | undefined;
};

/** A blog in a list. The whole card is one link; that of the author and the buttons lie above it. */
export function BlogCard({
  blog,
  heading: Heading = 'h3',
  note,
  isFirst = false,
  onBookmarkRemoved,
}: Props) {
  return (
    <article className="card">
      <div className="card-cover">
        <Cover
          title={blog.title}
          image={blog.featuredImage}
          smallImage={blog.featuredImageSmall}
          sizes={SIZES}
          isFirst={isFirst}
        />
        <span className="badge">{blog.category}</span>
      </div>
      <div className="card-body">
        <Heading className="card-title">
          <Link to={paths.blog(blog)} className="card-link">
            {blog.title}
          </Link>
        </Heading>
        <p className="card-excerpt">{blog.excerpt}</p>
        {note}
        <div className="card-byline">
          <Avatar src={blog.author.avatar || ADMIN_PICTURE} size={AVATAR_SIZE} />
          <AuthorName of={blog} className="card-author" />
          <TimeStamp time={blog.createdAt} />
        </div>
        <CardMarks blog={blog} onBookmarkRemoved={onBookmarkRemoved} />
      </div>
    </article>
  );
}

function CardMarks({ blog, onBookmarkRemoved }: Pick<Props, 'blog' | 'onBookmarkRemoved'>) {
  const { toggleLike, toggleBookmark } = useBlogMarks(blog, onBookmarkRemoved);
  return (
    <div className="card-marks">
      <button
        type="button"
        className="mark-button"
        aria-pressed={blog.isLiked}
        aria-label={`Like ${blog.title}, ${counted(blog.stats.likeCount, 'like')}`}
        onClick={toggleLike}
      >
        <Heart aria-hidden />
        <span>{blog.stats.likeCount}</span>
      </button>
      <span className="mark">
        <MessageCircle aria-hidden />
        <span>
          {blog.stats.commentCount}
          <span className="visually-hidden"> comments</span>
        </span>
      </span>
      <span className="mark">
        <Eye aria-hidden />
        <span>
          {blog.views.total}
          <span className="visually-hidden"> views</span>
        </span>
      </span>
      <button
        type="button"
        className="mark-button mark-bookmark mark-end"
        aria-pressed={blog.isBookmarked}
        aria-label={`Bookmark ${blog.title}`}
        onClick={toggleBookmark}
      >
        <Bookmark aria-hidden />
      </button>
    </div>
  );
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
