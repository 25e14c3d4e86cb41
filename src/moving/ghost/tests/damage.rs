//! Exports that are damaged, made to do harm, or large.

use std::fs;

use proptest::prelude::*;

use super::{fixture, items_of_json};
use crate::moving::collected;
use crate::moving::item::{Item, Kind};

#[test]
fn hands_on_what_stands_before_a_damage() {
    let whole = fs::read(fixture("v1.json")).unwrap();
    let cut = whole.windows(8).position(|bytes| bytes == b"old-page").unwrap();
    let (items, result) = items_of_json(&whole[..cut]);
    assert_eq!(items.text("59a952be7d79ed06b0d21127").tags, ["News"]);
    assert!(
        result
            .unwrap_err()
            .to_string()
            .contains("a part of it is missing")
    );
    let json = br#"{"data": {"posts": [{"id": 1, "html": oops}, {"id": 2, "html": "b"}, 3, null]}}"#;
    let (items, result) = items_of_json(json);
    result.unwrap();
    assert_eq!(items.html("2"), "b");
    let refused: Vec<&str> = items.refused().iter().map(|(_, id, _)| *id).collect();
    assert_eq!(refused, ["posts[0]", "posts[2]", "posts[3]"]);
}

#[test]
fn reads_long_posts_one_by_one() {
    let words = "word ".repeat(100_000);
    let posts = (0..20).map(|id| format!("{{\"id\": {id}, \"html\": \"<p>{words}</p>\"}}"));
    let json = format!(
        "{{\"data\": {{\"posts\": [{}]}}}}",
        posts.collect::<Vec<_>>().join(",")
    );
    let (items, result) = items_of_json(json.as_bytes());
    result.unwrap();
    let ids: Vec<String> = items
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Text(text) => Some(text.source_id.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(ids, (0..20).map(|id| id.to_string()).collect::<Vec<_>>());
    let large = "x".repeat((4 << 20) + 1);
    let (items, _) =
        items_of_json(format!("{{\"posts\": [{{\"id\": 1, \"html\": \"{large}\"}}]}}").as_bytes());
    assert_eq!(
        items.refused(),
        [(Kind::Post, "1", "Its text is larger than 4 MiB")]
    );
}

#[test]
fn refuses_a_text_that_is_made_to_grow() {
    let address = "x".repeat(1 << 20);
    let sections = vec!["[10,0]"; 10_000].join(",");
    let document = format!(r#"{{"cards": [["html", {{"html": "{address}"}}]], "sections": [{sections}]}}"#);
    let attributes: Vec<String> = (0..1_000).map(|number| format!("a{number}")).collect();
    let attributes = attributes.join(" ");
    let posts = serde_json::json!({ "posts": [
        { "id": 1, "mobiledoc": document },
        { "id": 2, "html": "<div>".repeat(1_000) },
        { "id": 3, "html": format!("<p {attributes}>") },
    ] });
    let (items, result) = items_of_json(posts.to_string().as_bytes());
    result.unwrap();
    let reasons: Vec<&str> = items.refused().iter().map(|(_, _, reason)| *reason).collect();
    assert_eq!(
        reasons,
        [
            "Its text cannot be read: it becomes larger than 4 MiB",
            "The content must not be nested deeper than 128 levels",
            "An element of the content must have at most 500 attributes",
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn never_panics_at_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        // What begins with these two is read as an archive.
        prop_assume!(!bytes.starts_with(b"PK"));
        let _ = items_of_json(&bytes);
    }

    #[test]
    fn yields_items_or_refusals_whatever_is_damaged(
        json in collected::damaged(fs::read(fixture("v1.json")).unwrap()),
    ) {
        let (items, result) = items_of_json(&json);
        prop_assert!(!items.items.is_empty() || result.is_err());
    }
}
