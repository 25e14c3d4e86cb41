//! Whole exports, read from files, against what they say.

mod damage;

use std::fs;

use super::*;
use crate::content::sanitise;
use crate::domain::Time;
use crate::moving::item::{
    Base, Change, CommentContent, CommentedText, ForeignAuthor, ForeignComment, ForeignContent, ForeignText,
    Kind, Visibility,
};

const GARDEN: &str = include_str!("../../../../tests/fixtures/moving/wordpress/garden.wordpress.xml");
const CLASSIC: &str = include_str!("../../../../tests/fixtures/moving/wordpress/classic-1.0.xml");

#[derive(Default)]
struct Collected {
    items: Vec<Item>,
    read: u64,
}

impl Sink for Collected {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.items.push(item);
        Ok(())
    }

    fn read(&mut self, bytes: u64) {
        assert!(bytes >= self.read);
        self.read = bytes;
    }
}

fn try_read(files: &[(&str, &[u8])]) -> Result<Collected, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let path = match files {
        [(name, _)] => folder.path().join(name),
        _ => folder.path().to_owned(),
    };
    let source = Source::open(&path).unwrap();
    let mut collected = Collected::default();
    read(&source, &mut collected)?;
    assert!(collected.read <= source.size());
    Ok(collected)
}

fn items(xml: &str) -> Vec<Item> {
    let collected = try_read(&[("export.xml", xml.as_bytes())]).unwrap();
    collected.items
}

fn texts(xml: &str) -> Vec<ForeignText> {
    let texts = items(xml).into_iter().filter_map(|item| match item {
        Item::Text(text) => Some(*text),
        _ => None,
    });
    texts.collect()
}

fn text_with_id(xml: &str, id: &str) -> ForeignText {
    let mut texts = texts(xml).into_iter();
    texts
        .find(|text| text.source_id.ends_with(&format!("?p={id}")))
        .unwrap()
}

fn html_of(text: &ForeignText) -> String {
    let ForeignContent::Html(html) = &text.text else {
        panic!("WordPress has no Markdown");
    };
    let mut html = html.trim().to_owned();
    while html.contains("\n\n") {
        html = html.replace("\n\n", "\n");
    }
    html
}

/// An export with one post.
fn post(fields: &str) -> String {
    format!(
        "<rss><channel><wp:base_blog_url>https://a.example</wp:base_blog_url><item><title>T</title>\
         <wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>{fields}</item></channel></rss>"
    )
}

fn author(name: &str, email: Option<&str>) -> ForeignAuthor {
    ForeignAuthor {
        name: name.to_owned(),
        email: email.map(str::to_owned),
    }
}

