import { ConnectionError } from './connection';

/** The details of an error response, beside its message. */
type Details = {
  /** A message for each invalid field. */
  fields?: Readonly<Record<string, string>>;
  /** The delay before the next try, in seconds. */
  retryAfter?: number | undefined;
};

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, { fields = {}, retryAfter }: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  static from({ status, headers }: Response, body: unknown): ApiError {
    return new ApiError(status, messageIn(body) ?? '', {
      fields: fieldsIn(body),
      retryAfter: secondsIn(headers.get('retry-after')),
    });
  }
}

/** Returns the message for users: that of the server, else of the connection, else `fallback`. */
export function messageFor(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== ''
    ? error.message
    : connectionMessage(error, fallback);
}

/** `messageFor` without the server's message. */
export function connectionMessage(error: unknown, fallback: string): string {
  // `unreachable` says no more than the product's own text.
  return error instanceof ConnectionError && error.fault !== 'unreachable'
    ? error.message
    : fallback;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function messageIn(body: unknown): string | undefined {
  if (
    typeof body === 'object' &&
    body !== null &&
    'message' in body &&
    typeof body.message === 'string'
  ) {
    return body.message;
  }
  return undefined;
}

function fieldsIn(body: unknown): Record<string, string> {
  if (
    typeof body === 'object' &&
    body !== null &&
    'errors' in body &&
    typeof body.errors === 'object' &&
    body.errors !== null
  ) {
    const entries: [string, unknown][] = Object.entries(body.errors);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }
  return {};
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number.parseInt(header ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}
