/** Errors of the connection between the browser and the site, as opposed to error responses. */

/** `offline`: the browser has no connection; `unreachable`: the request failed; `late`: it timed out. */
export type ConnectionFault = 'offline' | 'unreachable' | 'late';

const TIMEOUT_MS = 30_000;

const MESSAGES: Readonly<Record<ConnectionFault, string>> = {
  offline: 'You are offline. Check your connection and try again.',
  unreachable: 'The site cannot be reached. Check your connection and try again.',
  late: 'The site takes too long to respond. Please try again.',
};

/** A request without a response. Its message is for users. */
export class ConnectionError extends Error {
  readonly fault: ConnectionFault;

  constructor(fault: ConnectionFault, cause: unknown) {
    super(MESSAGES[fault], { cause });
    this.name = 'ConnectionError';
    this.fault = fault;
  }
}

/** Fetches with a timeout of 30 seconds. */
export function fetchInTime(request: Request): Promise<Response> {
  return fetchWithin(request, TIMEOUT_MS);
}

export function fetchWithin(request: Request, milliseconds: number): Promise<Response> {
  const timeout = AbortSignal.timeout(milliseconds);
  return globalThis.fetch(request, { signal: anySignal(request.signal, timeout) });
}

/** `AbortSignal.any`, which browsers before 2024 do not have. */
export function anySignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [first, second]) {
    const abort = () => {
      controller.abort(signal.reason);
    };
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener('abort', abort);
  }
  return controller.signal;
}

/** Returns the error, as a `ConnectionError` if the connection caused it. */
export function withConnectionFault(error: unknown): unknown {
  // `fetch` reports every connection error as a TypeError.
  if (error instanceof TypeError) {
    return new ConnectionError(navigator.onLine ? 'unreachable' : 'offline', error);
  }
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? new ConnectionError('late', error)
    : error;
}

/** Whether the site responds at all: tells its outage from that of another site. */
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

/** The error of a site that does not respond. */
export function notReachable(): ConnectionError {
  return new ConnectionError(navigator.onLine ? 'unreachable' : 'offline', undefined);
}
