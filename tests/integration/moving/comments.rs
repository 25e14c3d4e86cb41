//! Comments of another system.

use blog_app::actions::moving::Outcome;
use blog_app::moving::item::{CommentContent, CommentedText, ForeignComment, Item};

use super::{Exported, comment, comment_item, count, post, rows, text_with};
use crate::support::Site;

fn exported(comments: Vec<ForeignComment>) -> Exported {
    let mut items = vec![post("one", "<p>One.</p>")];
    items.extend(comments.into_iter().map(comment_item));
    Exported::new(items)
}

/// The comments in the order of their threads: depth, name and state.
fn threads(site: &Site) -> Vec<String> {
    rows(
        site,
        "select depth || ' ' || imported_name || ' ' || state from comments order by path",
    )
}

#[tokio::test]
async fn threads_keep_their_form_and_nobody_is_told() {
    let site = Site::new();
    let held = ForeignComment {
        is_approved: false,
        ..comment("d", "one", Some("a"), 4)
    };
    let moved = exported(vec![
        comment("a", "one", None, 1),
        comment("b", "one", Some("a"), 2),
        comment("c", "one", Some("b"), 3),
        held,
        comment("e", "one", None, 5),
    ])
    .import(&site);
    assert_eq!(moved.totals.comments.new, 5);
    assert_eq!(
        threads(&site),
        [
            "0 Reader a visible",
            "1 Reader b visible",
            "2 Reader c visible",
            "1 Reader d held",
            "0 Reader e visible",
        ]
    );
    assert_eq!(moved.item("comment", "d").status, "held");
    let blog = &site.get("/api/blogs/one").await["blog"];
    assert_eq!(blog["stats"]["commentCount"], 4);
    assert_eq!(
        rows(
            &site,
            "select content from comments where imported_name = 'Reader a'"
        ),
        ["Says **a**"]
    );
    assert_eq!(
        rows(
            &site,
            "select created_at from comments where imported_name = 'Reader a'"
        ),
        ["1588413660000"]
    );
    for table in [
        "notifications",
        "outbox",
        "announcements",
        "webhook_deliveries",
        "users",
    ] {
        assert_eq!(count(&site, table), 0, "{table}");
    }
    site.assert_counts_are_correct();
    let page = site.server.get("/blog/one").await.text();
    assert!(page.contains("Reader c") && !page.contains("Reader d"), "{page}");
}

#[tokio::test]
async fn a_second_import_skips_what_is_there_and_adds_what_is_new() {
    let site = Site::new();
    exported(vec![comment("a", "one", None, 1)]).import(&site);
    let again = exported(vec![
        comment("a", "one", None, 1),
        comment("b", "one", Some("a"), 2),
    ])
    .import(&site);
    let comments = &again.totals.comments;
    assert_eq!((comments.new, comments.skipped), (1, 1));
    assert_eq!(threads(&site), ["0 Reader a visible", "1 Reader b visible"]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn replies_may_come_first_and_parents_may_be_gone() {
    let site = Site::new();
    let mut items: Vec<Item> = [
        comment("c", "one", Some("b"), 3),
        comment("b", "one", Some("a"), 2),
        comment("y", "one", Some("x"), 5),
        comment("x", "one", Some("removed"), 4),
        comment("p", "one", Some("q"), 7),
        comment("q", "one", Some("p"), 8),
        comment("a", "one", None, 1),
    ]
    .into_iter()
    .map(comment_item)
    .collect();
    items.push(post("one", "<p>One.</p>"));
    let moved = Exported::new(items).import(&site);
    assert_eq!((moved.totals.comments.new, moved.totals.comments.refused), (7, 0));
    assert_eq!(
        threads(&site),
        [
            "0 Reader a visible",
            "1 Reader b visible",
            "2 Reader c visible",
            "0 Reader x visible",
            "1 Reader y visible",
            "0 Reader p visible",
            "1 Reader q visible",
        ]
    );
    assert_eq!(moved.changed("comment", "x"), ["parent"]);
    assert!(moved.changed("comment", "y").is_empty());
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn deep_threads_are_as_deep_as_others() {
    let site = Site::new();
    let ids: Vec<String> = (0..30).map(|number| format!("c{number:02}")).collect();
    let comments = ids.iter().enumerate().map(|(number, id)| {
        let parent = number.checked_sub(1).map(|before| ids[before].as_str());
        comment(id, "one", parent, i64::try_from(number).unwrap())
    });
    exported(comments.collect()).import(&site);
    assert_eq!(rows(&site, "select max(depth) from comments"), ["20"]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn comments_find_texts_of_earlier_imports_by_their_addresses() {
    let site = Site::new();
    Exported::new(vec![post("one", "<p>One.</p>")]).import(&site);
    let at = |id: &str, address: &str| {
        comment_item(ForeignComment {
            on: CommentedText::Address(address.to_owned()),
            ..comment(id, "", None, 1)
        })
    };
    let moved = Exported::new(vec![
        at("a", "https://old.example/2020/one/?x=1#comments"),
        at("b", "https://new.example/blog/one"),
        at("c", "https://old.example/2020/unknown/"),
        at("d", "mailto:nobody"),
    ])
    .import(&site);
    assert_eq!((moved.totals.comments.new, moved.totals.comments.refused), (2, 2));
    let refused = moved.item("comment", "c");
    assert_eq!(refused.outcome, Outcome::Refused);
    assert!(refused.refusal().unwrap().contains("not here"), "{refused:?}");
}

#[tokio::test]
async fn comments_on_nothing_are_refused_and_no_mail_address_is_kept() {
    let site = Site::new();
    let empty = ForeignComment {
        text: CommentContent::Plain(" ".to_owned()),
        ..comment("empty", "one", None, 1)
    };
    let by_mail = ForeignComment {
        author: "bo@example.org".to_owned(),
        ..comment("mail", "one", None, 2)
    };
    let page = text_with("page", "<p>Page.</p>", |text| {
        text.kind = blog_app::moving::item::Kind::Page;
    });
    let exported = Exported::new(vec![
        post("one", "<p>One.</p>"),
        post("blank", "<p></p>"),
        page,
        comment_item(empty),
        comment_item(by_mail),
        comment_item(comment("a", "blank", None, 1)),
        comment_item(comment("b", "unknown", None, 1)),
        comment_item(comment("c", "page", None, 1)),
    ]);
    let moved = exported.import(&site);
    assert_eq!((moved.totals.comments.new, moved.totals.comments.refused), (1, 4));
    assert_eq!(rows(&site, "select imported_name from comments"), ["Anonymous"]);
    assert!(moved.item("comment", "c").refusal().unwrap().contains("page"));
}
