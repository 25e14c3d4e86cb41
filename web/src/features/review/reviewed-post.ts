/** The edited post, as the editor hands it to the parts of the review. */
import type { ManagedPost } from '../../shared/api/types';

export type StoredPost = Pick<ManagedPost, 'review' | 'revision' | 'publishAt'> & {
  id: string;
  status: 'draft' | 'published';
};

export type ReviewedPost = {
  /** Null before the first save. */
  stored: StoredPost | null;
  isBusy: boolean;
  /** Saves it as it is written; returns null if that failed, which the editor shows. */
  save: () => Promise<StoredPost | null>;
  /** Returns whether it can be saved; the editor shows what is missing. */
  check: () => boolean;
  /** Notes what has changed of the stored post. */
  amend: (changes: Partial<Omit<StoredPost, 'id'>>) => void;
};

/** Returns what a step of the review changes of a stored post. */
export function changesOf({ status, review, publishAt }: ManagedPost) {
  return { status: status === 'published' ? 'published' : 'draft', review, publishAt } as const;
}

/** Whether a draft waits for an editor's decision. */
export function isSubmitted(stored: Pick<StoredPost, 'status' | 'review'> | null): boolean {
  return stored?.status === 'draft' && stored.review === 'submitted';
}
