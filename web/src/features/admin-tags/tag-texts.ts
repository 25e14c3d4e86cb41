import type { ManagedTag } from '../../shared/api/types';

/** The number of posts that have a tag: "12 posts and 1 draft". */
export function postsText({ postCount, draftCount }: ManagedTag): string {
  const posts = counted(postCount, 'post');
  return draftCount === 0 ? posts : `${posts} and ${counted(draftCount, 'draft')}`;
}

export function counted(count: number, unit: string): string {
  return `${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`;
}
