import { ConnectionError } from './connection';
import type { ErrorCode } from './types';

/** The details of an error response, beside its message. */
type Details = {
  /** The stable name of the error. A response of another server has none. */
  code?: string | undefined;
  /** A message for each invalid field. */
  fields?: Readonly<Record<string, string>>;
  /** The delay before the next try, in seconds. */
  retryAfter?: number | undefined;
};

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, { code, fields = {}, retryAfter }: Details = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  static from({ status, headers }: Response, body: unknown): ApiError {
    const { code, message, errors } = propertiesOf(body);
    return new ApiError(status, textOf(message) ?? '', {
      code: textOf(code),
      fields: fieldsOf(errors),
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

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function propertiesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(errors: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(propertiesOf(errors)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number.parseInt(header ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}
