use proptest::prelude::*;

use super::{Heading, Presented, present};
use crate::content::sanitise;

fn presented(html: &str) -> Presented {
    present(html, &|_| None)
}

fn becomes(html: &str, expected: &str) {
    assert_eq!(presented(html).html, expected, "{html}");
}

fn ids(html: &str) -> Vec<String> {
    presented(html)
        .headings
        .into_iter()
        .map(|heading| heading.id)
        .collect()
}

#[test]
fn headings_are_listed_with_ids_made_from_their_text() {
    let heading = |id: &str, text: &str, level| Heading {
        id: id.to_owned(),
        text: text.to_owned(),
        level,
    };
    assert_eq!(
        presented("<h2>What’s\n <em>new</em>?</h2><p>x</p><h3>C++ &amp; Rust</h3>").headings,
        [
            heading("whats-new", "What’s new?", 2),
            heading("c-rust", "C++ & Rust", 3)
        ]
    );
}

#[test]
fn ids_are_kept_apart_from_each_other_from_the_authors_and_from_those_of_the_page() {
    assert_eq!(
        ids("<h2>Setup</h2><h2>Setup</h2><h2>Comments</h2><p id=\"usage\">x</p><h2>Usage</h2>"),
        ["setup", "setup-2", "comments-2", "usage-2"]
    );
    assert_eq!(ids("<h2>a 2</h2><h2>a</h2><h2>a</h2>"), ["a-2", "a", "a-3"]);
}

#[test]
fn an_id_that_the_author_gave_stays_where_it_names_one_heading() {
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
fn every_heading_is_a_level_lower_when_the_author_used_the_first_level() {
    let text = presented("<h1 class=\"ql-align-center\">A</h1><h2>B</h2><h6>C</h6>");
    let levels: Vec<u8> = text.headings.iter().map(|heading| heading.level).collect();
    assert_eq!(levels, [2, 3, 6]);
    assert!(
        text.html
            .contains("<h2 class=\"ql-align-center\" id=\"a\">A</h2>")
    );
    assert!(!text.html.contains("h1"), "{}", text.html);
}

#[test]
fn an_anchor_stands_beside_its_heading() {
    becomes(
        "<h2>Größe</h2>",
        "<div class=\"heading-line heading-line-2\"><h2 id=\"größe\">Größe</h2><a class=\"heading-anchor\" \
         href=\"#gr%C3%B6%C3%9Fe\" aria-label=\"Link to “Größe”\">#</a></div>",
    );
}

#[test]
fn a_heading_in_a_link_gets_no_link_of_its_own() {
    becomes(
        "<a href=\"/blog/a\"><h3>A</h3></a>",
        "<a href=\"/blog/a\"><div class=\"heading-line heading-line-3\"><h3 id=\"a\">A</h3></div></a>",
    );
}

#[test]
fn empty_headings_are_passed_over() {
    assert_eq!(ids("<h2> </h2><h2><img src=\"/media/a.webp\"></h2>").len(), 0);
}

#[test]
fn code_gets_a_header_with_its_language() {
    becomes(
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
fn the_language_stands_on_the_block_or_on_its_code() {
    for html in [
        "<pre class=\"language-go\">x</pre>",
        "<pre><code class=\"language-go\">x</code></pre>",
    ] {
        assert!(
            presented(html).html.contains("data-label=\"Code 1, Go\""),
            "{html}"
        );
    }
}

#[test]
fn the_first_line_break_of_code_is_not_lost() {
    let once = presented("<pre>\n\na</pre>").html;
    assert!(once.contains(">\n\na</pre>"), "{once}");
    assert!(presented("<pre>\na</pre>").html.contains(">a</pre>"));
}

#[test]
fn tables_scroll_and_are_named() {
    becomes(
        "<table><caption> Prices </caption><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table>",
        "<div class=\"table-scroller scroller\" data-label=\"Prices\"><table><caption> Prices </caption><tbody><tr><td>\
         <table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table></div>",
    );
    assert!(
        presented("<table><tbody><tr><td>a</td></tr></tbody></table>")
            .html
            .contains("data-label=\"Table 1\"")
    );
}

#[test]
fn videos_come_from_the_known_players_alone() {
    becomes(
        "<iframe class=\"ql-video\" src=\"https://www.youtube.com/embed/abc\"></iframe>\
         <iframe src=\"https://www.youtube.com.evil.example/embed/abc\"></iframe><iframe></iframe>",
        "<iframe class=\"ql-video video\" src=\"https://www.youtube.com/embed/abc\" loading=\"lazy\" \
         allow=\"fullscreen; picture-in-picture; encrypted-media\" title=\"Video\"></iframe>",
    );
}

#[test]
fn colours_are_handed_to_the_theme_but_for_a_pair_of_both() {
    becomes(
        "<p><span style=\"color: rgb(0, 0, 0)\">ink</span><span class=\"ql-size-huge\" style=\"background-color: #ff0\">m</span></p>",
        "<p><span style=\"--written-colour: rgb(0, 0, 0)\" class=\"is-coloured\">ink</span>\
         <span class=\"ql-size-huge is-marked\" style=\"background-color: #ff0; --marker-colour: #ff0\">m</span></p>",
    );
    let both = "<p><span style=\"color: rgb(0, 0, 0); background-color: yellow\">both</span></p>";
    becomes(both, both);
    becomes(
        "<table><tbody><tr><td style=\"text-align: right; color: red\">a</td></tr></tbody></table>",
        "<div class=\"table-scroller scroller\" data-label=\"Table 1\"><table><tbody><tr>\
         <td style=\"text-align: right; --written-colour: red\" class=\"is-coloured\">a</td></tr></tbody></table></div>",
    );
}

#[test]
fn text_stays_text() {
    let html = "<h2>&lt;img src=x onerror=alert(1)&gt; \"a\" &amp; b</h2>";
    let shown = presented(html).html;
    assert!(!shown.contains("<img"), "{shown}");
    assert!(
        shown.contains("aria-label=\"Link to “&lt;img") || shown.contains("aria-label=\"Link to “<img"),
        "{shown}"
    );
}

#[test]
fn many_like_headings_are_told_apart() {
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
    let known = proptest::sample::select(&PARTS[..]).prop_map(str::to_owned);
    proptest::collection::vec(prop_oneof![4 => known, 1 => any::<String>()], 0..14)
}

proptest! {
    /// A browser that reads it makes the very nodes of it that were written.
    #[test]
    fn what_is_written_is_what_is_read(parts in parts()) {
        let shown = presented(&sanitise(&parts.concat()).unwrap()).html;
        let read = dom_query::Document::fragment(shown.as_str());
        for pre in read.select("pre").nodes() {
            super::code_blocks::keep_first_line_break(pre);
        }
        prop_assert_eq!(read.html_root().inner_html().to_string(), shown);
    }
}
