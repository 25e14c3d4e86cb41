use std::collections::HashMap;

use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use super::{RENDERER_VERSION, Size, render_article, render_if_images_stored, render_with_images};
use crate::content::sanitise;
use crate::domain::diagram::{ColourScheme, drawing_hash};
use crate::domain::post::{Heading, RenderedArticle};

/// The SHA-256 of the rendered [`every_element`] for each version of the renderer, oldest first.
const OUTPUTS: [(u32, &str); 3] = [
    (
        1,
        "18c25acf0b1e30364987bd78968ab482502927f803d9fd16aa371900c6988337",
    ),
    (
        2,
        "00aff0ebb8fb14ac567ba3b64bf0d6bbcce32ad7191110c1dae0125718c59015",
    ),
    (
        3,
        "37993fc7d71690db3091d75533fbb10ee2ac9e304a0f7cf81699503ed8507e5f",
    ),
];

/// Returns a text with every element that the renderer treats specially.
fn every_element() -> String {
    sanitise(
        "<h1>A title</h1><h2>Setup</h2><p>Some <em>words</em> with <a href=\"https://example.org\">a link</a>.</p>\
         <h2>Setup</h2><h3 id=\"own\">With an id</h3><h4></h4>\
         <pre><code class=\"language-rust\">fn main() { let x = \"a &lt; b\"; } // done\n</code></pre>\
         <pre class=\"language-nothing\">plain</pre><pre>two\nlines</pre>\
         <table><caption>Numbers</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>\
         <figure><img src=\"/media/stored.webp\" alt=\"A chart\"><figcaption>A caption</figcaption></figure>\
         <p>Beside <img src=\"https://example.org/icon.png\" width=\"16\" height=\"16\"> text</p>\
         <p><img src=\"https://example.org/a.png\"></p><a href=\"/\"><img src=\"https://example.org/b.png\"></a>\
         <iframe src=\"https://www.youtube.com/embed/abcdefghijk\" title=\"A talk\"></iframe>\
         <video src=\"https://example.org/a.mp4\"></video>\
         <p style=\"color: #123456; background-color: white\">Coloured <span style=\"color: red\">text</span></p>\
         <ul><li>one<ol><li>two</li></ol></li></ul><blockquote><p>Quoted</p></blockquote><hr><p>日本 العربية 🙂</p>\
         <blockquote class=\"callout callout-note\"><p>Noted</p></blockquote>\
         <p>With <code class=\"language-math\">x^2 &lt; y</code></p>\
         <pre><code class=\"language-math\">\\frac{1}{2}\n</code></pre>\
         <pre><code class=\"language-mermaid\">pie title Pets\n\"a\": 1</code></pre>\
         <pre><code class=\"language-mermaid\">pie title Not drawn\n\"a\": 1</code></pre>",
    )
    .unwrap()
}

#[test]
fn a_change_of_the_output_raises_the_version() {
    let size = Size {
        width: 800,
        height: 600,
    };
    let drawings = ColourScheme::ALL.map(|scheme| drawing_hash("pie title Pets\n\"a\": 1", scheme));
    let rendered = render_article(&every_element(), &|address| {
        let is_stored = address == "/media/stored.webp" || drawings.iter().any(|hash| address.contains(hash));
        is_stored.then_some(size)
    });
    let hash = hex::encode(Sha256::digest(
        rendered.html + &serde_json::to_string(&rendered.headings).unwrap(),
    ));
    assert_eq!(
        OUTPUTS.last(),
        Some(&(RENDERER_VERSION, hash.as_str())),
        "the output of the renderer changed: raise RENDERER_VERSION, and append it with this hash to OUTPUTS"
    );
    for (index, (version, _)) in OUTPUTS.iter().enumerate() {
        assert_eq!(*version as usize, index + 1);
    }
}

#[test]
fn renders_only_with_the_sizes_of_all_stored_images() {
    let html = "<p><img src=\"/media/a.webp\"><img src=\"/media/b.webp\"><img src=\"https://example.org/c.png\"></p>";
    let size = Size {
        width: 30,
        height: 20,
    };
    let mut sizes = HashMap::from([("a".to_owned(), size)]);
    assert_eq!(render_if_images_stored(html, &sizes), None);
    sizes.insert("b".to_owned(), size);
    let rendered = render_if_images_stored(html, &sizes).unwrap();
    assert_eq!(
        rendered.html.matches("width=\"30\"").count(),
        2,
        "{}",
        rendered.html
    );
    assert_eq!(rendered, render_with_images(html, &sizes));
}

