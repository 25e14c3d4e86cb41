import type { EditableStaticPage, StaticPageConflict } from '../../../shared/api/types';

/** A save of a page that somebody has changed meanwhile. What was sent is stored as a revision as well. */
export class PageConflict extends Error {
  /** The user name of whoever changed it; null if that is unknown. */
  readonly changedBy: string | null;
  readonly changedAt: string;
  /** The number of the revision that holds what was sent. */
  readonly kept: number | null;
  /** The present page. */
  readonly page: EditableStaticPage;

  constructor({ changedBy, changedAt, conflict, page }: StaticPageConflict) {
    super('The page was changed meanwhile');
    this.name = 'PageConflict';
    this.changedBy = changedBy;
    this.changedAt = changedAt;
    this.kept = conflict;
    this.page = page;
  }
}
