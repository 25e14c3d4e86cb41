/** An article with every kind of content that authors use. */
import { readFileSync } from 'node:fs';

import type { APIRequestContext } from '@playwright/test';

import { adminToken } from './people';
import { expect } from './site';

const PICTURE = `data:image/png;base64,${readFileSync(new URL('../public/icon-512.png', import.meta.url), 'base64')}`;

const CODE = {
  rust: `/// Adds what is given.
#[derive(Debug)]
pub struct Sum { total: u64 }

fn main() {
    let words = vec!["one", "two"];
    println!("{} of {}", words.len(), 2.5 + 0xff as f64);
}`,
  html: `<!doctype html>
<style>.card:hover > a { color: #123456; margin: 0 auto !important; }</style>
<a class="card" href="/somewhere">A link &amp; more</a>
<script>const answer = (x) => /[a-z]+/.test(\`\${x}\`) && null;</script>`,
  diff: `--- a/file
+++ b/file
@@ -1,2 +1,2 @@
-removed
+added`,
  yaml: `# A comment
name: "build"
on: [push]
retries: 3
enabled: true`,
  bash: `# A comment
for name in "$@"; do
  echo "\${name%.txt}" | grep -c 'x' >> out.log
done`,
};

const blocks = Object.entries(CODE).map(
  ([language, code]) =>
    `<pre><code class="language-${language}">${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
);

/** Returns the content of the article with its image at the address `picture`. */
export const fullArticleContent = (picture: string) => `
<p>Plain words with <strong>strong</strong>, <em>soft</em>, <s>old</s>, <mark>marked</mark> and
<code>inline code</code>, and <a href="https://example.org/">a link</a>.</p>
<h2>First part</h2>
<p><span style="color: rgb(230, 0, 0)">Words in the red of the editor</span>, and
<span style="background-color: rgb(255, 255, 0)">words on its yellow</span>.</p>
<blockquote><p>Somebody said so.</p></blockquote>
<h3>Below it</h3>
<ul><li>One</li><li>Another<ol><li>Inside</li></ol></li></ul>
<p><img src="${picture}" alt="The mark of the site"></p>
<h2>Second part</h2>
<table><thead><tr><th>Name</th><th>Size</th></tr></thead>
<tbody><tr><td>first</td><td>1</td></tr></tbody></table>
<hr>
<h2>Code</h2>
${blocks.join('\n')}
`;

/** Publishes the article with its content repeated `times` times, and returns its id. */
export async function publishFullArticle(
  request: APIRequestContext,
  adminEmail: string,
  title: string,
  times = 1,
): Promise<string> {
  const token = await adminToken(request, adminEmail);
  const created = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title,
      content: fullArticleContent(PICTURE).repeat(times),
      category: 'Other',
      tags: ['audits', 'colours'],
      featuredImage: PICTURE,
      status: 'published',
    },
  });
  expect(created.status()).toBe(201);
  const { blog: post } = (await created.json()) as { blog: { _id: string } };
  return post._id;
}
