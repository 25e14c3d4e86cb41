//! Two people who change the same post.

use axum::http::Method;
use axum_test::multipart::MultipartForm;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{Writer, content, pictures, status_of, with};
use crate::api::posts_admin::{data_url, png};
use crate::support::{Site, database, post};

fn based_on(words: &str, revision: u64) -> Value {
    with(content(words), json!({"revision": revision}))
}

#[tokio::test]
async fn a_save_of_an_outdated_text_keeps_both_texts() {
    let site = Site::new();
    let (ann, edith) = (
        Writer::new(&site, "ann", Role::Author),
        Writer::new(&site, "edith", Role::Editor),
    );
    let id = ann.create(content("one")).await;
    site.clock.advance_seconds(60);
    edith.save(&id, based_on("of Edith", 1)).await;
    site.clock.advance_seconds(60);
    let picture = data_url(&png(7, 40));
    let mine = with(
        based_on(&format!("of Ann <img src=\"{picture}\">"), 1),
        json!({"slug": "of-ann"}),
    );
    let refused = ann.update(&id, mine).await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(refused.header("cache-control"), "no-store");
    let body: Value = refused.json();
    assert_eq!(
        (
            &body["success"],
            &body["code"],
            &body["revision"],
            &body["changedBy"]
        ),
        (
            &json!(false),
            &json!("revision_conflict"),
            &json!(2),
            &json!("edith")
        )
    );
    assert_eq!(
        (
            &body["changedAt"],
            &body["conflict"],
            &body["blog"]["content"],
            &body["blog"]["revision"]
        ),
        (
            &json!("2026-03-01T12:01:00.000Z"),
            &json!(3),
            &json!("<p>of Edith</p>"),
            &json!(2)
        )
    );
    assert!(body["message"].is_string(), "{body}");

    // Nothing has changed but that there is a revision more.
    let opened = ann.open(&id).await;
    assert_eq!(
        (&opened["content"], &opened["revision"], &opened["updatedAt"]),
        (
            &json!("<p>of Edith</p>"),
            &json!(2),
            &json!("2026-03-01T12:01:00.000Z")
        )
    );
    assert_eq!(ann.reasons(&id).await, ["3 conflict", "2 save", "1 publish"]);
    let revisions = ann.revisions(&id).await;
    assert_eq!(
        (
            &revisions[0]["slug"],
            &revisions[0]["isCurrent"],
            &revisions[1]["isCurrent"]
        ),
        (&json!("of-ann"), &json!(false), &json!(true))
    );
    let kept = ann.text_of(&id, &json!(3)).await;
    assert!(kept.contains("of Ann"), "{kept}");
    assert_eq!(status_of(&site, &pictures(&kept)[0]).await, 200);
    let audit = database::query(
        site.folder(),
        "select action || ' ' || detail from audit where action = 'post.conflicted'",
    );
    assert_eq!(audit, ["post.conflicted 3"]);

    // The number of the conflict is none that the post had; that of the present text replaces it.
    let next = ann.save(&id, based_on("of both", 2)).await;
    assert_eq!(next["revision"], 4);
    assert_eq!(
        ann.reasons(&id).await,
        ["4 save", "3 conflict", "2 save", "1 publish"]
    );
}

#[tokio::test]
async fn a_save_without_a_revision_replaces_whatever_there_is() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    assert_eq!(root.save(&id, content("three")).await["revision"], 3);
    assert_eq!(
        root.save(&id, with(content("four"), json!({"revision": null})))
            .await["revision"],
        4
    );
}

#[tokio::test]
async fn an_outdated_save_of_the_present_text_is_no_conflict() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    let again = root.save(&id, based_on("two", 1)).await;
    assert_eq!(again["revision"], 2);
    assert_eq!(root.reasons(&id).await, ["2 save", "1 publish"]);
}

#[tokio::test]
async fn refuses_a_revision_that_the_post_never_had() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    for revision in [
        json!(2),
        json!(-1),
        json!("1"),
        json!(1.5),
        json!(4_294_967_296_u64),
    ] {
        let refused = root
            .update(&id, with(content("two"), json!({"revision": revision})))
            .await;
        assert_eq!(refused.status_code(), 400, "{revision}");
        assert!(
            refused.json::<Value>()["errors"]["revision"].is_string(),
            "{revision}"
        );
    }
    assert_eq!(root.open(&id).await["content"], "<p>one</p>");
    assert_eq!(root.reasons(&id).await, ["1 publish"]);
}

#[tokio::test]
async fn a_form_has_a_revision_too() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    let send = async |revision: &str| {
        let form = MultipartForm::new()
            .add_text("title", "A form")
            .add_text("content", "<p>three</p>")
            .add_text("category", "Other")
            .add_text("status", "published")
            .add_text("revision", revision.to_owned());
        let path = format!("/api/blogs/update/{id}");
        site.request(Method::PUT, &path, &root.account.token, None)
            .multipart(form)
            .await
    };
    assert_eq!(send("x").await.status_code(), 400);
    let refused = send("1").await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(refused.json::<Value>()["conflict"], 3);
    send("2").await.assert_status_ok();
}

#[tokio::test]
async fn two_who_opened_an_imported_post_conflict() {
    let site = Site::with_posts(&[post(1)]);
    let root = Writer::new(&site, "root", Role::Admin);
    let of = |words: &str| with(based_on(words, 0), json!({"featuredImage": ""}));
    assert_eq!(root.save("post-1", of("first")).await["revision"], 2);
    let refused = root.update("post-1", of("second")).await;
    assert_eq!(refused.status_code(), 409);
    assert_eq!(root.reasons("post-1").await, ["3 conflict", "2 save", "1 import"]);
}

#[tokio::test]
async fn likes_features_and_an_equal_publication_conflict_with_nobody() {
    let site = Site::new();
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    let like = format!("/api/blogs/{id}/like");
    site.post_as(&like, &site.reader("Ada").token)
        .await
        .assert_status_ok();
    let feature = json!({"isFeatured": true});
    let featured = root
        .send(Method::PATCH, &format!("/api/blogs/{id}"), Some(feature))
        .await;
    featured.assert_status_ok();
    for status in ["draft", "published"] {
        root.save(&id, with(content("one"), json!({"status": status})))
            .await;
    }
    assert_eq!(root.save(&id, based_on("two", 1)).await["revision"], 2);
}

/// A conflict of a taken slug would lose the text otherwise.
#[tokio::test]
async fn an_outdated_text_is_kept_also_with_a_slug_that_another_post_has() {
    let site = Site::with_posts(&[post(1)]);
    let root = Writer::new(&site, "root", Role::Admin);
    let id = root.create(content("one")).await;
    root.save(&id, content("two")).await;
    let refused = root
        .update(&id, with(based_on("three", 1), json!({"slug": "post-1"})))
        .await;
    assert_eq!(refused.json::<Value>()["code"], "revision_conflict");
    let taken = root
        .update(&id, with(based_on("three", 2), json!({"slug": "post-1"})))
        .await;
    assert_eq!(taken.json::<Value>()["code"], "slug_taken");
}
