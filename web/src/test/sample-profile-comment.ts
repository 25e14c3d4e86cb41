import type { ProfileComment } from '../shared/api/types';
import { sampleComment } from './sample-comment';
import { sampleUser } from './sample-user';

/** Returns a sample comment of a profile. */
export function sampleProfileComment(number: number): ProfileComment {
  const { _id, id, name, username, profileImage } = sampleUser();
  return {
    ...sampleComment(`c${number}`, { content: `Comment ${number}` }),
    user: { _id, id, name, username, profileImage },
    blogId: 'b1',
    blogSlug: 'b1',
    blogTitle: `Post ${number}`,
  };
}
