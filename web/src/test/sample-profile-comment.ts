import type { ProfileComment } from '../shared/api/types';
import { sampleUser } from './sample-user';

/** Returns a sample comment of a profile. */
export function sampleProfileComment(number: number): ProfileComment {
  const { _id, id, name, username, profileImage } = sampleUser();
  return {
    _id: `c${number}`,
    id: `c${number}`,
    content: `Comment ${number}`,
    createdAt: '2026-03-05T05:06:07.000Z',
    isLiked: false,
    likeCount: 0,
    user: { _id, id, name, username, profileImage },
    blogId: 'b1',
    blogSlug: 'b1',
    blogTitle: `Post ${number}`,
  };
}
