//! Which revisions stay, and the pictures that they show.

use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, pictures, status_of, with};
use crate::api::posts_admin::{data_url, png};
use crate::support::Site;

#[tokio::test]
async fn two_hundred_saves_leave_fifty_beside_the_named_and_the_published_ones() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let root = Writer::new(&site, "root", Role::Admin);
    let picture = |shade| format!("<p>with <img src=\"{}\"></p>", data_url(&png(shade, 40)));
    let id = root
        .create(json!({"content": picture(1), "status": "draft"}))
        .await;
    root.save(&id, json!({"content": picture(2), "status": "draft"}))
        .await;
    let named = root.text_of(&id, &json!(1)).await;
    let unnamed = root.text_of(&id, &json!(2)).await;
    let (kept, lost) = (&pictures(&named)[0], &pictures(&unnamed)[0]);
    root.rename(&id, 1, json!("The first")).await.assert_status_ok();
    for number in 3..=200 {
        let status = if number == 40 { "published" } else { "draft" };
        let changes = with(content(&format!("number {number}")), json!({"status": status}));
        assert_eq!(root.save(&id, changes).await["revision"], number);
        if number == 30 {
            for address in [kept, lost] {
                assert_eq!(status_of(&site, address).await, 200, "{address}");
            }
        }
    }
    let revisions = root.revisions(&id).await;
    let numbers: Vec<u64> = revisions
        .iter()
        .map(|revision| revision["number"].as_u64().unwrap())
        .collect();
    let expected: Vec<u64> = (151..=200).rev().chain([40, 1]).collect();
    assert_eq!(numbers, expected);
    assert_eq!(revisions[50]["reason"], "publish");
    assert_eq!(revisions[51]["name"], "The first");
    assert_eq!(status_of(&site, kept).await, 200, "a named revision shows it");
    assert_eq!(status_of(&site, lost).await, 404, "no revision shows it");
    assert_eq!(root.text_of(&id, &json!(1)).await, named);

    // Without its name it is one too many at the next save.
    root.rename(&id, 1, Value::Null).await.assert_status_ok();
    root.save(&id, content("the last")).await;
    assert_eq!(status_of(&site, kept).await, 404);
}

#[tokio::test]
async fn the_present_text_stays_whatever_number_of_conflicts_follows() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root
        .create(with(content("one"), json!({"status": "draft"})))
        .await;
    root.save(&id, with(content("two"), json!({"status": "draft"})))
        .await;
    for number in 0..55 {
        let stale = json!({"status": "draft", "revision": 1});
        let refused = root
            .update(&id, with(content(&format!("stale {number}")), stale))
            .await;
        assert_eq!(refused.json::<Value>()["changedBy"], "root");
    }
    let revisions = root.revisions(&id).await;
    assert_eq!(revisions.len(), 50);
    let last = revisions.last().unwrap();
    assert_eq!((&last["number"], &last["isCurrent"]), (&json!(2), &json!(true)));
}

#[tokio::test]
async fn the_cover_of_an_earlier_revision_stays() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root
        .create(json!({"featuredImage": data_url(&png(3, 900))}))
        .await;
    let first = root.open(&id).await;
    let covers = [&first["featuredImage"], &first["featuredImageSmall"]];
    root.save(&id, json!({"featuredImage": "https://example.org/other.png"}))
        .await;
    for address in covers {
        assert_eq!(
            status_of(&site, address.as_str().unwrap()).await,
            200,
            "{address}"
        );
    }
    let restored = root.restore(&id, 1).await;
    restored.assert_status_ok();
    let restored = restored.json::<Value>()["blog"].clone();
    assert_eq!(
        covers,
        [&restored["featuredImage"], &restored["featuredImageSmall"]]
    );
}
