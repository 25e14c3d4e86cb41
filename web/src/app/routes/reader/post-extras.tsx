/** What an article offers to those who want more of its kind. Its code comes after the article. */
import { SeriesNav } from '../../../features/collections/series-nav';
import { FollowConversation as FollowButton } from '../../../features/follows/follow-conversation';
import { FollowList } from '../../../features/follows/follow-list';
import { NewsletterForm } from '../../../features/newsletter/newsletter-form';
import type { ReadablePost } from '../../../shared/api/types';
import { lead } from '../../../shared/labels/newsletter.json';
import { useAdmin } from '../../../shared/session/admin-session';
import { useSession } from '../../../shared/session/session';

/** Its place in a series, the toggles to follow its authors and tags, and for visitors the newsletter. The server draws the same. */
export function ArticleEnd({ post }: { post: ReadablePost }) {
  const isReader = useSession() !== null;
  const isVisitor = useAdmin() === null && !isReader;
  return (
    <div className="article-end">
      {post.series && <SeriesNav place={post.series} />}
      <FollowList post={post} />
      {isVisitor && (
        <section className="article-newsletter" aria-labelledby="newsletter">
          <h2 id="newsletter" className="follows-title">
            Newsletter
          </h2>
          <p className="article-newsletter-text">{lead}</p>
          <NewsletterForm />
        </section>
      )}
    </div>
  );
}

/** The toggle to follow the comments. */
export function FollowConversation({ postId }: { postId: string }) {
  return (
    <div className="comments-follow">
      <FollowButton postId={postId} />
    </div>
  );
}
