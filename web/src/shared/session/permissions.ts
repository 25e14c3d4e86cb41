/** The permissions of the roles of the staff. Pages show only what they allow; the server decides. */
import type { PostSummary, Role } from '../api/types';
import { useAdmin } from './admin-session';
import { ROLES } from './roles';

export type Permissions = ReturnType<typeof permissionsOf>;

export function permissionsOf(role: Role) {
  const isAtLeast = (least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least);
  return {
    canPublish: isAtLeast('author'),
    /** May choose the slug and the canonical address of posts that they may change. */
    canSetAddresses: isAtLeast('author'),
    /** May see and change the posts of others. */
    canEditAllPosts: isAtLeast('editor'),
    /** May choose the posts of the slider. */
    canFeature: isAtLeast('editor'),
    /** May see the comments on all posts and delete them. */
    canModerate: isAtLeast('editor'),
    /** May write, publish and delete static pages. */
    canManagePages: isAtLeast('editor'),
    /** May make series and change their own ones. */
    canManageSeries: isAtLeast('author'),
    /** May rename and merge tags. */
    canManageTags: isAtLeast('editor'),
    /** May see, make, change and delete redirects. */
    canManageRedirects: isAtLeast('editor'),
    /** May bring posts, pages and comments from other systems. */
    canImport: isAtLeast('editor'),
    /** May see and remove the subscribers of the newsletter. */
    canManageNewsletter: isAtLeast('editor'),
    /** May see all readers, ban and unban them. */
    canManageReaders: isAtLeast('admin'),
    /** May invite and remove members of the staff, and change their roles. */
    canManageTeam: isAtLeast('admin'),
    /** May change the name, the colours and the links of the site. */
    canManageSite: isAtLeast('admin'),
    /** May see what the staff has changed. */
    canReadAudit: isAtLeast('admin'),
    /** Whether a post in their list is theirs to change or delete: published posts are out of a contributor's hands. */
    canChange: ({ status }: Pick<PostSummary, 'status'>) =>
      status === 'draft' || isAtLeast('author'),
  } as const;
}

/** The role of the signed-in administrator; the least one if nobody is signed in. */
export function useRole(): Role {
  const session = useAdmin();
  return session ? roleOf(session.account) : 'contributor';
}

/** The permissions of the signed-in administrator. */
export function usePermissions(): Permissions {
  return permissionsOf(useRole());
}

/** A session that an earlier version stored has no role: then, all were administrators. */
function roleOf({ role = 'admin' }: { role?: Role }): Role {
  return role;
}
