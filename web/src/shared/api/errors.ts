import { ConnectionError } from './connection';

/** Why the server refused, beside its sentence for people. */
type Details = {
  /** A message for each field that was refused. */
  fields?: Readonly<Record<string, string>>;
  /** After how many seconds to try again. */
  retryAfter?: number | undefined;
};

/** A refusal of the server. */
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

/** What people read when something failed: what the server says, else the product's own words. */
export function messageFor(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message !== ''
    ? error.message
    : connectionMessage(error, otherwise);
}

/** As `messageFor`, in the product's own words whatever the server says. */
export function connectionMessage(error: unknown, otherwise: string): string {
  // Where the browser knows nothing better, the product's words stand.
  return error instanceof ConnectionError && error.fault !== 'unreachable'
    ? error.message
    : otherwise;
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
