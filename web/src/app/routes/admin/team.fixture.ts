/** Sample members, invitations, requests and keys of the team page, and a mock API that serves them. */
import type { ApiKey, AuthorRequest, Invite, TeamMember } from '../../../shared/api/types';
import type { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';

const TIME = '2026-03-04T05:06:07.000Z';

export function sampleMember(username: string, changes: Partial<TeamMember> = {}): TeamMember {
  return {
    _id: username,
    id: username,
    username,
    email: `${username}@example.org`,
    role: 'author',
    postCount: 0,
    createdAt: TIME,
    ...changes,
  };
}

/** The signed-in administrator as a member. */
export const ROOT = sampleMember('root', { _id: 'a1', id: 'a1', role: 'admin', postCount: 2 });

export function sampleInvite(name: string, changes: Partial<Invite> = {}): Invite {
  return {
    _id: name,
    id: name,
    email: `${name}@example.org`,
    role: 'editor',
    invitedBy: 'root',
    createdAt: TIME,
    expiresAt: '2026-03-11T05:06:07.000Z',
    ...changes,
  };
}

export function sampleRequest(name: string): AuthorRequest {
  return {
    _id: name,
    id: name,
    user: {
      _id: `u-${name}`,
      id: `u-${name}`,
      name,
      username: name.toLowerCase(),
      profileImage: { url: '/avatars/mentor.svg', name: 'The Mentor', description: '' },
    },
    email: `${name.toLowerCase()}@example.org`,
    note: `${name} knows queues.`,
    createdAt: TIME,
  };
}

export function sampleKey(name: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    _id: name,
    id: name,
    prefix: `blog_${name.slice(0, 4)}`,
    name,
    role: 'editor',
    scopes: ['posts:read', 'posts:write'],
    createdBy: 'root',
    createdAt: TIME,
    expiresAt: '2126-03-11T05:06:07.000Z',
    lastUsedAt: null,
    ...changes,
  };
}

type Lists = {
  members?: readonly TeamMember[];
  invites?: readonly Invite[];
  requests?: readonly AuthorRequest[];
  keys?: readonly ApiKey[];
  /** The number of items of each list; by default those that are given. */
  total?: number;
};

const PAGE = 20;

/** Serves the four lists of the page; returns the requests for each, arrays that grow. */
export function serveTeam(server: ReturnType<typeof apiServer>, lists: Lists = {}) {
  const { members = [ROOT], invites = [], requests = [], keys = [], total } = lists;
  const page = (items: readonly unknown[]) => {
    const all = total ?? items.length;
    return { success: true, total: all, page: 1, totalPages: Math.ceil(all / PAGE) };
  };
  const team = recordRequests('get', '/admin/team', { ...page(members), members: [...members] });
  const invited = recordRequests('get', '/admin/invites', {
    ...page(invites),
    invites: [...invites],
  });
  const asking = recordRequests('get', '/admin/author-requests', {
    ...page(requests),
    authorRequests: [...requests],
  });
  const made = recordRequests('get', '/admin/api-keys', { ...page(keys), apiKeys: [...keys] });
  server.use(team.handler, invited.handler, asking.handler, made.handler);
  return { team: team.requests, invites: invited.requests, requests: asking.requests };
}
