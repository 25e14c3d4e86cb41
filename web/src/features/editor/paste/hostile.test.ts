import { expect, it } from 'vitest';

import { parseHtml } from '../html/tree';
import { readClipboard } from './read-clipboard';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)>#x">',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img class="emoji" alt="<img src=x onerror=alert(1)>">',
  '<img src="https://example.org/a.png" alt="&quot;><script>alert(1)</script>" onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/embed/abc" onload=alert(1) srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="&#x6a;avascript:alert(1)">a</a>',
  '<a href=" java\nscript:alert(1)">a</a>',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="https://www.google.com/url?q=javascript:alert(1)">a</a>',
  '<a href="https://www.google.com/url?q=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Djavascript%3Aalert(1)">a</a>',
  '<a href="https://example.org" ping="https://evil.example" onclick="alert(1)" style="background:url(javascript:alert(1))">a</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><p>a</p>',
  '<base href="https://evil.example/"><a href="a">a</a>',
  '<form action="https://evil.example"><input name=x value=a><button formaction="javascript:alert(1)">b</button></form>',
  '<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>',
  '<link rel=stylesheet href="https://evil.example/x.css"><p>a</p>',
  '<style>@import "https://evil.example/x.css";</style><p style="background: url(https://evil.example/x); position: fixed">a</p>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><style></math><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<math><semantics><annotation encoding="application/x-tex"><img src=x onerror=alert(1)>&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;</annotation></semantics></math>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte mso 9]><script>alert(1)</script><![endif]--><p class=MsoNormal>a</p>',
  '<![CDATA[<script>alert(1)</script>]]><p>a</p>',
  '<ruby onclick=alert(1)>a<rt><script>alert(1)</script><img src=x onerror=alert(1)></rt></ruby>',
  '<pre><code class="language-x&quot; onclick=&quot;alert(1)">&lt;/code&gt;<img src=x onerror=alert(1)></code></pre>',
  '<code class="language-math"><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a></code>',
  '<sup class="footnote-ref"><a href="javascript:alert(1)" onclick=alert(1)>1</a></sup>',
  '<section class="footnotes"><ol><li id="x&quot;onclick=alert(1)"><script>alert(1)</script><p onclick=alert(1)>a</p></li></ol></section>',
  '<sup><a href="#fn-&lt;img&gt;">1</a></sup><section class="footnotes"><ol><li id="fn-<img>"><p>a<img src=x onerror=alert(1)></p></li></ol></section>',
  '<p data-pm-slice="0 0 []" onclick=alert(1)>a<script>alert(1)</script><svg onload=alert(1)></svg></p>',
  '<p class="ql-align-center"><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></p>',
  '<b id="docs-internal-guid-1"><p><span style="font-size:26pt" onclick=alert(1)>a</span><svg onload=alert(1)></p></b>',
  '<!-- notionvc: 1 --><aside onclick=alert(1)>💡 <img src=x onerror=alert(1)></aside>',
  '<span data-stringify-type="emoji" data-stringify-emoji="<img src=x onerror=alert(1)>"></span>',
  '<ts-mention data-label="<script>alert(1)</script>"></ts-mention>',
  '<img data-canonical-src="javascript:alert(1)" src="https://camo.githubusercontent.com/a" onerror=alert(1)>',
  '<table><tr><td onclick=alert(1) align="x onclick=alert(1)">a<script>alert(1)</script></td><td>b</td></tr></table>',
  '<details ontoggle=alert(1) open><summary onclick=alert(1)>a</summary><script>alert(1)</script></details>',
  '<marquee onstart=alert(1)>a</marquee><video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<div style="white-space:pre;font-family:monospace"><div><img src=x onerror=alert(1)></div><div>b</div></div>',
  '<pre style="font-family:monospace"><img src=x onerror=alert(1)></pre>',
  '<x-y onclick=alert(1)><p is="evil" onfocus=alert(1) tabindex=0 autofocus contenteditable>a</p></x-y>',
];

const DANGEROUS =
  'script, style, svg, math, object, embed, form, input, button, base, meta, link, template, noscript, textarea, ' +
  'iframe:not([src^="https://www.youtube.com/embed/"]), [srcdoc], [is], [autofocus], [contenteditable]';

it.each(PAYLOADS)('makes %s harmless', (payload) => {
  const html = `<p>before</p>${payload}<p>after</p>`;
  for (const source of [payload, html, `<!--StartFragment-->${html}<!--EndFragment-->`]) {
    const pasted = readClipboard({ html: source, text: '', editorData: '' });
    if (pasted.kind === 'html') {
      expectHarmless(pasted.html);
    }
  }
});

it('reads HTML without running or loading it', () => {
  const appended = document.documentElement.outerHTML;
  readClipboard({ html: PAYLOADS.join(''), text: '', editorData: '' });
  expect(document.documentElement.outerHTML).toBe(appended);
});

/** Also after it was parsed again twice, as mutation XSS needs. */
function expectHarmless(html: string): void {
  let source = html;
  for (let round = 0; round < 3; round++) {
    const root = parseHtml(source);
    expect([...root.querySelectorAll(DANGEROUS)].map((element) => element.outerHTML)).toEqual([]);
    const attributes = [...root.querySelectorAll('*')].flatMap((element) => [
      ...element.attributes,
    ]);
    for (const { name, value } of attributes) {
      expect(name).not.toMatch(/^on|^ping$|^formaction$/u);
      expect(`${name}: ${value}`).not.toMatch(
        /^(?:href|src|cite): (?!https?:|mailto:|tel:|#|\/(?!\/)|data:image\/(?:png|gif|jpeg|webp))/u,
      );
      expect(`${name}: ${value}`).not.toMatch(/^style:.*(?:url|expression|position)/u);
    }
    source = root.innerHTML;
  }
  expect(parseHtml(html).innerHTML).toBe(html);
}
