import { expect, it, vi } from 'vitest';

import { withConnectionFault } from './connection';
import { ApiError, connectionMessage, messageFor } from './errors';

it('reads the code, message, fields and retry delay of an error response', () => {
  const response = new Response(null, { status: 429, headers: { 'retry-after': '42' } });
  const code = 'code_sent_recently';
  const body = { success: false, code, message: 'Too soon', errors: { email: 'Taken', other: 1 } };
  const error = ApiError.from(response, body);
  expect(error).toMatchObject({ status: 429, code, message: 'Too soon', retryAfter: 42 });
  expect(error.fields).toEqual({ email: 'Taken' });
});

it('falls back to defaults for a response of another server', () => {
  const error = ApiError.from(new Response(null, { status: 502 }), '<html>');
  expect(error).toMatchObject({
    status: 502,
    code: undefined,
    message: '',
    fields: {},
    retryAfter: undefined,
  });
  expect(messageFor(error, 'It failed')).toBe('It failed');
});

it('reports the connection at the time of the error, not the present one', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const offline = withConnectionFault(new TypeError('Failed to fetch'));
  online.mockReturnValue(true);
  expect(messageFor(offline, 'It failed')).toBe(
    'You are offline. Check your connection and try again.',
  );
  const refused = new ApiError(500, 'Broken');
  online.mockReturnValue(false);
  expect(messageFor(refused, 'It failed')).toBe('Broken');
  expect(connectionMessage(refused, 'It failed')).toBe('It failed');
});
