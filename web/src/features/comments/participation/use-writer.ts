import type { Comment, User } from '../../../shared/api/types';
import { useAdmin } from '../../../shared/session/admin-session';
import { permissionsOf, useRole } from '../../../shared/session/permissions';
import { useSession } from '../../../shared/session/session';

/** Somebody who is signed in, and what they may do. */
export type Writer = {
  /** Tells the drafts of several accounts apart. */
  id: string;
  isStaff: boolean;
  /** May delete the comments of others. */
  canModerate: boolean;
  isAuthorOf: (comment: Comment) => boolean;
};

/** Returns who is signed in: the reader, if somebody of the staff is signed in as well. */
export function useWriter(): Writer {
  const reader = useSession()?.account ?? null;
  const admin = useAdmin()?.account ?? null;
  const role = useRole();
  return reader === null
    ? {
        id: admin?._id ?? '',
        isStaff: true,
        canModerate: permissionsOf(role).canModerate,
        isAuthorOf: (comment) =>
          comment.role !== null && comment.user?.username === admin?.username,
      }
    : readerAs(reader);
}

function readerAs({ _id: id }: User): Writer {
  return { id, isStaff: false, canModerate: false, isAuthorOf: ({ user }) => user?._id === id };
}
