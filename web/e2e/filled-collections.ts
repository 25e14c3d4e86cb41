/** Tags and series with all that their pages can show. */

/** Makes a series of posts of the site, and describes a tag and the administrator. Returns the paths of their pages. */
export async function filledCollections(site: string, token: string): Promise<string[]> {
  const call = async <Body>(method: string, path: string, body: object): Promise<Body> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${site}/api${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return (await response.json()) as Body;
  };
  const { series } = await call<{ series: { _id: string; slug: string } }>('POST', '/series', {
    title: 'Work that lasts',
    description: 'Posts that are read one after the other.',
  });
  const posts = ['sqlite-is-enough', 'honest-baselines', 'flaky-tests-are-bugs'];
  for (const post of posts) {
    await call('PUT', `/blogs/${post}/series`, { series: series._id });
  }
  await call('PATCH', '/tags/testing', {
    description: 'How to know that it works.',
    cover: `${site}/icon-512.png`,
  });
  const { author } = await call<{ author: { slug: string } }>('PUT', '/admin/settings/author', {
    bio: 'Looks after this site.\nAnd writes.',
    socialLinks: { website: 'https://example.org/root', github: 'https://github.com/root' },
  });
  return [
    `/series/${series.slug}`,
    ...posts.map((post) => `/blog/${post}`),
    '/tag/testing',
    `/author/${author.slug}`,
  ];
}
