//! The texts of posts: cards in every form that Ghost keeps them in.

use proptest::prelude::*;

use super::super::addresses::Addresses;
use super::super::page::Page;
use super::super::{html, lexical, mobiledoc};
use super::{fixture, items_of};
use crate::moving::source::Source;

/// What is said about the cards of the post in finished HTML, in order.
pub(super) fn cards_of_html() -> [&'static str; 13] {
    [
        "A gallery became single pictures",
        "A bookmark became a link with its description",
        "An embedded page became a link, as this site embeds videos of YouTube and Vimeo alone",
        "A file became a link to its old address, as this site keeps pictures alone",
        "A recording became a link to its old address, as this site keeps pictures alone",
        "A video became a link to its old address, as this site keeps pictures alone (2 times)",
        "A product became a heading, a text and a link",
        "A header became a heading, a text and a link",
        "A form to sign up was left out: “Join us”",
        "A call to action became a text with a link",
        "A gist became a link",
        "A script was left out",
        "A card of the unknown kind “future” became text",
    ]
}

fn lines(html: &str) -> Vec<&str> {
    html.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn turns_the_cards_of_finished_html_into_what_they_mean() {
    let items = items_of("site");
    let expected = [
        "<p>Before the cards, with a link <a href=\"/second-post/\">inside</a> and <a href=\"https://example.org/?a=1&amp;b=2\">outside</a>.</p>",
        "<figure><img src=\"/content/images/2024/05/chart.png\" alt=\"A chart\"><figcaption>The <em class=\"italic\">chart</em></figcaption></figure>",
        "<p><a href=\"https://example.org/big\"><img src=\"https://pictures.example/far.jpg\" alt=\"\"></a></p>",
        "<p><img src=\"/content/images/2024/05/one.png\" alt=\"One\"></p><figure><a href=\"https://example.org/2\"><img src=\"/content/images/2024/06/two.png\" alt=\"Two\"></a><figcaption>Both</figcaption></figure>",
        "<p><a href=\"https://example.org/book\">A &amp; B</a> (The Press, Ann Author): What it is</p><p><em>Read it</em></p>",
        "<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe><p><em>A talk</em></p>",
        "<p><a href=\"https://codepen.io/team/embed/abc\">https://codepen.io/team/embed/abc</a></p>",
        "<blockquote class=\"twitter-tweet\"><p>Words <a href=\"https://t.co/x\">t.co</a></p></blockquote>",
        "<blockquote class=\"callout callout-warning\"><p>Mind <strong>this</strong></p></blockquote>",
        "<blockquote class=\"callout callout-note\"><p>🎉 Party</p></blockquote>",
        "<details><summary>Why?</summary><p>Because.</p></details>",
        "<p><a href=\"/start/\">Start</a></p>",
        "<pre><code class=\"language-rust\">fn main() { let a = 1 &lt; 2; }</code></pre><p><em>Main</em></p>",
        "<p><a href=\"/content/files/2024/05/paper.pdf\">The paper</a> (2 MB)</p><p>As printed</p>",
        "<p><a href=\"/content/media/2024/05/song.mp3\">The song</a></p>",
        "<p><a href=\"/content/media/2024/05/film.mp4\">film.mp4</a></p><p><em>The film</em></p>",
        "<h4>Lamp</h4><p><img src=\"/content/images/2024/05/one.png\" alt=\"\"></p><p>★★★☆☆</p><p>Bright</p><p><a href=\"https://shop.example/lamp\">Buy</a></p>",
        "<p><img src=\"/content/images/2024/06/two.png\" alt=\"\"></p><h2>Hello</h2><p>there</p><p><a href=\"https://example.org/go\">Go</a></p>",
        "<p>SPONSORED</p><p>Try it</p><p><a href=\"https://example.org/try\">Try</a></p>",
        "<p><a href=\"https://gist.github.com/ann/0123\">https://gist.github.com/ann/0123</a></p><div class=\"own\"><p><a href=\"/content/media/own.webm\">own.webm</a></p></div>",
        "<h3 id=\"notes\">Notes</h3><p>A note<sup class=\"footnote-ref\"><a href=\"#fn1\" id=\"fnref1\">[1]</a></sup></p><section class=\"footnotes\"><ol class=\"footnotes-list\"><li id=\"fn1\" class=\"footnote-item\"><p>The note <a href=\"#fnref1\" class=\"footnote-backref\">↩︎</a></p></li></ol></section>",
        "<div class=\"kg-card kg-future-card\"><p>Still here</p></div><hr>",
    ];
    for (line, expected) in lines(items.html("1")).into_iter().zip(expected) {
        assert_eq!(line, expected);
    }
    assert_eq!(lines(items.html("1")).len(), expected.len());
}

#[test]
fn writes_the_text_of_lexical() {
    let items = items_of("site");
    let expected = [
        "<p>Plain, <strong>bold</strong> <strong><em>both</em></strong> <code>x &lt; y</code><br><s>struck</s><u>under</u><sub>2</sub><sup>3</sup><mark>lit</mark></p>",
        "<p><a href=\"/second-post/\">own</a> <a href=\"https://example.org/?a=1&amp;b=2\">https://example.org/?a=1&amp;b=2</a></p>",
        "<h3>Heading &amp; more</h3>",
        "<blockquote><p>Quoted</p></blockquote><blockquote><p>Aside</p></blockquote>",
        "<ul><li>one<ol><li>inner</li></ol></li><li>two</li></ul>",
        "<ol start=\"4\"><li>four</li></ol>",
        "<ul><li data-list=\"checked\">done</li><li data-list=\"unchecked\">open</li></ul>",
        "<pre><code class=\"language-sql\">SELECT '&lt;a&gt;';\n</code></pre><p><em>The query</em></p>",
        "<figure><img src=\"/content/images/2024/05/chart.png\" alt=\"A &quot;chart&quot;\"><figcaption>Caption</figcaption></figure>",
        "<p><img src=\"/content/images/2024/05/one.png\" alt=\"One\"></p><figure><a href=\"https://example.org/2\"><img src=\"/content/images/2024/06/two.png\" alt=\"\"></a><figcaption>Both</figcaption></figure>",
        "<p><a href=\"https://example.org/book\">A &amp; B</a> (The Press, Ann Author): What it is</p><p><em>Read it</em></p>",
        "<iframe src=\"https://player.vimeo.com/video/76979871\"></iframe><p><em>A talk</em></p>",
        "<p><a href=\"https://codepen.io/team/pen/abc\">A pen</a></p>",
        "<blockquote class=\"twitter-tweet\"><p>Words</p></blockquote>\n",
        "<blockquote class=\"callout callout-tip\"><p dir=\"ltr\">Mind <strong>this</strong></p></blockquote>",
        "<blockquote class=\"callout callout-caution\"><p>Red</p></blockquote>",
        "<details><summary>Why?</summary><p>Because.</p></details>",
        "<p><a href=\"/start/\">Start</a></p>",
        "<table><tr><td>1</td></tr></table>",
        "<ul>\n<li><em>one</em></li>\n<li>two</li>\n</ul>",
        "<hr>",
        "<p><a href=\"/content/files/2024/05/paper.pdf\">paper.pdf</a> (3 KB)</p>",
        "<p><a href=\"/content/media/2024/05/song.mp3\">The song</a></p>",
        "<p><a href=\"/content/media/2024/05/film.mp4\">film.mp4</a></p><p><em>The film</em></p>",
        "<h4>Lamp</h4><p><img src=\"/content/images/2024/05/one.png\" alt=\"\"></p><p>★★★☆☆</p><p>Bright</p><p><a href=\"https://shop.example/lamp\">Buy</a></p>",
        "<h2>Hello</h2><p>there</p><p><a href=\"https://example.org/go\">Go</a></p>",
        "<p>SPONSORED</p><p>Try it</p><p><a href=\"https://example.org/try\">Try</a></p>",
        "<p>Still here</p>",
    ];
    let mut rest = items.html("2");
    for expected in expected {
        let after = rest.strip_prefix(expected);
        rest = after.unwrap_or_else(|| panic!("{expected}\nis not at\n{rest}"));
    }
    assert_eq!(rest, "");
    let notes = items
        .text("2")
        .changes
        .iter()
        .filter(|change| change.field == "text");
    assert_eq!(
        notes.map(|note| note.reason.as_str()).collect::<Vec<_>>(),
        [
            "A gallery became single pictures",
            "A bookmark became a link with its description",
            "An embedded page became a link, as this site embeds videos of YouTube and Vimeo alone",
            "A part that was in emails alone was left out (3 times)",
            "A file became a link to its old address, as this site keeps pictures alone",
            "A recording became a link to its old address, as this site keeps pictures alone",
            "A video became a link to its old address, as this site keeps pictures alone",
            "A product became a heading, a text and a link",
            "A header became a heading, a text and a link",
            "A form to sign up was left out: “Join us”",
            "A call to action became a text with a link",
            "A list that Ghost makes anew at each visit was left out",
            "A card of the unknown kind “future” was left out",
            "A part of the unknown kind “column” became text",
        ]
    );
}

#[test]
fn writes_the_text_of_mobiledoc() {
    let items = items_of("site");
    let html = items.html("3");
    let (before, after) = html.split_once("<table>").unwrap();
    assert_eq!(
        before,
        concat!(
            "<p>Plain <strong>bold <em>both</em></strong> &amp; <a href=\"https://example.org/?a=1&amp;b=2\">link</a><br><code>a&lt;b</code></p>",
            "<h2>Heading</h2><blockquote><p>Quoted</p></blockquote><blockquote><p>Aside</p></blockquote>",
            "<ul><li>one</li><li><strong>two</strong></li></ul><ol><li>first</li></ol>",
            "<figure><img src=\"/content/images/2024/05/chart.png\" alt=\"A chart\"><figcaption>Caption</figcaption></figure>",
            "<pre><code class=\"language-python\">print('&lt;')</code></pre>",
        )
    );
    let (table, after) = after.split_once("</table>").unwrap();
    assert!(
        table.contains("<th>a</th>") && table.contains("<td>2</td>"),
        "{table}"
    );
    assert_eq!(
        after,
        concat!(
            "<hr><p><img src=\"/content/images/2024/05/one.png\" alt=\"\"></p>",
            "<p><a href=\"https://example.org/book\">A &amp; B</a></p>",
            "<p><img src=\"/content/images/2024/06/two.png\" alt=\"\"></p>",
        )
    );
    assert!(
        items
            .text("3")
            .changes
            .iter()
            .any(|change| { change.reason == "A card that the text does not describe was left out" })
    );
}

#[test]
fn keeps_code_tables_and_formulas() {
    let items = items_of("site");
    let html = items.html("21");
    for language in ["rust", "python", "javascript", "go", "sql", "bash"] {
        assert!(
            html.contains(&format!("<pre><code class=\"language-{language}\">")),
            "{language}"
        );
    }
    assert!(html.contains("let a = &amp;b;") && html.contains("a =&gt; b"));
    assert!(html.ends_with("</table><p>$$x^2$$</p>"), "{html}");
}

fn written(html: &str) -> Page {
    let source = Source::open(&fixture("v1.json")).unwrap();
    let mut page = Page::default();
    html::write(html, &Addresses::new(&source), &mut page);
    page
}

#[test]
fn finds_what_is_not_for_everybody_in_every_spelling() {
    for html in [
        "a<!--members-only-->b",
        "a<!-- Members-Only -->b",
        "<p>a<!--kg-gated-block:begin nonMember:false memberSegment:\"\" -->b<!--kg-gated-block:end-->",
        "<!--kg-gated-block:begin memberSegment:\"status:free\" -->b",
        "<script><!--members-only--></script>",
    ] {
        assert!(written(html).restriction.is_some(), "{html}");
    }
    for html in [
        "<p>&lt;!--members-only--&gt;</p>",
        "<!--kg-card-begin: html-->",
        "<!--kg-gated-block:begin nonMember:true memberSegment:\"\" -->b",
        "members-only",
        "<!---->",
    ] {
        assert_eq!(written(html).restriction, None, "{html}");
    }
}

#[test]
fn takes_time_in_proportion_to_the_length() {
    for html in [
        "<div class=\"kg-card kg-toggle-card\">".repeat(20_000) + &"</div>".repeat(20_000),
        "<figure class=\"kg-card kg-gallery-card\">".to_owned()
            + &"<img src=a>".repeat(100_000)
            + "</figure>",
        "<b>".repeat(200_000) + &"</i>".repeat(200_000),
        "<a b".repeat(200_000),
        "<video>".repeat(100_000) + &"</video>".repeat(100_000),
        "<!--".repeat(200_000),
    ] {
        written(&html);
    }
}

proptest! {
    #[test]
    fn never_panics_at_any_html(html in "(<|</|>|\"|=| |div|figure|class|kg-|image|callout|-card|img|src|a|<!--|-->|é){0,60}") {
        written(&html);
    }

    #[test]
    fn never_panics_at_any_document(text in "(\\{|\\}|\\[|\\]|,|:|1|10|99|\"type\"|\"children\"|\"root\"|\"sections\"|\"cards\"|\"list\"|\"text\"|\"p\"){0,60}") {
        let mut page = Page::default();
        let _ = lexical::write(&text, &mut page);
        let _ = mobiledoc::write(&text, &mut page);
    }

    #[test]
    fn never_panics_at_any_tree(number in 0_u64..12, other in any::<u64>(), kind in "[a-z-]{0,12}") {
        let mut page = Page::default();
        let sections = format!("{{\"cards\": [[\"{kind}\", null]], \"markups\": [[\"b\"]], \"sections\": [[{number}, {other}, [[{other}, [0], {other}, 0]]], [{number}, 0, 0], [10, 0]]}}");
        mobiledoc::write(&sections, &mut page).unwrap();
        let tree = format!("{{\"root\": {{\"children\": [{{\"type\": \"{kind}\", \"children\": [{{\"type\": \"list\", \"children\": [1, null, {{}}]}}]}}, {{\"type\": \"{kind}\"}}]}}}}");
        lexical::write(&tree, &mut page).unwrap();
    }
}
