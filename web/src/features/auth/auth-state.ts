import { useLocation } from 'react-router';

/** What the pages of this chain hand on to each other in the state of a navigation. */
export type AuthState = {
  /** Where somebody goes on to once they are signed in. */
  from?: string | undefined;
  /** The address that was typed, or that a code was mailed to. */
  email?: string | undefined;
  /** When that was, in milliseconds since 1970. */
  codeSentAt?: number | undefined;
  /** What the page before did. */
  message?: string | undefined;
};

export function useAuthState(): AuthState {
  const state: unknown = useLocation().state;
  return {
    from: textIn(state, 'from'),
    email: textIn(state, 'email'),
    codeSentAt: Number(valueIn(state, 'codeSentAt')) || undefined,
    message: textIn(state, 'message'),
  };
}

function textIn(state: unknown, key: string): string | undefined {
  const value = valueIn(state, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valueIn(state: unknown, key: string): unknown {
  return typeof state === 'object' && state !== null
    ? Object.entries(state).find(([name]) => name === key)?.[1]
    : undefined;
}
