//! Who may plan the publication of a draft. A contributor publishes by no way, at once or at a time to come.

use axum::http::Method;
use axum_test::multipart::MultipartForm;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{
    DAY_LATER, HOUR_LATER, blog, create, created, draft, opened, plans_in_the_log, schedule, update,
};
use crate::support::accounts::assert_rejected;
use crate::support::{Site, database};

const NOT_ALLOWED: &str = "Your role does not allow this";
const THREE_YEARS_SECONDS: i64 = 3 * 366 * 86_400;

#[tokio::test]
async fn each_role_plans_what_it_may_publish() {
    let site = Site::new();
    let planned = json!({"publishAt": HOUR_LATER});
    for role in Role::ALL {
        let name = role.name();
        let own = &site.staff(name, role).token;
        let other = &site.staff(&format!("{name}2"), role).token;
        let (slug, others) = (format!("own-{name}"), format!("others-{name}"));
        created(&site, own, &draft(&slug, json!({}))).await;
        created(&site, other, &draft(&others, json!({}))).await;
        let may_plan = [role >= Role::Author, role >= Role::Editor];
        for (slug, is_allowed) in [&slug, &others].into_iter().zip(may_plan) {
            let expected = if is_allowed { 200 } else { 403 };
            let by_save = update(&site, own, slug, &draft(slug, planned.clone())).await;
            assert_eq!(by_save.status_code(), expected, "{slug}");
            let by_plan = schedule(&site, own, slug, json!(DAY_LATER)).await;
            assert_eq!(by_plan.status_code(), expected, "{slug}");
            let removed = schedule(&site, own, slug, json!(null)).await;
            assert_eq!(removed.status_code(), expected, "{slug}");
        }
        let new = create(&site, own, &draft(&format!("new-{name}"), planned.clone())).await;
        let expected = if may_plan[0] { 201 } else { 403 };
        assert_eq!(new.status_code(), expected, "{name}");
    }
    let reader = site.reader("Ada").token;
    for (token, status) in [("", 401), (reader.as_str(), 403)] {
        let refused = schedule(&site, token, "own-author", json!(DAY_LATER)).await;
        assert_eq!(refused.status_code(), status);
    }
}

#[tokio::test]
async fn a_contributor_publishes_by_no_way() {
    let site = Site::new();
    let contributor = &site.staff("cleo", Role::Contributor).token;
    let editor = &site.staff("edith", Role::Editor).token;
    created(&site, contributor, &draft("Mine", json!({}))).await;
    created(&site, contributor, &draft("Planned", json!({}))).await;
    created(&site, editor, &draft("Theirs", json!({}))).await;
    blog(&schedule(&site, editor, "planned", json!(DAY_LATER)).await);

    for status in ["draft", "published"] {
        for at in [HOUR_LATER, DAY_LATER] {
            let body = draft("Mine", json!({"publishAt": at, "status": status}));
            assert!(
                create(&site, contributor, &body)
                    .await
                    .status_code()
                    .is_client_error()
            );
            for slug in ["mine", "theirs"] {
                let refused = update(&site, contributor, slug, &body).await;
                assert!(refused.status_code().is_client_error(), "{status} {at} {slug}");
            }
        }
    }
    let moved = draft("Planned", json!({"publishAt": HOUR_LATER}));
    assert_rejected(
        &update(&site, contributor, "planned", &moved).await,
        403,
        NOT_ALLOWED,
    );
    for (slug, at) in [
        ("mine", json!(HOUR_LATER)),
        ("planned", json!(HOUR_LATER)),
        ("planned", json!(null)),
        ("theirs", json!(HOUR_LATER)),
    ] {
        assert_rejected(&schedule(&site, contributor, slug, at).await, 403, NOT_ALLOWED);
    }
    let feature = json!({"isFeatured": true});
    let featured = site.request(Method::PATCH, "/api/blogs/mine", contributor, Some(&feature));
    assert_rejected(&featured.await, 403, NOT_ALLOWED);
    for (method, path) in [
        (Method::POST, "/api/blogs/create"),
        (Method::PUT, "/api/blogs/update/mine"),
    ] {
        let form = MultipartForm::new()
            .add_text("title", "Mine")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("featuredImage", "https://example.org/cover.png")
            .add_text("status", "draft")
            .add_text("publishAt", HOUR_LATER);
        let refused = site
            .request(method, path, contributor, None)
            .multipart(form)
            .await;
        assert_rejected(&refused, 403, NOT_ALLOWED);
    }
    assert_eq!(
        plans_in_the_log(&site),
        [format!("post.scheduled {DAY_LATER}")],
        "only the editor has planned"
    );
    let planned = "select slug from posts where publish_at is not null";
    assert_eq!(database::query(site.folder(), planned), ["planned"]);

    // What the editor planned is published, and nothing else, however long one waits.
    site.clock.advance_seconds(THREE_YEARS_SECONDS);
    site.publish_due();
    let published = "select slug from posts where status = 'published'";
    assert_eq!(database::query(site.folder(), published), ["planned"]);
}

