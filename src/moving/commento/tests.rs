//! Tests of the importer for Commento, on exports made for them.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::*;
use crate::domain::Time;
use crate::moving::System;
use crate::moving::collected::{damaged, fixture, items, left_out, read_files};
use crate::moving::item::RefusedItem;

fn comment(id: &str, on: &str, parent: Option<&str>, author: &str, text: &str, at: &str) -> ForeignComment {
    ForeignComment {
        source_id: id.to_owned(),
        on: CommentedText::Address(on.to_owned()),
        parent: parent.map(str::to_owned),
        author: author.to_owned(),
        text: CommentContent::Plain(text.to_owned()),
        created_at: Some(Time::parse(at).unwrap()),
        is_approved: true,
    }
}

fn refused(id: &str, reason: &str) -> Item {
    Item::Refused(RefusedItem {
        kind: Kind::Comment,
        source_id: id.to_owned(),
        title: String::new(),
        reason: reason.to_owned(),
    })
}

fn expected() -> Vec<Item> {
    let page = "https://old.example.org/2019/03/borrowing/";
    let taken = |comment| Item::Comment(Box::new(comment));
    vec![
        taken(comment(
            "c1",
            page,
            None,
            "Ada Lovelace",
            "First & `code`\n\n> a quote 😀",
            "2020-05-01T10:00:00Z",
        )),
        taken(ForeignComment {
            is_approved: false,
            ..comment(
                "c2",
                page,
                Some("c1"),
                "",
                "A *reply*",
                "2020-05-02T10:00:00.123Z",
            )
        }),
        taken(ForeignComment {
            is_approved: false,
            ..comment(
                "c3",
                "https://old.example.org/",
                None,
                "",
                "On the home page",
                "2020-05-03T10:00:00Z",
            )
        }),
        left_out("c4", DELETED),
        taken(ForeignComment {
            text: CommentContent::Html("<p>Only <b>HTML</b></p>".to_owned()),
            ..comment(
                "c5",
                "https://old.example.org/about",
                Some("c1"),
                "",
                "",
                "2020-05-05T10:00:00Z",
            )
        }),
        refused("c6", "The export does not say which page it is on"),
        refused("", "It has no text"),
    ]
}

#[test]
fn reads_an_export() {
    let path = fixture("commento/export.json");
    assert_eq!(items(System::Commento, &path), expected());
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&fs::read(path).unwrap()).unwrap();
    let packed = encoder.finish().unwrap();
    let (items, outcome) = read_files(System::Commento, &[("old.example.org.json.gz", &packed)]);
    outcome.unwrap();
    assert_eq!(items, expected());
}

#[test]
fn reads_the_form_of_comentario() {
    let page = "/2019/03/borrowing/";
    let first = comment("1a", page, None, "Ada", "Hello", "2024-01-02T03:04:05Z");
    let second = ForeignComment {
        is_approved: false,
        ..comment("1b", page, Some("1a"), "Guest", "Waits", "2024-01-02T04:00:00Z")
    };
    assert_eq!(
        items(System::Commento, &fixture("commento/version3.json")),
        [Item::Comment(Box::new(first)), Item::Comment(Box::new(second))]
    );
}

#[test]
fn keeps_no_mail_addresses() {
    let items = items(System::Commento, &fixture("commento/export.json"));
    assert!(!format!("{items:?}").contains("@example.org"));
}

#[test]
fn takes_what_comes_before_the_damage() {
    let json = fs::read_to_string(fixture("commento/export.json")).unwrap();
    let cut = &json[..json.find("\"c3\"").unwrap()];
    let (items, outcome) = read_files(System::Commento, &[("export.json", cut.as_bytes())]);
    outcome.unwrap();
    // The names come at the end of the file.
    let ids: Vec<_> = items
        .iter()
        .map(|item| match item {
            Item::Comment(comment) => (comment.source_id.as_str(), comment.author.as_str()),
            Item::Refused(refused) => (refused.source_id.as_str(), ""),
            _ => unreachable!(),
        })
        .collect();
    assert_eq!(ids, [("c1", ""), ("c2", ""), ("export.json", "")]);
}

#[test]
fn refuses_what_is_no_export() {
    for json in ["", "[]", "{}", "{\"version\": \"1.0.0\"}", "<xml/>"] {
        let (items, outcome) = read_files(System::Commento, &[("export.json", json.as_bytes())]);
        assert!(matches!(outcome, Err(ReadError::Form(_))), "{json}");
        assert!(items.is_empty());
    }
    let empty = "{\"version\": 1, \"comments\": [], \"commenters\": []}";
    let (items, outcome) = read_files(System::Commento, &[("export.json", empty.as_bytes())]);
    outcome.unwrap();
    assert!(items.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn survives_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let _ = read_files(System::Commento, &[("export.json", &bytes)]);
    }

    #[test]
    fn survives_damage(bytes in damaged(fs::read(fixture("commento/export.json")).unwrap())) {
        let (items, _) = read_files(System::Commento, &[("export.json", &bytes)]);
        prop_assert!(items.len() <= 9);
    }
}
