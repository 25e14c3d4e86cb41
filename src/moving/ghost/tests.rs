//! Whole exports: what comes of each post, and of the files beside them.

mod damage;
mod places;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::domain::Time;
use crate::moving::item::{
    Base, Change, CommentContent, CommentedText, ForeignAuthor, ForeignComment, ForeignContent, ForeignText,
};
use crate::moving::threads::DELETED;
use crate::moving::{System, collected};

const SECRET: &str = "SECRET-OF-PAYERS";

fn fixture(path: &str) -> PathBuf {
    collected::fixture("ghost").join(path)
}

struct Items {
    items: Vec<Item>,
}

impl Items {
    fn text(&self, source_id: &str) -> &ForeignText {
        let mut texts = self.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(&**text),
            _ => None,
        });
        texts
            .rfind(|text| text.source_id == source_id)
            .unwrap_or_else(|| panic!("no text {source_id}"))
    }

    fn html(&self, source_id: &str) -> &str {
        match &self.text(source_id).text {
            ForeignContent::Html(html) | ForeignContent::Markdown(html) => html,
        }
    }

    fn refused(&self) -> Vec<(Kind, &str, &str)> {
        let refused = self.items.iter().filter_map(|item| match item {
            Item::Refused(item) => Some((item.kind, item.source_id.as_str(), item.reason.as_str())),
            _ => None,
        });
        refused.collect()
    }

    fn redirects(&self) -> Vec<(&str, &str, bool)> {
        let redirects = self.items.iter().filter_map(|item| match item {
            Item::Redirect(redirect) => Some((
                redirect.path.as_str(),
                redirect.target.as_deref().unwrap_or_default(),
                redirect.is_permanent,
            )),
            _ => None,
        });
        redirects.collect()
    }
}

fn read_path(path: &Path) -> (Items, Result<(), ReadError>) {
    let (items, result) = collected::read_all(System::Ghost, path);
    (Items { items }, result)
}

fn items_of(path: &str) -> Items {
    let (items, result) = read_path(&fixture(path));
    result.unwrap();
    items
}

fn items_of_json(json: &[u8]) -> (Items, Result<(), ReadError>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.json");
    fs::write(&path, json).unwrap();
    read_path(&path)
}

fn change(field: &'static str, reason: &str) -> Change {
    Change::new(field, reason)
}

fn visibility(items: &Items, source_id: &str) -> Visibility {
    items.text(source_id).visibility.clone()
}

#[test]
fn reads_a_post_with_all_that_belongs_to_it() {
    let items = items_of("site");
    let text = items.text("1").clone();
    let notes = text.changes.iter().filter(|change| change.field == "text");
    assert_eq!(notes.count(), 14, "the code in its head, and 13 kinds of cards");
    let expected = ForeignText {
        kind: Kind::Post,
        source_id: "1".to_owned(),
        title: "Everything & more <in> HTML 🎈".to_owned(),
        slug: Some("everything".to_owned()),
        text: text.text.clone(),
        authors: vec![
            ForeignAuthor {
                name: "Ada Löwe".to_owned(),
                email: Some("ada@old.example".to_owned()),
            },
            ForeignAuthor {
                name: "Bob".to_owned(),
                email: None,
            },
        ],
        tags: vec!["C++ & co".to_owned(), "rust".to_owned()],
        categories: vec!["C++ & co".to_owned(), "rust".to_owned()],
        visibility: Visibility::Public,
        created_at: Time::parse("2024-05-02T09:00:00Z"),
        updated_at: Time::parse("2024-05-03T10:00:00Z"),
        cover: Some("/content/images/2024/05/cover.png".to_owned()),
        canonical_url: None,
        summary: Some("In short".to_owned()),
        is_featured: true,
        comments_closed: false,
        old_addresses: vec![
            "/articles/everything/".to_owned(),
            "/everything/".to_owned(),
            "/everything/amp/".to_owned(),
            "/p/00000000-0000-4000-8000-000000000001/".to_owned(),
        ],
        base: Base::Folder(String::new()),
        changes: vec![
            change("tags", "The internal tag “#hidden” was left out"),
            change("tags", "1 of its tags could not be found in the export"),
            change(
                "text",
                "The code that was added to its head or its foot was left out",
            ),
            change(
                "cover",
                "The alternative text of the cover was left out: “The cover”",
            ),
            change("cover", "The caption of the cover was left out: “By Ada”"),
            change(
                "meta",
                "What it says to search engines and social networks alone was left out: meta_title, og_title",
            ),
            change("template", "Its template “custom-wide” was left out"),
        ]
        .into_iter()
        .chain(
            texts::cards_of_html()
                .into_iter()
                .map(|note| change("text", note)),
        )
        .collect(),
    };
    assert_eq!(text, expected);
}