fn rendered(html: &str) -> RenderedArticle {
    render_article(html, &|_| None)
}

fn assert_renders(html: &str, expected: &str) {
    assert_eq!(rendered(html).html, expected, "{html}");
}

fn ids(html: &str) -> Vec<String> {
    rendered(html)
        .headings
        .into_iter()
        .map(|heading| heading.id)
        .collect()
}

#[test]
fn lists_headings_with_ids_derived_from_their_text() {
    let heading = |id: &str, text: &str, level| Heading {
        id: id.to_owned(),
        text: text.to_owned(),
        level,
    };
    assert_eq!(
        rendered("<h2>What’s\n <em>new</em>?</h2><p>x</p><h3>C++ &amp; Rust</h3>").headings,
        [
            heading("whats-new", "What’s new?", 2),
            heading("c-rust", "C++ & Rust", 3)
        ]
    );
}

#[test]
fn generates_ids_distinct_from_each_other_the_authors_and_the_pages() {
    assert_eq!(
        ids("<h2>Setup</h2><h2>Setup</h2><h2>Comments</h2><p id=\"usage\">x</p><h2>Usage</h2>"),
        ["setup", "setup-2", "comments-2", "usage-2"]
    );
    assert_eq!(ids("<h2>a 2</h2><h2>a</h2><h2>a</h2>"), ["a-2", "a", "a-3"]);
}

#[test]
fn keeps_an_authors_id_for_the_first_heading_that_has_it() {
    assert_eq!(
        ids("<h2 id=\"user-content-start\">Start</h2>"),
        ["user-content-start"]
    );
    assert_eq!(ids("<h2 id=\"a\">One</h2><h2 id=\"a\">Two</h2>"), ["a", "two"]);
    assert_eq!(
        ids("<p id=\"a\">x</p><h2 id=\"a\">One</h2><h2 id=\"\">Two</h2>"),
        ["one", "two"]
    );
}

#[test]
fn lowers_all_headings_when_the_author_used_the_first_level() {
    let text = rendered("<h1 class=\"ql-align-center\">A</h1><h2>B</h2><h6>C</h6>");
    let levels: Vec<u8> = text.headings.iter().map(|heading| heading.level).collect();
    assert_eq!(levels, [2, 3, 6]);
    assert!(
        text.html
            .contains("<h2 class=\"ql-align-center\" id=\"a\">A</h2>")
    );
    assert!(!text.html.contains("h1"), "{}", text.html);
}

#[test]
fn puts_an_anchor_beside_its_heading() {
    assert_renders(
        "<h2>Größe</h2>",
        "<div class=\"heading-line heading-line-2\"><h2 id=\"größe\">Größe</h2><a class=\"heading-anchor\" \
         href=\"#gr%C3%B6%C3%9Fe\" aria-label=\"Link to “Größe”\">#</a></div>",
    );
}

#[test]
fn adds_no_anchor_to_a_heading_in_a_link() {
    assert_renders(
        "<a href=\"/blog/a\"><h3>A</h3></a>",
        "<a href=\"/blog/a\"><div class=\"heading-line heading-line-3\"><h3 id=\"a\">A</h3></div></a>",
    );
}

#[test]
fn skips_empty_headings() {
    assert_eq!(ids("<h2> </h2><h2><img src=\"/media/a.webp\"></h2>").len(), 0);
}

#[test]
fn adds_a_header_with_the_language_to_code() {
    assert_renders(
        "<pre><code class=\"language-Rust\">fn a() {}\n</code></pre><pre>b &lt; c</pre>",
        "<div class=\"code-block\"><div class=\"code-header\"><span class=\"code-language\">Rust</span>\
         <button type=\"button\" class=\"code-copy\" aria-label=\"Copy code\" title=\"Copy code\"></button></div>\
         <pre class=\"scroller\" data-label=\"Code 1, Rust\"><code class=\"language-Rust\">fn a() {}\n</code></pre></div>\
         <div class=\"code-block\"><div class=\"code-header\">\
         <button type=\"button\" class=\"code-copy\" aria-label=\"Copy code\" title=\"Copy code\"></button></div>\
         <pre class=\"scroller\" data-label=\"Code 2\">b &lt; c</pre></div>",
    );
}

#[test]
fn reads_the_language_from_the_block_or_from_its_code() {
    for html in [
        "<pre class=\"language-go\">x</pre>",
        "<pre><code class=\"language-go\">x</code></pre>",
    ] {
        assert!(
            rendered(html).html.contains("data-label=\"Code 1, Go\""),
            "{html}"
        );
    }
}

