//! The list of comments for moderators.

use axum::http::Method;
use serde_json::{Value, json};

use super::Forum;
use crate::support::database;

fn ids(list: &Value) -> Vec<String> {
    let comments = list["comments"].as_array().unwrap();
    comments
        .iter()
        .map(|comment| super::text_of(&comment["_id"]))
        .collect()
}

#[tokio::test]
async fn filters_by_state_reports_reader_and_post() {
    let site = Forum::new();
    let (ada, bo) = (&site.ada, &site.bo);
    let add = |slug: &str, reader, held_for: &[&str]| site.add(slug, reader, None, held_for).to_string();
    let visible = add("post-1", ada.id, &[]);
    let held = add("post-1", ada.id, &["link", "word"]);
    let others = add("post-2", bo.id, &[]);
    let first_removed = add("post-2", bo.id, &[]);
    let removed = add("post-1", bo.id, &[]);
    let reply = site.said(&bo.token, Some(&visible), "A reply").await;
    site.decided("remove", &[&removed]).await;
    site.site.clock.advance_seconds(1);
    site.decided("remove", &[&first_removed]).await;
    let others_post = site.site.post_id("post-2");
    let (of_ada, of_post) = (format!("?user={}", ada.id), format!("?blog={others_post}"));
    for (query, expected) in [
        ("", vec![&reply, &others, &held, &visible]),
        ("?state=", vec![&reply, &others, &held, &visible]),
        ("?state=visible", vec![&reply, &others, &visible]),
        ("?state=held", vec![&held]),
        // The last removal is first.
        ("?state=removed", vec![&first_removed, &removed]),
        ("?reported=true", vec![]),
        ("?reported=false&limit=1&page=2", vec![&others]),
        ("?search=reply", vec![&reply]),
        ("?search=ada&state=held", vec![&held]),
        (&of_ada, vec![&held, &visible]),
        (&format!("{of_ada}&state=visible"), vec![&visible]),
        (&format!("{of_ada}&state=removed"), vec![]),
        (&of_post, vec![&others]),
        (
            &format!("{of_post}&user={}&state=removed", bo.id),
            vec![&first_removed],
        ),
        (&format!("{of_post}&user={}", ada.id), vec![]),
    ] {
        let list = site.queue(query).await;
        assert_eq!(
            ids(&list),
            expected.into_iter().cloned().collect::<Vec<_>>(),
            "{query}"
        );
        assert_eq!(
            list["totals"],
            json!({"all": 4, "held": 1, "reported": 0}),
            "{query}"
        );
        if !query.contains("limit") {
            assert_eq!(list["total"], ids(&list).len(), "{query}");
        }
    }
    let managed = site.managed(&held).await;
    assert_eq!(
        [
            &managed["heldFor"],
            &managed["state"],
            &managed["depth"],
            &managed["parentId"]
        ],
        [&json!(["link", "word"]), &json!("held"), &json!(0), &Value::Null]
    );
    let managed = site.managed(&reply).await;
    assert_eq!(
        (&managed["depth"], &managed["parentId"]),
        (&json!(1), &json!(visible))
    );
    let html = managed["contentHtml"].as_str().unwrap();
    assert!(html.contains("A reply"), "{html}");
    assert!(managed["user"]["id"].is_string() && managed["blog"]["slug"] == "post-1");
    // The staff read the text of what they removed.
    let managed = site.managed(&removed).await;
    assert_eq!(managed["content"], format!("Comment {removed}"));
}

#[tokio::test]
async fn refuses_unknown_states_and_what_is_no_id() {
    let site = Forum::new();
    for (query, field) in [
        ("state=deleted", "state"),
        ("state=Held", "state"),
        ("reported=maybe", "reported"),
        ("user=ada", "user"),
        ("blog=post-1", "blog"),
    ] {
        let path = format!("/api/admin/comments?{query}");
        let response = site
            .site
            .request(Method::GET, &path, &site.editor.token, None)
            .await;
        assert_eq!(response.status_code(), 400, "{query}");
        assert!(response.json::<Value>()["errors"][field].is_string(), "{query}");
    }
}

