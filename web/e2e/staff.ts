/** Members of the staff with a certain role. */
import type { APIRequestContext } from '@playwright/test';

import { PASSWORD, unique } from './accounts';
import { mailsTo } from './mail-server';
import { adminToken } from './people';
import { expect } from './site';

export type Member = { email: string; username: string };

/** Invites somebody as an administrator would, and joins by the mailed link. */
export async function newMember(
  request: APIRequestContext,
  administrator: string,
  role: 'contributor' | 'author' | 'editor',
): Promise<Member> {
  const username = unique(role);
  const email = `${username}@example.org`;
  const invited = await request.post('/api/admin/invites', {
    headers: { authorization: `Bearer ${await adminToken(request, administrator)}` },
    data: { email, role },
  });
  expect(invited.status()).toBe(201);
  const data = { token: await invitationToken(email), username, password: PASSWORD };
  const joined = await request.post('/api/admin/join', { data });
  expect(joined.status()).toBe(201);
  return { email, username };
}

async function invitationToken(email: string): Promise<string> {
  const tokens = async () =>
    (await mailsTo(email)).flatMap(
      ({ text }) => /\/admin\/join#([\w-]+)/.exec(text ?? '')?.[1] ?? [],
    );
  await expect.poll(async () => (await tokens()).length).toBe(1);
  return (await tokens())[0] ?? '';
}