fn strings(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn refusals(items: &[Item]) -> Vec<(Kind, &str, &str, &str)> {
    let refusals = items.iter().filter_map(|item| match item {
        Item::Refused(refused) => Some((
            refused.kind,
            refused.source_id.as_str(),
            refused.title.as_str(),
            refused.reason.as_str(),
        )),
        _ => None,
    });
    refusals.collect()
}

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
fn takes_threads_of_comments_parents_first_and_without_mail_addresses() {
    let items = items(GARDEN);
    let comment = |number: &str, parent: Option<&str>, author: &str, html: &str, time: &str, is_approved| {
        ForeignComment {
            source_id: format!("garden.example.org/#comment-{number}"),
            on: CommentedText::Source("garden.example.org/?p=11".to_owned()),
            parent: parent.map(|parent| format!("garden.example.org/#comment-{parent}")),
            author: author.to_owned(),
            text: CommentContent::Html(html.to_owned()),
            created_at: Time::parse(time),
            is_approved,
        }
    };
    let comments: Vec<ForeignComment> = items
        .iter()
        .filter_map(|item| match item {
            Item::Comment(comment) => Some((**comment).clone()),
            _ => None,
        })
        .collect();
    assert_eq!(
        comments,
        [
            comment(
                "101",
                None,
                "Al & Co",
                "<p>One<br>\ntwo</p>\n<p>three</p>",
                "2024-03-03T09:00:00Z",
                true
            ),
            comment(
                "102",
                Some("101"),
                "Bea",
                "<p>An <code>answer</code></p>",
                "2024-03-04T09:00:00Z",
                true
            ),
            comment("104", None, "", "<p>Waiting</p>", "2024-03-05T09:00:00Z", false),
        ]
    );
    assert!(!format!("{items:?}").contains("mail.example"));
}

#[test]
fn makes_nothing_more_public_than_it_was() {
    for text in texts(GARDEN) {
        if html_of(&text).contains("SECRET-OF-PAYERS") {
            assert!(
                matches!(text.visibility, Visibility::Draft | Visibility::Restricted(_)),
                "{text:?}"
            );
        }
    }
    let reason = |text: &ForeignText| {
        text.changes
            .iter()
            .map(|change| change.reason.clone())
            .collect::<Vec<_>>()
    };
    let visibility = |id| text_with_id(GARDEN, id).visibility;
    assert_eq!(
        visibility("12"),
        Visibility::Restricted("It was protected by a password".to_owned())
    );
    assert_eq!(visibility("13"), Visibility::Draft);
    assert_eq!(
        visibility("14"),
        Visibility::Scheduled(Time::parse("2031-01-01T00:00:00Z").unwrap())
    );
    assert_eq!(
        visibility("19"),
        Visibility::Restricted("It was private, for its authors alone".to_owned())
    );
    let pending = text_with_id(GARDEN, "20");
    assert_eq!(pending.visibility, Visibility::Draft);
    assert_eq!(
        reason(&pending),
        ["It was waiting for a review, and becomes a draft"]
    );
    for status in ["", "archived", "Publish", "inherit"] {
        let text = text_with_id(&post(&format!("<wp:status>{status}</wp:status>")), "1");
        assert_eq!(text.visibility, Visibility::Draft, "{status}");
        assert_eq!(text.changes.len(), 1);
    }
    let future = text_with_id(&post("<wp:status>future</wp:status>"), "1");
    assert_eq!(future.visibility, Visibility::Draft);
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
fn refuses_what_is_no_text_with_its_reason() {
    assert_eq!(
        refusals(&items(GARDEN)),
        [
            (Kind::Comment, "garden.example.org/#comment-103", "", "It is spam"),
            (Kind::Post, "garden.example.org/?p=16", "Old", "It is in the bin"),
            (
                Kind::Post,
                "garden.example.org/?p=17",
                "Spade",
                "It is of the type product, and this site has posts and pages only",
            ),
        ]
    );
    let large = format!(
        "<content:encoded><![CDATA[{}]]></content:encoded><wp:status>publish</wp:status>",
        "x".repeat((4 << 20) + 1)
    );
    assert_eq!(
        refusals(&items(&post(&large))),
        [(Kind::Post, "a.example/?p=1", "T", "Its text has more than 4 MiB")]
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
fn reads_several_files_of_one_site_together_and_of_two_apart() {
    let (head, rest) = GARDEN.split_once("\t<item>\n\t\t<title>rose</title>").unwrap();
    let (begin, _) = GARDEN.split_once("\t<item>").unwrap();
    let first = format!("{head}</channel></rss>");
    let second = format!("{begin}\t<item>\n\t\t<title>rose</title>{rest}");
    let together = try_read(&[
        ("1.xml", first.as_bytes()),
        ("2.XML", second.as_bytes()),
        ("notes.txt", b"nothing"),
        ("sitemap.xml", b"<?xml version='1.0'?><urlset></urlset>"),
    ]);
    assert_eq!(together.unwrap().items, items(GARDEN));
    let apart = try_read(&[("1.xml", GARDEN.as_bytes()), ("2.xml", CLASSIC.as_bytes())]).unwrap();
    assert_eq!(apart.items.len(), items(GARDEN).len() + items(CLASSIC).len());
    for item in items(GARDEN).iter().chain(&items(CLASSIC)) {
        assert!(apart.items.contains(item), "{item:?}");
    }
}

#[test]
fn leads_the_feeds_to_the_feed_of_this_site() {
    let redirects: Vec<(String, Option<String>)> = items(CLASSIC)
        .into_iter()
        .filter_map(|item| match item {
            Item::Redirect(redirect) => Some((redirect.path, redirect.target)),
            _ => None,
        })
        .collect();
    assert_eq!(redirects.len(), FEEDS.len());
    assert_eq!(
        redirects[0],
        ("/blog/feed/".to_owned(), Some("/feed.xml".to_owned()))
    );
}

#[test]
fn knows_what_is_no_export() {
    for (name, bytes) in [
        ("empty.xml", &b""[..]),
        (
            "feed.xml",
            b"<rss><channel><item><title>x</title></item></channel></rss>",
        ),
        ("a.json", b"{}"),
    ] {
        let error = try_read(&[(name, bytes)]).err().unwrap().to_string();
        assert!(
            error.starts_with("there is no export of WordPress"),
            "{name}: {error}"
        );
    }
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
