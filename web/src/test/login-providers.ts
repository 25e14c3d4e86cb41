import { onTestFinished } from 'vitest';

import type { LoginProvider } from '../shared/login-providers';

/** Gives the site providers until the test ends. */
export function configureProviders(...providers: LoginProvider[]): void {
  const meta = document.createElement('meta');
  meta.name = 'login-providers';
  meta.content = JSON.stringify(providers);
  document.head.append(meta);
  onTestFinished(() => {
    meta.remove();
  });
}

export const GITHUB: LoginProvider = { name: 'github', label: 'GitHub' };
export const COMPANY: LoginProvider = { name: 'company', label: 'Example Inc.' };
