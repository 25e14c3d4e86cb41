import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

import type { ErrorCode } from '../shared/api/types';

type ErrorInit = { errors?: Record<string, string>; headers?: Record<string, string> };

/** Starts a mock API for the tests of a file; it responds 404 to requests without a handler. */
export function apiServer() {
  const unknown = http.all('*/api/*', () =>
    HttpResponse.json({ success: false, code: 'not_found' }, { status: 404 }),
  );
  const server = setupServer(unknown);
  beforeAll(() => {
    server.listen();
  });
  afterEach(() => {
    server.resetHandlers();
  });
  afterAll(() => {
    server.close();
  });

  function get(path: string, body: JsonBodyType) {
    server.use(http.get(`*/api${path}`, () => HttpResponse.json(body)));
  }

  /** Handles POST requests; returns the bodies of the requests received, an array that grows. */
  function post(path: string, body: JsonBodyType, init: ResponseInit = {}): unknown[] {
    const sent: unknown[] = [];
    server.use(
      http.post(`*/api${path}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(body, init);
      }),
    );
    return sent;
  }

  /** Rejects POST requests with an error; `code` is that of the server for this situation. */
  function refuse(
    path: string,
    status: number,
    code: ErrorCode,
    message: string,
    init: ErrorInit = {},
  ): unknown[] {
    const { errors = null, headers = {} } = init;
    return post(path, { success: false, code, message, errors }, { status, headers });
  }

  return { get, post, refuse, use: server.use.bind(server) };
}