#[tokio::test]
async fn a_contributors_change_of_a_planned_draft_hands_it_in_again() {
    let site = Site::new();
    let contributor = &site.staff("cleo", Role::Contributor).token;
    let editor = &site.staff("edith", Role::Editor).token;
    created(&site, contributor, &draft("Mine", json!({}))).await;
    // With the time that it has, as a client sends back what it read; without one; and with null.
    for fields in [
        json!({"publishAt": DAY_LATER}),
        json!({}),
        json!({"publishAt": null}),
    ] {
        let planned = blog(&schedule(&site, editor, "mine", json!(DAY_LATER)).await);
        assert_eq!(
            (&planned["publishAt"], &planned["review"]),
            (&json!(DAY_LATER), &json!("none"))
        );
        site.clock.advance_seconds(1);
        let saved = blog(&update(&site, contributor, "mine", &draft("Mine", fields)).await);
        assert_eq!(
            (&saved["publishAt"], &saved["review"]),
            (&json!(null), &json!("submitted"))
        );
        site.clock.advance_seconds(1);
    }
    let rows = plans_in_the_log(&site);
    let unscheduled = rows.iter().filter(|row| *row == "post.unscheduled").count();
    assert_eq!((rows.len(), unscheduled), (6, 3), "{rows:?}");
    site.clock.advance_seconds(THREE_YEARS_SECONDS);
    site.publish_due();
    assert_eq!(site.server.get("/api/blogs/mine").await.status_code(), 404);
}

#[tokio::test]
async fn a_contributors_restoring_of_a_planned_draft_hands_it_in_again() {
    let site = Site::new();
    let contributor = &site.staff("cleo", Role::Contributor).token;
    let editor = &site.staff("edith", Role::Editor).token;
    created(&site, contributor, &draft("Mine", json!({}))).await;
    let changed = draft("Mine", json!({"content": "<p>As the editor approved it.</p>"}));
    let changed = blog(&update(&site, contributor, "mine", &changed).await);
    assert_eq!(changed["revision"], 2);
    blog(&schedule(&site, editor, "mine", json!(HOUR_LATER)).await);
    let path = "/api/blogs/mine/revisions/1/restore";
    let restore = site.request(Method::POST, path, contributor, Some(&json!({})));
    let restored = blog(&restore.await);
    assert_eq!(
        (&restored["publishAt"], &restored["review"]),
        (&json!(null), &json!("submitted"))
    );
    site.clock.advance_seconds(THREE_YEARS_SECONDS);
    site.publish_due();
    assert_eq!(site.server.get("/api/blogs/mine").await.status_code(), 404);
}

#[tokio::test]
async fn a_planned_publication_and_an_approval_mark_the_revision_that_they_publish() {
    let site = Site::new();
    let admin = &site.admin("root").token;
    created(&site, admin, &draft("Planned", json!({"publishAt": HOUR_LATER}))).await;
    created(&site, admin, &draft("Approved", json!({}))).await;
    for (call, body) in [("submit", json!({})), ("review", json!({"decision": "approve"}))] {
        let path = format!("/api/blogs/approved/{call}");
        blog(&site.request(Method::POST, &path, admin, Some(&body)).await);
    }
    site.clock.advance_seconds(3_600);
    site.publish_due();
    for slug in ["planned", "approved"] {
        assert_eq!(
            site.server.get(&format!("/api/blogs/{slug}")).await.status_code(),
            200
        );
        let path = format!("/api/blogs/{slug}/revisions");
        let revisions = site.get_as(admin, &path).await["revisions"].clone();
        assert_eq!(revisions.as_array().unwrap().len(), 1, "{revisions}");
        assert_eq!(revisions[0]["reason"], "publish");
        // Whoever opened it before saves over it without a conflict.
        let saved = update(&site, admin, slug, &draft("Saved", json!({"revision": 1}))).await;
        assert_eq!(blog(&saved)["revision"], 2);
    }
}

#[tokio::test]
async fn a_time_set_by_an_editor_ends_the_review_and_one_of_an_author_does_not() {
    let site = Site::new();
    let author = &site.staff("ada", Role::Author).token;
    let editor = &site.staff("edith", Role::Editor).token;
    created(&site, author, &draft("Mine", json!({}))).await;
    let planned = draft("Mine", json!({"publishAt": HOUR_LATER}));
    for (token, by_save, expected) in [
        (author, true, "submitted"),
        (author, false, "submitted"),
        (editor, true, "none"),
        (editor, false, "none"),
    ] {
        let submitted = "update posts set review = 'submitted', publish_at = null";
        database::execute(site.folder(), submitted);
        let response = if by_save {
            update(&site, token, "mine", &planned).await
        } else {
            schedule(&site, token, "mine", json!(HOUR_LATER)).await
        };
        let saved: Value = blog(&response);
        assert_eq!(saved["publishAt"], HOUR_LATER);
        assert_eq!(saved["review"], expected, "by a save: {by_save}");
    }
    assert_eq!(opened(&site, author, "mine").await["review"], "none");
}
