import type { User } from '../shared/api/types';

/** Returns a sample reader with `changes` applied. */
export function sampleUser(changes: Partial<User> = {}): User {
  return {
    _id: 'u1',
    id: 'u1',
    name: 'Ada Walker',
    username: 'ada-walker',
    email: 'ada@example.org',
    bio: 'Walks through forms.',
    profileImage: { url: '/avatars/mentor.svg', name: 'The Mentor', description: '' },
    socialLinks: { website: '', github: '', linkedin: '', x: '', twitter: '' },
    onboarded: true,
    isBanned: false,
    banReason: '',
    createdAt: '2026-03-04T05:06:07.000Z',
    ...changes,
  };
}
