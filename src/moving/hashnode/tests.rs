//! Tests of the importer for Hashnode, on exports made for them.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::domain::Time;
use crate::moving::System;
use crate::moving::collected::{damaged, fixture, items, left_out, read_files};
use crate::moving::item::{CommentContent, CommentedText, ForeignComment};
use crate::moving::threads::DELETED;

fn at(time: &str) -> Time {
    Time::parse(time).unwrap()
}

/// A post without anything.
fn plain(id: &str, title: &str, markdown: &str) -> ForeignText {
    ForeignText {
        kind: Kind::Post,
        source_id: id.to_owned(),
        title: title.to_owned(),
        slug: None,
        text: ForeignContent::Markdown(markdown.to_owned()),
        authors: Vec::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        visibility: Visibility::Public,
        created_at: None,
        updated_at: None,
        cover: None,
        canonical_url: None,
        summary: None,
        is_featured: false,
        comments_closed: false,
        old_addresses: Vec::new(),
        base: Base::None,
        changes: Vec::new(),
    }
}

fn comment(id: &str, on: &str, parent: Option<&str>, author: &str, text: &str) -> ForeignComment {
    ForeignComment {
        source_id: id.to_owned(),
        on: CommentedText::Source(on.to_owned()),
        parent: parent.map(str::to_owned),
        author: author.to_owned(),
        text: CommentContent::Plain(text.to_owned()),
        created_at: None,
        is_approved: true,
    }
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn feed() -> Item {
    Item::Redirect(ForeignRedirect {
        path: "/rss.xml".to_owned(),
        target: Some("/feed.xml".to_owned()),
        is_permanent: true,
    })
}

fn text(text: ForeignText) -> Item {
    Item::Text(Box::new(text))
}

fn said(comment: ForeignComment) -> Item {
    Item::Comment(Box::new(comment))
}

#[test]
fn reads_the_export_of_a_blog() {
    let first = ForeignText {
        slug: Some("async-streams".to_owned()),
        authors: ["Ada Lovelace", "Grace Hopper"]
            .map(|name| ForeignAuthor {
                name: name.to_owned(),
                email: None,
            })
            .to_vec(),
        tags: texts(&["Rust", "async"]),
        created_at: Some(at("2021-06-28T17:15:37.618Z")),
        updated_at: Some(at("2021-06-29T00:00:00Z")),
        cover: Some("https://cdn.hashnode.com/cover.png".to_owned()),
        canonical_url: Some("https://blog.example.org/streams".to_owned()),
        summary: Some("A brief".to_owned()),
        is_featured: true,
        comments_closed: true,
        old_addresses: texts(&["/async-streams", "/async-streams-ckabc123"]),
        changes: vec![
            Change::new(
                "text",
                "The widget \"widget-1\" is not known here and stays as text",
            ),
            Change::new("tags", "The export has no names for some of its tags (1)"),
            Change::new("author", "The export has no names for some of its authors (1)"),
            Change::new(
                "series",
                "It is part of the series \"Streams\", and stands alone here",
            ),
            Change::new("comments", "The export has no texts for some of its comments (1)"),
            Change::new("text", "The subtitle is the first paragraph of the text"),
        ],
        ..plain(
            "ckabc123",
            "Async & streams 🚰",
            "<p><em>Drop by &lt;drop&gt;</em></p>\n\nText\n\n\n\
             <iframe src=\"https://www.youtube-nocookie.com/embed/BqBDoUiooSw\"></iframe>\n\n\n\
             ![A](https://cdn.hashnode.com/a.png)\n\n```js\n%[https://x]\n```\n\n\n\
             <blockquote class=\"callout callout-warning\"><p>Mind the gap</p></blockquote>\n\n\n\
             %%[widget-1]\n",
        )
    };
    let nice = ForeignComment {
        created_at: Some(at("2021-07-01T00:00:00Z")),
        ..comment("comment-r1", "ckabc123", None, "Alan", "Nice")
    };
    let thanks = ForeignComment {
        text: CommentContent::Html("<p>Thanks</p>".to_owned()),
        created_at: Some(at("2021-07-02T00:00:00Z")),
        ..comment("comment-r2", "ckabc123", Some("comment-r1"), "ada", "")
    };
    assert_eq!(
        items(System::Hashnode, &fixture("hashnode/export.json"))[..5],
        [
            text(first),
            said(nice),
            said(thanks),
            left_out("r3", DELETED),
            said(comment("comment-r4", "ckabc123", None, "", "Still here")),
        ]
    );
}

#[test]
fn what_not_everybody_could_read_becomes_a_draft_and_pages_stay_pages() {
    let delisted = ForeignText {
        slug: Some("delisted".to_owned()),
        text: ForeignContent::Html("<p>SECRET-OF-PAYERS</p>".to_owned()),
        visibility: Visibility::Restricted(
            "It was delisted, so that only those who knew its address could read it".to_owned(),
        ),
        created_at: Some(at("2021-06-28T17:15:37.618Z")),
        old_addresses: texts(&["/delisted"]),
        changes: vec![Change::new(
            "author",
            "The export has no names for some of its authors (1)",
        )],
        ..plain("5f1e6ab2c3d4e5f6a7b8c9d3", "Delisted", "")
    };
    let inactive = ForeignText {
        slug: Some("inactive".to_owned()),
        visibility: Visibility::Draft,
        created_at: Some(at("2021-01-01T00:00:00Z")),
        old_addresses: texts(&["/inactive"]),
        changes: vec![Change::new(
            "status",
            "It was not active on Hashnode, and is a draft here",
        )],
        ..plain("a1", "Inactive", "Off")
    };
    let planned = ForeignText {
        visibility: Visibility::Scheduled(at("2030-01-01T00:00:00Z")),
        ..plain("d1", "Later", "Soon")
    };
    let draft = ForeignText {
        visibility: Visibility::Draft,
        ..plain("d2", "Draft", "Not yet")
    };
    let page = ForeignText {
        kind: Kind::Page,
        slug: Some("about".to_owned()),
        old_addresses: texts(&["/about"]),
        ..plain("s1", "About", "Who we are")
    };
    assert_eq!(
        items(System::Hashnode, &fixture("hashnode/export.json"))[5..],
        [
            text(delisted),
            text(inactive),
            refused(
                Kind::Post,
                "a2".to_owned(),
                "No text".to_owned(),
                "It has no text"
            ),
            text(planned),
            text(draft),
            text(page),
            feed(),
        ]
    );
}

#[test]
fn reads_what_the_api_answers() {
    let address = "https://blog.example.org/answered".to_owned();
    let post = ForeignText {
        slug: Some("answered".to_owned()),
        created_at: Some(at("2024-01-01T00:00:00Z")),
        cover: Some("https://cdn.hashnode.com/c.png".to_owned()),
        old_addresses: texts(&[&address, "/answered"]),
        base: Base::Address(address),
        ..plain("64aa", "Answered", "By the API")
    };
    let yes = ForeignComment {
        created_at: Some(at("2024-01-02T00:00:00Z")),
        ..comment("comment-c1", "64aa", None, "Alan", "Yes")
    };
    assert_eq!(
        items(System::Hashnode, &fixture("hashnode/answer.json")),
        [text(post), said(yes), feed()]
    );
}

#[test]
fn reads_the_backup_in_a_repository() {
    let post = ForeignText {
        slug: Some("how-to-solve".to_owned()),
        tags: texts(&["tutorial", "git"]),
        created_at: Some(at("2023-09-14T14:11:01Z")),
        cover: Some("https://cdn.hashnode.com/cover.jpeg".to_owned()),
        summary: Some("About git".to_owned()),
        old_addresses: texts(&["/how-to-solve", "/how-to-solve-clmj90n22"]),
        base: Base::Folder(String::new()),
        ..plain(
            "clmj90n22",
            "How to solve \"bash: git: command not found\"?",
            "## Git\n\nHello [Ada](<https://hashnode.com/@ada>)\n",
        )
    };
    let draft = ForeignText {
        slug: Some("a-draft".to_owned()),
        visibility: Visibility::Draft,
        canonical_url: Some("https://elsewhere.example.org/a".to_owned()),
        base: Base::Folder(String::new()),
        changes: vec![Change::new(
            "series",
            "It is part of the series \"gits\", and stands alone here",
        )],
        ..plain("a-draft", "A draft", "Not yet\n")
    };
    let no_post = left_out(
        "plain.md",
        "A file without the front matter of Hashnode is no post of it",
    );
    assert_eq!(
        items(System::Hashnode, &fixture("hashnode/backup")),
        [text(post), text(draft), no_post, feed()]
    );
}

#[test]
fn takes_for_drafts_what_is_not_known_to_be_published() {
    let json = br#"{"data": {"me": {"drafts": {"edges": [{"node": {"id": "1", "title": "a", "content": {"markdown": "b"}}}]}}}}"#;
    let (items, outcome) = read_files(System::Hashnode, &[("drafts.json", json)]);
    outcome.unwrap();
    let draft = ForeignText {
        visibility: Visibility::Draft,
        ..plain("1", "a", "b")
    };
    assert_eq!(items, [text(draft), feed()]);
}

#[test]
fn refuses_what_is_no_export() {
    for (name, text) in [
        ("export.json", "{}"),
        ("README.md", "# Blog"),
        ("export.json", "[1]"),
    ] {
        let (items, outcome) = read_files(System::Hashnode, &[(name, text.as_bytes())]);
        assert!(matches!(outcome, Err(ReadError::Form(_))), "{text}");
        assert!(items.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = read_files(System::Hashnode, &[("export.json", &bytes), ("post.md", &bytes)]);
    }

    #[test]
    fn survives_any_markdown(
        text in "(%\\[|%%\\[|!\\[|@\\[|<div data-node-type=\"callout\">|<div|</div>|\\\\\\(|\\\\\\)|\\]\\(@?|\\)|\\]|[`\\n> -]|é|.){0,60}"
    ) {
        text::to_markdown(&text, true, &mut Vec::new());
    }

    #[test]
    fn survives_damage(bytes in damaged(fs::read(fixture("hashnode/export.json")).unwrap())) {
        let (items, outcome) = read_files(System::Hashnode, &[("export.json", &bytes)]);
        prop_assert!(!items.is_empty() || outcome.is_err());
    }
}