#[test]
fn joins_what_stands_in_tables_after_the_posts() {
    let items = items_of("site");
    let second = items.text("2");
    assert_eq!(second.tags, ["Rust"]);
    assert!(second.authors.is_empty());
    assert_eq!(
        second.canonical_url.as_deref(),
        Some("https://first.example/second")
    );
    assert_eq!(
        second.changes[..2],
        [
            change("tags", "The internal tag “Internal” was left out"),
            change("author", "1 of its authors could not be found in the export"),
        ]
    );
    let third = items.text("3");
    assert_eq!(third.canonical_url, None, "its address on the old site itself");
    let page = items.text("18");
    assert_eq!(
        (page.kind, page.summary.as_deref()),
        (Kind::Page, Some("Who we are"))
    );
    assert_eq!(
        page.old_addresses,
        ["/about-us/", "/p/00000000-0000-4000-8000-000000000018/"]
    );
    let tags = items.text("23");
    assert_eq!((tags.tags.len(), tags.slug.as_deref()), (12, Some("über alles")));
}

#[test]
fn keeps_what_was_not_for_everybody_from_everybody() {
    let items = items_of("site");
    for (source_id, reason) in [
        ("4", "It was for members alone"),
        ("5", "It was for paying members alone"),
        ("6", "It was for the members of some tiers alone"),
        ("7", "It was for some members alone: label:vip"),
        ("8", "It was an email, and not shown on the site"),
        ("9", "It was an email, and not shown on the site"),
        ("10", "The text behind its paywall was for members alone"),
        ("11", "The text behind its paywall was for members alone"),
        ("12", "The text behind its paywall was for members alone"),
        ("13", "It has a part for members alone"),
        ("16", "It was for paying members alone"),
    ] {
        assert_eq!(
            visibility(&items, source_id),
            Visibility::Restricted(reason.to_owned()),
            "{source_id}"
        );
        assert!(
            items.html(source_id).contains(SECRET),
            "{source_id}: nothing is lost"
        );
    }
    assert_eq!(visibility(&items, "14"), Visibility::Public);
    for item in &items.items {
        let Item::Text(text) = item else { continue };
        let ForeignContent::Html(html) = &text.text else {
            continue;
        };
        let is_kept = matches!(text.visibility, Visibility::Restricted(_));
        assert!(is_kept || !html.contains(SECRET), "{}", text.source_id);
    }
    let shown = format!("{:?}", items.items);
    assert!(!shown.contains("KEY-OF-SETTINGS") && !shown.contains("$2a$10$"));
    assert!(!shown.contains("reader.example"), "no address of a member");
}

#[test]
fn maps_what_is_not_published() {
    let items = items_of("site");
    let later = Time::parse("2031-01-02T03:04:05Z").unwrap();
    assert_eq!(visibility(&items, "15"), Visibility::Scheduled(later));
    let draft = items.text("17");
    assert_eq!(
        (draft.visibility.clone(), draft.title.as_str()),
        (Visibility::Draft, "")
    );
    assert_eq!(draft.created_at, Time::parse("2024-05-01T08:00:00Z"));
    assert_eq!(items.html("19"), "");
    assert_eq!(items.html("24"), "<p>One &amp; two</p><p>Three</p>");
}

