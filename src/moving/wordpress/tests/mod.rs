//! Whole exports, read from files, against what they say.

mod damage;
mod texts;

use std::fs;

use super::*;
use crate::domain::Time;
use crate::moving::collected;
use crate::moving::item::{
    Base, Change, CommentContent, CommentedText, ForeignAuthor, ForeignComment, ForeignContent, ForeignText,
    Kind, Visibility,
};
use crate::moving::threads::SPAM;

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
fn shows_no_mail_address_as_the_name_of_an_author() {
    for (author, creator, name) in [
        (
            "<wp:author_login>ida</wp:author_login><wp:author_email>ida@a.example</wp:author_email>\
             <wp:author_display_name>ida@a.example</wp:author_display_name>",
            "ida",
            "ida",
        ),
        (
            "<wp:author_login>ida@a.example</wp:author_login>\
             <wp:author_display_name>ida@a.example</wp:author_display_name>\
             <wp:author_first_name>Ida</wp:author_first_name><wp:author_last_name>Holm</wp:author_last_name>",
            "ida@a.example",
            "Ida Holm",
        ),
        (
            "<wp:author_login>ida@a.example</wp:author_login>\
             <wp:author_display_name>ida@a.example</wp:author_display_name>",
            "ida@a.example",
            "ida",
        ),
        ("<wp:author_login>bo</wp:author_login>", "ida@a.example", "ida"),
    ] {
        let xml = format!(
            "<rss><channel><wp:author>{author}</wp:author>\
             <item><dc:creator>{creator}</dc:creator><wp:post_id>1</wp:post_id>\
             <wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>"
        );
        let texts = texts(&xml);
        let names: Vec<&str> = texts[0]
            .authors
            .iter()
            .map(|author| author.name.as_str())
            .collect();
        assert_eq!(names, [name], "{author}");
    }
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
fn leaves_out_what_is_no_text_and_refuses_what_is_too_large() {
    let items_of_garden = items(GARDEN);
    assert_eq!(refusals(&items_of_garden), []);
    let left_out: Vec<&Item> = items_of_garden
        .iter()
        .filter(|item| matches!(item, Item::LeftOut(_)))
        .collect();
    assert_eq!(
        left_out,
        [
            &collected::left_out("garden.example.org/#comment-103", SPAM),
            &collected::left_out("garden.example.org/?p=16", "It is in the bin of WordPress"),
            &collected::left_out(
                "garden.example.org/?p=17",
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
fn leads_feeds_and_lists_to_those_of_this_site() {
    let redirects: Vec<(String, Option<String>)> = items(CLASSIC)
        .into_iter()
        .filter_map(|item| match item {
            Item::Redirect(redirect) => Some((redirect.path, redirect.target)),
            _ => None,
        })
        .collect();
    let redirects: Vec<(&str, &str)> = redirects
        .iter()
        .map(|(path, target)| (path.as_str(), target.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(redirects[0], ("/blog/feed/", "/feed.xml"));
    assert_eq!(
        redirects[FEEDS.len()..],
        [
            ("/blog/tag/food/", "/treasure?tag=food"),
            ("/blog/tag/food/feed/", "/feed.xml"),
            ("/blog/author/admin/", "/treasure"),
            ("/blog/author/admin/feed/", "/feed.xml"),
            ("/blog/category/php/", "/treasure"),
            ("/blog/category/php/feed/", "/feed.xml"),
        ]
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
