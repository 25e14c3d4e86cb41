//! Tests of the importer for dev.to, on exports made for them.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::moving::System;
use crate::moving::collected::{damaged, fixture, items, read_files};

fn at(time: &str) -> Time {
    Time::parse(time).unwrap()
}

fn author(name: &str) -> ForeignAuthor {
    ForeignAuthor {
        name: name.to_owned(),
        email: None,
    }
}

/// An article without anything.
fn plain(id: &str, markdown: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: String::new(),
        slug: None,
        text: ForeignContent::Markdown(markdown.to_owned()),
        authors: Vec::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Draft,
        created_at: None,
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: Vec::new(),
        base: Base::Address("https://dev.to".to_owned()),
        changes: Vec::new(),
    }
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn reads_what_the_api_answers() {
    let address = "https://dev.to/ada/lifetimes-you-3a2b".to_owned();
    let published_at = at("2021-02-03T04:05:06.789Z");
    let first = ForeignText {
        title: "Lifetimes & you 🦀".to_owned(),
        slug: Some("lifetimes-you-3a2b".to_owned()),
        authors: vec![author("Ada Lovelace")],
        tags: texts(&["rust", "beginners"]),
        visibility: Visibility::From(published_at),
        created_at: Some(published_at),
        updated_at: Some(at("2021-03-01T00:00:00Z")),
        cover: Some("https://media.dev.to/cover.png".to_owned()),
        summary: Some("What lifetimes are for".to_owned()),
        old_addresses: vec![address.clone()],
        base: Base::Address(address),
        changes: vec![
            Change::new("text", "What was embedded by the tag \"codepen\" became a link"),
            Change::new("text", "The tag \"poll\" is not known here and stays as text"),
            Change::new("series", "It is part of the series \"77\", and stands alone here"),
            Change::new(
                "author",
                "It was published for the organization \"Engines\", which is no author here",
            ),
        ],
        ..plain(
            "101",
            "Intro with  \ntwo lines.\n\n\n\
             <iframe src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ\"></iframe>\n\n\n\
             ```rust\nlet a = \"{% raw %}\";\n```\n\n\n\
             <p><a href=\"https://codepen.io/ada/pen/abc\">https://codepen.io/ada/pen/abc</a></p>\n\n\n\
             {% poll 5 %}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nA note[^1].\n\n[^1]: Here.\n",
        )
    };
    let draft = ForeignText {
        title: "Unpublished".to_owned(),
        authors: vec![author("Ada Lovelace")],
        created_at: Some(at("2022-01-01T00:00:00Z")),
        ..plain("102", "SECRET-OF-DRAFTS")
    };
    let with_front_matter = ForeignText {
        title: "Front matter: \"quoted\"".to_owned(),
        slug: Some("front-1234".to_owned()),
        authors: vec![author("ada")],
        tags: texts(&["webdev", "css"]),
        created_at: Some(at("2021-05-05T05:05:05Z")),
        cover: Some("https://example.org/front.png".to_owned()),
        canonical_url: Some("https://blog.example.org/front".to_owned()),
        changes: vec![
            Change::new(
                "series",
                "It is part of the series \"Matters\", and stands alone here",
            ),
            Change::new("author", "The export has no names for its co-authors (2)"),
        ],
        ..plain("103", "Text of the front\n")
    };
    let html = ForeignText {
        text: ForeignContent::Html("<p>Only HTML</p>".to_owned()),
        visibility: Visibility::Public,
        ..plain("105", "")
    };
    let text = |text| Item::Text(Box::new(text));
    assert_eq!(
        items(System::Devto, &fixture("devto/me-all.json")),
        [
            text(first),
            text(draft),
            text(with_front_matter),
            refused(
                Kind::Post,
                "104".to_owned(),
                "From the public list".to_owned(),
                "It has no text: the public list of articles comes without, that of /api/articles/me/all with it",
            ),
            text(html),
            refused(
                Kind::Post,
                "me-all.json".to_owned(),
                String::new(),
                "An entry is no article"
            ),
        ]
    );
}

