/** What goes wrong between the browser and the site, as opposed to what the site refuses. */

/** `offline`: the browser knows of no connection; `unreachable`: it tried; `late`: no response came in time. */
export type ConnectionFault = 'offline' | 'unreachable' | 'late';

const PATIENCE_MS = 30_000;

const WORDS: Readonly<Record<ConnectionFault, string>> = {
  offline: 'You are offline. Check your connection and try again.',
  unreachable: 'The site cannot be reached. Check your connection and try again.',
  late: 'The site takes too long to respond. Please try again.',
};

/** A call that the site did not answer. Its message is for people. */
export class ConnectionError extends Error {
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, cause: unknown) {
    super(WORDS[fault], { cause });
    this.name = 'ConnectionError';
    this.fault = fault;
  }
}

/** Calls the site, but does not wait for ever. */
export function fetchInTime(request: Request): Promise<Response> {
  return fetchWithin(request, PATIENCE_MS);
}

export function fetchWithin(request: Request, milliseconds: number): Promise<Response> {
  const inTime = AbortSignal.timeout(milliseconds);
  return globalThis.fetch(request, { signal: abortedByEither(request.signal, inTime) });
}

/** `AbortSignal.any`, which browsers before 2024 do not have. */
export function abortedByEither(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => {
      either.abort(signal.reason);
    };
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener('abort', abort);
  }
  return either.signal;
}

/** The same error, as a `ConnectionError` where the connection is at fault. */
export function withConnectionFault(error: unknown): unknown {
  // The one error that `fetch` gives for all that is wrong with a connection.
  if (error instanceof TypeError) {
    return new ConnectionError(navigator.onLine ? 'unreachable' : 'offline', error);
  }
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? new ConnectionError('late', error)
    : error;
}

/** Whether the site answers at all: to tell its silence from that of another one. */
export async function isSiteReachable(): Promise<boolean> {
  if (!navigator.onLine) {
    return false;
  }
  try {
    await fetchInTime(new Request(`${window.location.origin}/api/health`, { cache: 'no-store' }));
    return true;
  } catch {
    return false;
  }
}

/** The error of a site that does not answer. */
export function notReachable(): ConnectionError {
  return new ConnectionError(navigator.onLine ? 'unreachable' : 'offline', undefined);
}
