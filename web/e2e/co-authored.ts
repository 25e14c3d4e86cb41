/** Posts with several authors. */
import { PASSWORD } from './accounts';

type Summary = { _id: string; slug: string };

/** The category and the tags of each are their own: none is related to another, whose count of views would change. */
const CATEGORIES = ['Other', 'Cybersecurity', 'Mobile Development'];

/**
 * Publishes posts of two, of three and of all of these administrators, whose addresses are their names at example.org.
 * Returns the paths of the posts.
 */
export async function publishWithAuthors(
  site: string,
  names: readonly string[],
): Promise<string[]> {
  const call = async <Body>(method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${site}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return (await response.json()) as Body;
  };
  const { token } = await call<{ token: string }>('POST', '/admin/login', {
    email: `${names[0] ?? ''}@example.org`,
    password: PASSWORD,
  });
  const team = await call<{ authors: { id: string; username: string }[] }>(
    'GET',
    '/admin/authors',
    undefined,
    token,
  );
  const ids = names.map((name) => team.authors.find(({ username }) => username === name)?.id ?? '');
  const paths: string[] = [];
  for (let count = 2; count <= names.length; count += 1) {
    const input = {
      title: `Written by ${count} together`,
      content: '<p>Words of several authors.</p>',
      category: CATEGORIES[count - 2] ?? 'Other',
      tags: [`written-by-${count}`],
      featuredImage: `${site}/icon-512.png`,
      status: 'published',
    };
    const { blog: post } = await call<{ blog: Summary }>('POST', '/blogs/create', input, token);
    await call('PUT', `/blogs/${post._id}/authors`, { authors: ids.slice(0, count) }, token);
    paths.push(`/blog/${post.slug}`);
  }
  return paths;
}
