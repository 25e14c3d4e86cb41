import type { CalendarPost } from '../../../shared/api/types';
import { PostChip } from './post-chip';

type Props = {
  posts: readonly CalendarPost[];
  zone: string;
  canMove: (post: CalendarPost) => boolean;
  onAskMove: (post: CalendarPost) => void;
};

/** All posts of a day, each in a line of its own. */
export function DayList({ posts, zone, canMove, onAskMove }: Props) {
  return (
    <ul className="calendar-list">
      {posts.map((post) => (
        <li key={post.id}>
          <PostChip
            post={post}
            zone={zone}
            onMove={
              canMove(post)
                ? () => {
                    onAskMove(post);
                  }
                : undefined
            }
          />
        </li>
      ))}
    </ul>
  );
}
