import { X } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { type QueuedComment, commenterName } from './moderation';

type Props = { comments: readonly QueuedComment[] };

/** The reader and the post that the address limits the list to, each with a button that ends it. */
export function QueueFilter({ comments: [first] }: Props) {
  const [address, setAddress] = useSearchParams();
  const filters = [
    { name: 'user', text: `By ${first ? commenterName(first) : 'one reader'}` },
    { name: 'blog', text: `On ${first?.blog.title ?? 'one post'}` },
  ].filter(({ name }) => address.has(name));
  return filters.length === 0 ? null : (
    <div className="queue-filters">
      {filters.map(({ name, text }) => (
        <button
          key={name}
          type="button"
          className="chip"
          aria-label={`${text}: show all`}
          onClick={() => {
            const next = new URLSearchParams(address);
            next.delete(name);
            next.delete('page');
            setAddress(next);
          }}
        >
          {text}
          <X aria-hidden />
        </button>
      ))}
    </div>
  );
}
