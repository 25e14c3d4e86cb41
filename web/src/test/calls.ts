import { http, HttpResponse, type JsonBodyType } from 'msw';

type Method = 'get' | 'put' | 'patch' | 'delete';
type Call = { url: URL; body: unknown; authorization: string | null };

/** A handler that answers a call, and what it was called with. */
export function calls(method: Method, path: string, body: JsonBodyType, status = 200) {
  const made: Call[] = [];
  const handler = http[method](`*/api${path}`, async ({ request }) => {
    const text = await request.text();
    made.push({
      url: new URL(request.url),
      body: text === '' ? undefined : JSON.parse(text),
      authorization: request.headers.get('authorization'),
    });
    return HttpResponse.json(body, { status });
  });
  return { handler, made };
}
