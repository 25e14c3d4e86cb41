import { unwrap, api } from '../../shared/api/client';
import type { MailHow } from '../../shared/api/types';

/** How often a subscriber gets mail. */
export type NewsletterHow = Exclude<MailHow, 'off'>;

/** Asks for the newsletter; returns what the server says, which is the same for every address. */
export async function subscribe(email: string, how: NewsletterHow): Promise<string> {
  return (await unwrap(api.POST('/newsletter', { body: { email, how } }))).message;
}
