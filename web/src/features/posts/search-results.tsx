import type { PostSummary } from '../../shared/api/types';
import { Marked } from '../../shared/ui/marked';
import { PostCard } from './post-card';

/** The posts that a search finds, with the words at which it points. */
export function SearchResults({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <ul className="grid">
      {posts.map((post, index) => (
        <li key={post._id}>
          <PostCard post={post} heading="h2" isFirst={index === 0} text={markedText(post)} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the title with marks, and the text around the first hit in place of the excerpt. */
function markedText(post: PostSummary) {
  const { title, text } = post.highlights ?? {};
  return {
    title: <Marked text={post.title} ranges={title ?? []} />,
    excerpt: <Marked text={text?.snippet ?? post.excerpt} ranges={text?.ranges ?? []} />,
  };
}