#[test]
fn refuses_single_items_and_goes_on() {
    let items = items_of("site");
    let refused = items.refused();
    assert_eq!((refused[0].0, refused[0].1), (Kind::Post, "20"));
    assert!(refused[0].2.starts_with("Its text cannot be read: "));
    assert_eq!(refused[1].1, "^\\/archive\\/(.*)$");
    assert_eq!(refused.len(), 2);
    for left_out in [
        collected::left_out(
            "content/data/old-blog.ghost.2020-09-13.json",
            "It is an older copy of content/data/old-blog.ghost.2024-05-03.json, which is read instead",
        ),
        collected::left_out("c4", DELETED),
    ] {
        assert!(items.items.contains(&left_out), "{left_out:?}");
    }
    assert_eq!(items.text("21").visibility, Visibility::Public);
}

#[test]
fn reads_the_comments_of_exports_that_have_them() {
    let items = items_of("site");
    let comments = items.items.iter().filter_map(|item| match item {
        Item::Comment(comment) => Some(&**comment),
        _ => None,
    });
    let comment = |id: &str, parent: Option<&str>, author: &str, html: &str, at: &str, is_approved: bool| {
        ForeignComment {
            source_id: id.to_owned(),
            on: CommentedText::Source("1".to_owned()),
            parent: parent.map(str::to_owned),
            author: author.to_owned(),
            text: CommentContent::Html(html.to_owned()),
            created_at: Time::parse(at),
            is_approved,
        }
    };
    assert_eq!(
        comments.cloned().collect::<Vec<_>>(),
        [
            comment(
                "c1",
                None,
                "Cleo",
                "<p>First &amp; best</p>",
                "2024-05-04T00:00:00Z",
                true
            ),
            comment("c2", Some("c1"), "", "<p>Reply</p>", "2024-05-04T01:00:00Z", true),
            comment(
                "c3",
                Some("c2"),
                "",
                "<p>Hidden</p>",
                "2024-05-04T02:00:00Z",
                false
            ),
        ]
    );
}

#[test]
fn leads_old_lists_and_set_redirects_on() {
    let items = items_of("site");
    let redirects = items.redirects();
    for expected in [
        ("/tag/c-plus-plus/", "/treasure?tag=C%2B%2B+%26+co", true),
        ("/tag/rust/rss/", "/feed.xml", true),
        ("/author/ada/", "/treasure", true),
        ("/rss/", "/feed.xml", true),
        ("/old-start", "/everything/", true),
        ("/now", "https://example.org/now", false),
    ] {
        assert!(redirects.contains(&expected), "{expected:?} of {redirects:?}");
    }
    assert!(!redirects.iter().any(|(path, _, _)| path.contains("hash-hidden")));
}

#[test]
fn reads_ghost_1_and_older_fields() {
    let items = items_of("v1.json");
    let post = items.text("59a952be7d79ed06b0d21127");
    assert_eq!(
        items.html(&post.source_id),
        "<p>Hello <img src=\"/content/images/2017/09/a.png\" alt=\"a\"></p>\n"
    );
    assert_eq!(post.old_addresses[0], "/2017/09/01/old-news/");
    assert_eq!(post.created_at, Time::parse("2017-09-01T12:30:00Z"));
    assert_eq!(post.cover.as_deref(), Some("/content/images/2017/09/cover.jpg"));
    assert_eq!(post.summary.as_deref(), Some("Inline"));
    assert_eq!(post.authors[0].name, "Joe");
    let page = items.text("2");
    assert_eq!(page.kind, Kind::Page);
    assert_eq!(page.text, ForeignContent::Markdown("# Hi".to_owned()));
    assert_eq!(page.cover.as_deref(), Some("/content/images/2017/09/p.jpg"));
    assert_eq!(page.created_at, Time::parse("2017-09-01T12:00:00Z"));
}