#[test]
fn reads_an_archive_with_the_comments_of_the_person() {
    let articles = fs::read(fixture("devto/articles.json")).unwrap();
    let comments = fs::read(fixture("devto/comments.json")).unwrap();
    let (items, outcome) = read_files(
        System::Devto,
        &[
            ("export/comments.json", &comments),
            ("export/articles.json", &articles),
        ],
    );
    outcome.unwrap();
    let address = "https://dev.to/ada/from-the-archive-9z".to_owned();
    let published_at = at("2020-01-02T00:00:00Z");
    let article = ForeignText {
        title: "From the archive".to_owned(),
        slug: Some("from-the-archive-9z".to_owned()),
        authors: vec![author("Ada Lovelace")],
        tags: texts(&["rust", "ai"]),
        visibility: Visibility::From(published_at),
        created_at: Some(published_at),
        cover: Some("https://media.dev.to/main.png".to_owned()),
        canonical_url: Some("https://original.example.org/a".to_owned()),
        summary: Some("d".to_owned()),
        comments_closed: true,
        old_addresses: vec![address.clone()],
        base: Base::Address(address.clone()),
        changes: vec![Change::new(
            "text",
            "The video above the text is not in the export",
        )],
        ..plain("from-the-archive-9z", "From the archive")
    };
    let comment = ForeignComment {
        source_id: "comment-2d1a".to_owned(),
        on: CommentedText::Address(address),
        parent: None,
        author: "Ada Lovelace".to_owned(),
        text: CommentContent::Plain("Thanks **all**".to_owned()),
        created_at: Some(at("2020-01-03T00:00:00Z")),
        is_approved: true,
    };
    assert_eq!(
        items,
        [
            Item::Text(Box::new(article)),
            Item::Comment(Box::new(comment)),
            left_out("2d1b".to_owned(), DELETED),
            left_out("2d1c".to_owned(), "What the comment is on is no longer there"),
        ]
    );
}

#[test]
fn leaves_out_comments_on_articles_of_others() {
    let comments = br#"[{"id_code": "a", "body_markdown": "x", "commentable_path": "/bo/other-1"},
                        {"id_code": "b", "body_markdown": "x", "commentable_path": "/team/own-2"}]"#;
    let article =
        br#"[{"id": 1, "slug": "own-2", "path": "/team/own-2", "published": true, "body_markdown": "b"}]"#;
    let (items, outcome) = read_files(
        System::Devto,
        &[("articles.json", article), ("comments.json", comments)],
    );
    outcome.unwrap();
    assert_eq!(
        items[1],
        left_out("a".to_owned(), "The comment is on an article of somebody else")
    );
    assert!(matches!(&items[2], Item::Comment(comment) if comment.source_id == "comment-b"));
    // Without articles nobody knows whose they are.
    let (items, outcome) = read_files(System::Devto, &[("comments.json", comments)]);
    outcome.unwrap();
    assert!(items.iter().all(|item| matches!(item, Item::Comment(_))));
}

#[test]
fn reads_pages_of_answers_and_a_single_article() {
    let one = br#"[{"id": 1, "body_markdown": "a"}][{"id": 2, "body_markdown": "b"}]"#;
    let (items, outcome) = read_files(System::Devto, &[("pages.json", one)]);
    outcome.unwrap();
    assert_eq!(items.len(), 2);
    let single = br#"{"id": 1, "body_markdown": "a", "tag_list": "x, y", "tags": ["x", "y"]}"#;
    let (items, outcome) = read_files(System::Devto, &[("article.json", single)]);
    outcome.unwrap();
    let expected = ForeignText {
        tags: texts(&["x", "y"]),
        ..plain("1", "a")
    };
    assert_eq!(items, [Item::Text(Box::new(expected))]);
}

#[test]
fn keeps_no_mail_addresses() {
    let items = items(System::Devto, &fixture("devto/me-all.json"));
    assert!(!format!("{items:?}").contains("ada@example.org"));
}

#[test]
fn a_damaged_file_does_not_stop_the_others() {
    let (items, outcome) = read_files(
        System::Devto,
        &[
            ("a.json", b"[{\"id\": oops"),
            ("b.json", b"[{\"id\": 2, \"body_markdown\": \"b\"}]"),
        ],
    );
    outcome.unwrap();
    assert!(matches!(&items[0], Item::Refused(refused) if refused.source_id == "a.json"));
    assert!(matches!(&items[1], Item::Text(text) if text.source_id == "2"));
}

#[test]
fn refuses_what_is_no_export() {
    for json in [
        "",
        "[]",
        "{\"error\": \"unauthorized\", \"status\": 401}",
        "<html>",
    ] {
        let (items, outcome) = read_files(System::Devto, &[("articles.json", json.as_bytes())]);
        assert!(matches!(outcome, Err(ReadError::Form(_))), "{json}");
        assert!(items.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = read_files(System::Devto, &[("articles.json", &bytes)]);
    }

    #[test]
    fn survives_any_markdown(body in "(\\{% ?(end)?(katex|raw|details|embed|runkit|cta|x)[ a-z:/]{0,9}%\\}|[`\\n> -]|é|.){0,60}") {
        liquid::to_markdown(&body, &mut Vec::new());
    }

    #[test]
    fn survives_damage(bytes in damaged(fs::read(fixture("devto/me-all.json")).unwrap())) {
        let (items, outcome) = read_files(System::Devto, &[("articles.json", &bytes)]);
        prop_assert!(!items.is_empty() || outcome.is_err());
    }
}
