import { expect, it } from 'vitest';

import { rewritten } from '../test/rewritten';

it.each([
  '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
  '<p>a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <code>f</code> x<sub>1</sub><sup>2</sup></p>',
  '<p><span class="ql-font-serif">a</span><span class="ql-font-monospace">b</span></p>',
  '<p><span class="ql-size-small">a</span><span class="ql-size-large">b</span><span class="ql-size-huge">c</span></p>',
  '<p><strong><span class="ql-size-huge">a</span></strong></p>',
  '<p><span style="color: rgb(230, 0, 0);">a</span><span style="background-color: rgb(255, 255, 0);">b</span></p>',
  '<p class="ql-align-center">a</p><p class="ql-align-right">b</p><h2 class="ql-align-justify">c</h2>',
  '<p class="ql-align-right ql-direction-rtl">a</p>',
  '<p class="ql-indent-1">a</p><p class="ql-indent-8">b</p>',
  '<blockquote><p>a</p><p class="ql-align-center">b</p></blockquote>',
  '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
  '<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li><li>e</li></ul>',
  '<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>',
  '<ul><li>a<ul><li class="ql-indent-1">b</li><li>c</li></ul></li></ul>',
  '<ol><li class="ql-indent-2">a</li><li>b</li></ol>',
  '<ul><li class="ql-align-right">a <strong>b</strong></li></ul>',
  '<pre><code class="language-rust">fn main() {\n    run();\n\n\tx  y\n}\n</code></pre>',
  '<pre><code>\n  first &lt;b&gt; &amp;amp;\n\n</code></pre>',
  '<pre><code class="language-c">a\n</code></pre><pre><code class="language-c">b\n</code></pre><pre><code>c\n</code></pre>',
  '<p><a href="https://example.org/a?b=1&amp;c#d" target="_blank" rel="noopener noreferrer">a</a></p>',
  '<p><a href="mailto:a@example.org" rel="noopener noreferrer">a</a> <a href="tel:+49123" rel="noopener noreferrer">b</a> <a href="/blog/x" rel="noopener noreferrer">c</a> <a href="#user-content-x" rel="noopener noreferrer">d</a></p>',
  '<p><img src="/media/0a1b.webp" alt="A b" height="480" width="640"></p>',
  '<p><img src="https://example.org/a.png">x<img src="data:image/png;base64,iVBORw0KGgo="></p>',
  '<p>a</p><iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://www.youtube.com/embed/abc-_1?start=3"></iframe><p>b</p>',
  '<iframe class="ql-align-center ql-video" frameborder="0" allowfullscreen="true" src="https://player.vimeo.com/video/123"></iframe>',
  '<p>a &nbsp;b</p><p>&nbsp;a &nbsp; c</p><p>10&nbsp;km</p><p>a <strong>&nbsp;b</strong></p>',
  '<p>a</p><p><br></p><p><br></p><p>b</p>',
  '<p>a<br>b<br><strong>c</strong></p>',
  '<h2 id="user-content-a">a</h2><p>b</p>',
  '<p>a <kbd>Ctrl</kbd> <mark>m</mark> <del>d</del></p>',
  '<p>a<sup id="user-content-fnref1"><a href="#user-content-fn1" rel="noopener noreferrer">1</a></sup></p><section class="footnotes"><ol><li id="user-content-fn1">x</li></ol></section>',
  '<blockquote class="callout callout-tip"><p>a</p><ul><li>b</li></ul></blockquote>',
  '<p>a <code class="language-math">x^2</code> b</p><pre><code class="language-math">y\n</code></pre>',
  '<p>a<sup class="footnote-ref"><a href="#user-content-fn-1" id="user-content-fnref-1" rel="noopener noreferrer">1</a></sup></p><section class="footnotes"><ol><li id="user-content-fn-1"><p>One <a href="#user-content-fnref-1" class="footnote-backref" rel="noopener noreferrer">↩</a></p></li></ol></section>',
  '<figure><img src="/media/a.webp" alt="b" width="3" height="2"><figcaption>c <em>d</em></figcaption></figure>',
  '<ol start="3" type="a" reversed=""><li value="5">a</li></ol><p lang="de" dir="auto" title="x">a <abbr title="b">c</abbr> <span lang="fr">d</span></p>',
  '<table><tbody><tr><th>a</th><td colspan="2">b</td></tr><tr><td><p>c</p><p>d</p></td><td></td><td rowspan="2"><ul><li>e</li></ul></td></tr></tbody></table>',
  '<table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td align="center">b</td></tr></tbody></table><p>c</p>',
  '<ol start="3"><li>a</li></ol><ul><li><p>a</p><pre><code>b\n</code></pre></li></ul>',
  '<hr><details open=""><summary>a</summary>b</details><dl><dt>a</dt><dd>b</dd></dl>',
  '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>',
  '<ul><li>a</li></ul><ul><li>b</li></ul>',
  '<p>😀 ü 漢字 &lt;script&gt; &amp;nbsp;</p>',
])('keeps %s after opening and saving', (html) => {
  expect(rewritten(html)).toBe(html);
});

it('keeps code blocks separated by empty boxes apart', () => {
  expect(rewritten('<div><pre>a\n</pre></div>\n<pre>b</pre><div></div><pre>c</pre>')).toBe(
    '<pre><code>a\n</code></pre><pre><code>b\n</code></pre><pre><code>c\n</code></pre>',
  );
});