#[test]
fn keeps_the_first_line_break_of_code() {
    let html = rendered("<pre>\n\na</pre>").html;
    assert!(html.contains(">\n\na</pre>"), "{html}");
    assert!(rendered("<pre>\na</pre>").html.contains(">a</pre>"));
}

#[test]
fn wraps_tables_in_labelled_scrollers() {
    assert_renders(
        "<table><caption> Prices </caption><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table>",
        "<div class=\"table-scroller scroller\" data-label=\"Prices\"><table><caption> Prices </caption><tbody><tr><td>\
         <table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table></div>",
    );
    assert!(
        rendered("<table><tbody><tr><td>a</td></tr></tbody></table>")
            .html
            .contains("data-label=\"Table 1\"")
    );
}

#[test]
fn keeps_only_videos_of_known_players() {
    assert_renders(
        "<iframe class=\"ql-video\" src=\"https://www.youtube.com/embed/abc\"></iframe>\
         <iframe src=\"https://www.youtube.com.evil.example/embed/abc\"></iframe><iframe></iframe>",
        "<iframe class=\"ql-video video\" src=\"https://www.youtube.com/embed/abc\" loading=\"lazy\" \
         allow=\"fullscreen; picture-in-picture; encrypted-media\" title=\"Video\"></iframe>",
    );
}

#[test]
fn passes_single_colours_to_the_theme() {
    assert_renders(
        "<p><span style=\"color: rgb(0, 0, 0)\">ink</span><span class=\"ql-size-huge\" style=\"background-color: #ff0\">m</span></p>",
        "<p><span style=\"--written-colour: rgb(0, 0, 0)\" class=\"is-coloured\">ink</span>\
         <span class=\"ql-size-huge is-marked\" style=\"background-color: #ff0; --marker-colour: #ff0\">m</span></p>",
    );
    let both = "<p><span style=\"color: rgb(0, 0, 0); background-color: yellow\">both</span></p>";
    assert_renders(both, both);
    assert_renders(
        "<table><tbody><tr><td style=\"text-align: right; color: red\">a</td></tr></tbody></table>",
        "<div class=\"table-scroller scroller\" data-label=\"Table 1\"><table><tbody><tr>\
         <td style=\"text-align: right; --written-colour: red\" class=\"is-coloured\">a</td></tr></tbody></table></div>",
    );
}

#[test]
fn keeps_escaped_text_escaped() {
    let html = "<h2>&lt;img src=x onerror=alert(1)&gt; \"a\" &amp; b</h2>";
    let output = rendered(html).html;
    assert!(!output.contains("<img"), "{output}");
    assert!(
        output.contains("aria-label=\"Link to “&lt;img") || output.contains("aria-label=\"Link to “<img"),
        "{output}"
    );
}

#[test]
fn generates_unique_ids_for_many_equal_headings() {
    let headings = ids(&"<h2>a</h2>".repeat(20_000));
    assert_eq!(headings.last().unwrap(), "a-20000");
}

const PARTS: [&str; 24] = [
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<h1>A</h1>",
    "<h2>",
    "</h2>",
    "<pre>\n\n",
    "</pre>",
    "<code class=language-go>",
    "</code>",
    "<table><tr><td>",
    "</table>",
    "<a href='#x'>",
    "</a>",
    "<b style='color: red'>",
    "</b>",
    "<ul><li>",
    "</ul>",
    "<img src=https://a.org/>",
    "<img src=/media/a.webp width=9 height=9>",
    "<iframe src=https://player.vimeo.com/video/1></iframe>",
    "<details><summary>",
    "a &lt; b",
];

fn parts() -> impl Strategy<Value = Vec<String>> {
    let part = proptest::sample::select(&PARTS[..]).prop_map(str::to_owned);
    proptest::collection::vec(prop_oneof![4 => part, 1 => any::<String>()], 0..14)
}

proptest! {
    /// A browser that parses the output gets exactly the nodes that were written.
    #[test]
    fn output_parses_to_the_same_nodes(parts in parts()) {
        let output = rendered(&sanitise(&parts.concat()).unwrap()).html;
        let reparsed = dom_query::Document::fragment(output.as_str());
        for pre in reparsed.select("pre").nodes() {
            super::code_blocks::keep_first_line_break(pre);
        }
        prop_assert_eq!(reparsed.html_root().inner_html().to_string(), output);
    }
}
