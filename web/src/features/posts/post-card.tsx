import { Bookmark, Eye, Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { PostSummary } from '../../shared/api/types';
import { card as sizes } from '../../shared/image-sizes.json';
import { usePostMarks } from '../../shared/marks/use-post-marks';
import { paths } from '../../shared/paths';
import { ADMIN_PICTURE } from '../../shared/site';
import { AuthorNames } from '../../shared/ui/author-names';
import { Avatar } from '../../shared/ui/avatar';
import { Cover } from '../../shared/ui/cover';
import { TimeStamp } from '../../shared/ui/time-stamp';

const AVATAR_SIZE = 28;

type Props = {
  post: PostSummary;
  heading?: 'h2' | 'h3';
  note?: ReactNode;
  /** The title and the excerpt as they are drawn; the post's own by default. */
  text?: { title: ReactNode; excerpt: ReactNode };
  /** Whether it is at the top of the page, so that its picture loads with priority. */
  isFirst?: boolean;
  /** Called once the server has removed the bookmark. */
  onBookmarkRemoved?: (() => void) | undefined;
};

/** A post in a list. The whole card is one link; the links of the authors and the buttons are above it. */
export function PostCard({
  post,
  heading: Heading = 'h3',
  note,
  text = post,
  isFirst = false,
  onBookmarkRemoved,
}: Props) {
  return (
    <article className="card">
      <div className="card-cover">
        <Cover
          title={post.title}
          image={post.featuredImage}
          smallImage={post.featuredImageSmall}
          sizes={sizes}
          isFirst={isFirst}
        />
        <span className="badge">{post.category}</span>
      </div>
      <div className="card-body">
        <Heading className="card-title">
          <Link to={paths.post(post)} className="card-link">
            {text.title}
          </Link>
        </Heading>
        <p className="card-excerpt">{text.excerpt}</p>
        {note}
        <div className="card-byline">
          <Avatar src={post.author.avatar || ADMIN_PICTURE} size={AVATAR_SIZE} />
          <AuthorNames of={post} className="card-author" />
          <TimeStamp time={post.createdAt} />
        </div>
        <CardMarks post={post} onBookmarkRemoved={onBookmarkRemoved} />
      </div>
    </article>
  );
}

function CardMarks({ post, onBookmarkRemoved }: Pick<Props, 'post' | 'onBookmarkRemoved'>) {
  const { toggleLike, toggleBookmark } = usePostMarks(post, onBookmarkRemoved);
  return (
    <div className="card-marks">
      <button
        type="button"
        className="mark-button"
        aria-pressed={post.isLiked}
        aria-label={`Like ${post.title}, ${formatCount(post.stats.likeCount, 'like')}`}
        onClick={toggleLike}
      >
        <Heart aria-hidden />
        <span>{post.stats.likeCount}</span>
      </button>
      <span className="mark">
        <MessageCircle aria-hidden />
        <span>
          {post.stats.commentCount}
          <span className="visually-hidden"> comments</span>
        </span>
      </span>
      <span className="mark">
        <Eye aria-hidden />
        <span>
          {post.views.total}
          <span className="visually-hidden"> views</span>
        </span>
      </span>
      <button
        type="button"
        className="mark-button mark-bookmark mark-end"
        aria-pressed={post.isBookmarked}
        aria-label={`Bookmark ${post.title}`}
        onClick={toggleBookmark}
      >
        <Bookmark aria-hidden />
      </button>
    </div>
  );
}

function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
