/** The upload of an export. `fetch` does not say how much of a body has gone. */
import { notReachable } from '../../shared/api/connection';
import { ApiError } from '../../shared/api/errors';
import { adminSession } from '../../shared/session/admin-session';

const ACCEPTED = 202;
const UNAUTHORIZED = 401;

export type Upload = {
  /** Resolves when the server has the file; rejects with the error, or with {@link Cancelled}. */
  done: Promise<void>;
  cancel: () => void;
};

/** Uploads an export, and calls `onSent` with the part of it that has gone, from 0 to 1. */
export function uploadExport(kind: string, file: File, onSent: (part: number) => void): Upload {
  const request = new XMLHttpRequest();
  const cancelling = new AbortController();
  const done = new Promise<void>((resolve, reject) => {
    const token = adminSession.token() ?? '';
    request.open('POST', `${window.location.origin}/api/admin/imports`);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onSent(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status === ACCEPTED) {
        resolve();
        return;
      }
      if (request.status === UNAUTHORIZED && adminSession.token() === token) {
        adminSession.expire();
      }
      reject(errorOf(request));
    });
    request.addEventListener('error', () => {
      reject(notReachable());
    });
    // At once: the browser tells of it only while the request is still going.
    cancelling.signal.addEventListener('abort', () => {
      request.abort();
      reject(new Cancelled());
    });
  });
  const form = new FormData();
  // Before the file, so that the server need not read that for a kind that it does not know.
  form.append('kind', kind);
  form.append('file', file, file.name);
  request.send(form);
  return {
    done,
    cancel: () => {
      cancelling.abort();
    },
  };
}

/** The end of an upload that somebody has cancelled. */
export class Cancelled extends Error {}

function errorOf(request: XMLHttpRequest): ApiError {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  const response = new Response(null, { status: request.status, headers });
  return ApiError.from(response, bodyOf(request.responseText));
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of a proxy, which says it in HTML.
    return null;
  }
}