#[tokio::test]
async fn lists_the_most_reported_comments_first_with_their_newest_reports() {
    let site = Forum::new();
    let comments = [1, 2, 3].map(|_| site.add("post-1", site.ada.id, None, &[]).to_string());
    let readers: Vec<_> = (0..7)
        .map(|number| site.site.reader(&format!("Reader {number}")))
        .collect();
    let reports = [2, 7, 2];
    for (comment, count) in comments.iter().zip(reports) {
        for reader in &readers[..count] {
            site.site.clock.advance_seconds(1);
            site.report(&reader.token, comment).await.assert_status_ok();
        }
    }
    let list = site.queue("?reported=true").await;
    assert_eq!(
        ids(&list),
        [&comments[1], &comments[2], &comments[0]].map(String::clone)
    );
    assert_eq!(
        (&list["total"], &list["totals"]["reported"]),
        (&json!(3), &json!(3))
    );
    let first = &list["comments"][0];
    assert_eq!(first["reportCount"], 7);
    let reports = first["reports"].as_array().unwrap().iter();
    let names: Vec<_> = reports
        .map(|report| super::text_of(&report["user"]["name"]))
        .collect();
    assert_eq!(
        names,
        ["Reader 6", "Reader 5", "Reader 4", "Reader 3", "Reader 2"]
    );
    let page = site.queue("?reported=true&limit=1&page=2").await;
    assert_eq!(
        (ids(&page), &page["total"]),
        (vec![comments[2].clone()], &json!(3))
    );
    assert_eq!(
        site.decided("dismiss", &[&comments[1], &comments[0]]).await,
        ["done", "done"]
    );
    assert_eq!(ids(&site.queue("?reported=true").await), [comments[2].clone()]);
}

#[tokio::test]
async fn shows_the_earlier_texts_of_a_comment_newest_first() {
    let site = Forum::new();
    let comment = site.said(&site.ada.token, None, "First").await;
    let path = format!("/blogs/comments/{comment}");
    for text in ["Second", "Third"] {
        site.site.clock.advance_seconds(120);
        let edited = site.send(Method::PATCH, &path, &site.ada.token, json!({"content": text}));
        edited.await.assert_status_ok();
    }
    let other = site.said(&site.bo.token, None, "Never changed").await;
    let managed = site.managed(&comment).await;
    let edits = managed["edits"].as_array().unwrap().iter();
    let texts: Vec<_> = edits.map(|edit| super::text_of(&edit["content"])).collect();
    assert_eq!(
        (texts, &managed["content"]),
        (vec!["Second".to_owned(), "First".to_owned()], &json!("Third"))
    );
    assert_eq!(managed["edits"][0]["at"], managed["editedAt"]);
    assert_eq!(site.managed(&other).await["edits"], json!([]));
}

#[tokio::test]
async fn a_removed_comment_leaves_the_list_with_its_text() {
    let site = Forum::new();
    let removed = site.add("post-1", site.ada.id, None, &[]);
    site.add("post-1", site.bo.id, Some(removed), &[]);
    let removed = removed.to_string();
    site.decided("remove", &[&removed]).await;
    assert_eq!(ids(&site.queue("?state=removed").await), [removed.as_str()]);
    // As the clean-up does after 30 days.
    let erase =
        "update comments set content = ' ', content_folded = '', removed_at = null where state = 'removed'";
    database::execute(site.site.folder(), erase);
    let list = site.queue("?state=removed").await;
    assert_eq!((ids(&list), &list["total"]), (vec![], &json!(0)));
    for action in ["approve", "remove", "spam", "dismiss"] {
        assert_eq!(site.decided(action, &[&removed]).await, ["not_found"], "{action}");
    }
}
