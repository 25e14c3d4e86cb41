import { useLocation } from 'react-router';

/** The state that the account pages pass on to each other. */
export type AuthState = {
  /** The path to navigate to after the login. */
  from?: string | undefined;
  /** The address that was typed, or that a code was sent to. */
  email?: string | undefined;
  /** The time at which the code was sent, in milliseconds since 1970. */
  codeSentAt?: number | undefined;
  /** The result of the previous page. */
  message?: string | undefined;
  /** The code of a sign-in by a provider, for the invitation that it shows to be theirs. */
  providerCode?: string | undefined;
};

export function useAuthState(): AuthState {
  const state: unknown = useLocation().state;
  return {
    from: textIn(state, 'from'),
    email: textIn(state, 'email'),
    codeSentAt: Number(valueIn(state, 'codeSentAt')) || undefined,
    message: textIn(state, 'message'),
    providerCode: textIn(state, 'providerCode'),
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
