import { isRecord } from '../../../shared/is-record';
import type { EditablePost } from '../../../shared/api/types';

type Details = {
  revision: number;
  changedBy: string | null;
  changedAt: string;
  conflict: number;
  post: EditablePost;
};

/** A save that was based on an older revision than the present one. What was sent is stored as a revision as well. */
export class RevisionConflict extends Error {
  /** The number of the present revision. */
  readonly revision: number;
  /** The user name of whoever saved it; null if that is unknown. */
  readonly changedBy: string | null;
  readonly changedAt: string;
  /** The number of the revision that holds what was sent. */
  readonly conflict: number;
  /** The present post. */
  readonly post: EditablePost;

  constructor({ revision, changedBy, changedAt, conflict, post }: Details) {
    super('The post was changed meanwhile');
    this.name = 'RevisionConflict';
    this.revision = revision;
    this.changedBy = changedBy;
    this.changedAt = changedAt;
    this.conflict = conflict;
    this.post = post;
  }

  /** Reads the body of an error response; null if it is not that of a conflict. */
  static from(body: unknown): RevisionConflict | null {
    if (!isRecord(body)) {
      return null;
    }
    const { revision, changedBy, changedAt, conflict, blog } = body;
    return typeof revision === 'number' &&
      typeof conflict === 'number' &&
      typeof changedAt === 'string' &&
      isEditablePost(blog)
      ? new RevisionConflict({
          revision,
          changedBy: typeof changedBy === 'string' ? changedBy : null,
          changedAt,
          conflict,
          post: blog,
        })
      : null;
  }
}

function isEditablePost(value: unknown): value is EditablePost {
  return (
    isRecord(value) &&
    ['_id', 'title', 'content', 'category', 'slug', 'status'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    Array.isArray(value['tags'])
  );
}
