import { http, HttpResponse, type JsonBodyType } from 'msw';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type ReceivedRequest = { url: URL; body: unknown; authorization: string | null };

/** Returns a request handler and the requests that it received, an array that grows. */
export function recordRequests(method: Method, path: string, body: JsonBodyType, status = 200) {
  const requests: ReceivedRequest[] = [];
  const handler = http[method](`*/api${path}`, async ({ request }) => {
    const text = await request.text();
    requests.push({
      url: new URL(request.url),
      body: text === '' ? undefined : JSON.parse(text),
      authorization: request.headers.get('authorization'),
    });
    return HttpResponse.json(body, { status });
  });
  return { handler, requests };
}
