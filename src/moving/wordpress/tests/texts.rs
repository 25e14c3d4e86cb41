//! What becomes of single posts and pages.

use super::*;
use crate::content::sanitise;

#[test]
fn takes_a_post_of_the_block_editor_whole() {
    let mut text = text_with_id(GARDEN, "11");
    let html = "<p>First <strong>words</strong> and a note<sup class=\"footnote-ref\">\
        <a href=\"#fn-1\" id=\"fnref-1\">1</a></sup>.</p>\n\
        <figure><img src=\"https://garden.example.org/wp-content/uploads/2024/03/rose-1024x768.jpg\" \
        alt=\"A &quot;rose&quot;\"><figcaption>By <a href=\"https://example.com/\">Jo</a></figcaption></figure>\n\
        <pre><code class=\"language-rust\">fn main() {\n    let a = [1, 2];\n    \
        println!(&quot;{}&quot;, a[0] &lt; 2);\n}</code></pre>\n\
        <table><thead><tr><th>Key</th></tr></thead><tbody><tr><td>Value</td></tr></tbody></table><p>Keys</p>\n\
        <iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe><p>A film</p>\n\
        <p><img src=\"https://garden.example.org/a.png\" alt=\"\"></p>\
        <figure><img src=\"https://garden.example.org/b.png\" alt=\"b\"><figcaption>Second</figcaption></figure>\
        <p>All of them</p>\n\
        <blockquote>\n<p>To be.</p>\n<p><cite>W. S.</cite></p></blockquote>\n\
        <p><a href=\"https://garden.example.org/?p=12\">Go &amp; see</a></p>\n\
        <hr>\n\
        <p>Shared words</p>\n\
        <section class=\"footnotes\"><ol><li id=\"fn-1\"><p>See <em>there</em>. \
        <a href=\"#fnref-1\" class=\"footnote-backref\">\u{21a9}</a></p></li></ol></section>";
    assert_eq!(html_of(&text), html);
    text.text = ForeignContent::Html(String::new());
    let expected = ForeignText {
        kind: Kind::Post,
        source_id: "garden.example.org/?p=11".to_owned(),
        title: "Caf\u{e9} \u{1f980}: \"Vec<T>\" & friends".to_owned(),
        slug: Some("cafe".to_owned()),
        text: ForeignContent::Html(String::new()),
        authors: vec![
            author("Bo Ek", None),
            author("Ida & Sons", Some("ida@garden.example.org")),
            author("Gus Guest", None),
        ],
        tags: strings(&["Rust", "rust"]),
        categories: strings(&["Languages & tools"]),
        visibility: Visibility::Public,
        created_at: Time::parse("2024-03-02T08:30:00Z"),
        updated_at: Time::parse("2024-04-01T11:00:00Z"),
        cover: Some("https://garden.example.org/wp-content/uploads/2024/03/rose.jpg".to_owned()),
        canonical_url: Some("https://first.example.com/cafe".to_owned()),
        summary: Some("Short & good".to_owned()),
        is_featured: true,
        comments_closed: false,
        old_addresses: strings(&[
            "https://garden.example.org/2024/03/cafe/",
            "/?p=11",
            "/2024/03/02/cafe/",
            "https://garden.example.org/2024/03/coffee/",
        ]),
        base: Base::Address("https://garden.example.org/2024/03/cafe/".to_owned()),
        changes: vec![
            Change::new(
                "text",
                "The block latest-posts shows something that this site has not, and was left out",
            ),
            Change::new("tags", "Its terms of the list series were left out: Seeds"),
            Change::new(
                "comments",
                "1 ping or other entry among the comments that is none was left out",
            ),
        ],
    };
    assert_eq!(text, expected);
}

#[test]
fn takes_drafts_and_pages_with_what_they_have() {
    let draft = text_with_id(GARDEN, "13");
    assert_eq!(draft.title, "");
    assert_eq!(draft.slug, None);
    assert_eq!(draft.authors, []);
    assert_eq!(draft.created_at, Time::parse("2024-01-05T06:07:08Z"));
    assert_eq!(draft.old_addresses, ["https://garden.example.org/?p=13"]);
    assert!(draft.comments_closed);
    let locked = text_with_id(GARDEN, "12");
    assert_eq!(locked.slug.as_deref(), Some("\u{2603}-snow"));
    assert_eq!(locked.authors, [author("nobody", None)]);
    let page = text_with_id(GARDEN, "15");
    assert_eq!(page.kind, Kind::Page);
    assert_eq!(html_of(&page), "<p>We are.</p>");
    assert_eq!(
        page.old_addresses,
        ["https://garden.example.org/team/about/", "/?page_id=15", "/?p=15"]
    );
}

#[test]
fn takes_a_classic_post_of_the_first_version() {
    let text = text_with_id(CLASSIC, "3");
    assert_eq!(text.source_id, "old.example.net/blog/?p=3");
    assert_eq!(text.title, "Fish & chips, fried \u{201c}well\u{201d}");
    assert_eq!(text.authors, [author("admin", None)]);
    assert_eq!(text.categories, ["PHP"]);
    assert_eq!(text.tags, ["food"]);
    assert_eq!(
        text.old_addresses,
        [
            "http://old.example.net/blog/?p=3",
            "/blog/2008/02/03/fish-chips/",
            "/blog/2008/02/fish-chips/",
        ]
    );
    assert_eq!(
        html_of(&text),
        "<p>Hello world :)<br>\nsecond line</p>\n\
         <figure><img src=\"http://old.example.net/blog/up/fish-300.jpg\" alt=\"fish\">\
         <figcaption>Old style</figcaption></figure>\n\
         <iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>\n\
         <pre><code class=\"language-php\">if ($a &lt; 1 &amp;&amp; $b[0]) { echo &quot;[gallery]&quot;; }</code></pre>\n\
         <p><img src=\"http://old.example.net/blog/up/fish.jpg\" alt=\"\"></p>\n\
         <p>Take [gallery] and [contact-form-7 id=\"5\" title=\"Write\"] as text [sic].</p>\n\
         <ul><li>one</li><li>two</li></ul>\
         <p>A formula <code class=\"language-math\">e^{i\\pi} &lt; 0</code> and a note\
         <sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup>.</p>\n\
         <section class=\"footnotes\"><ol><li id=\"fn-1\"><p>Really \
         <a href=\"#fnref-1\" class=\"footnote-backref\">\u{21a9}</a></p></li></ol></section>"
    );
    assert_eq!(
        text.changes,
        [Change::new(
            "text",
            "The short code [contact-form-7] means nothing here and stays as text"
        )]
    );
}

#[test]
fn what_it_writes_stays_in_the_sanitiser() {
    let html = html_of(&text_with_id(GARDEN, "11"));
    let clean = sanitise(&html).unwrap();
    for kept in [
        "<sup class=\"footnote-ref\"><a href=\"#user-content-fn-1\" id=\"user-content-fnref-1\"",
        "<section class=\"footnotes\"><ol><li id=\"user-content-fn-1\">",
        "<code class=\"language-rust\">",
        "<iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>",
        "<figcaption>Second</figcaption>",
    ] {
        assert!(clean.contains(kept), "{kept}\n{clean}");
    }
}
