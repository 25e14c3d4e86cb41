//! How a draft gets its time of publication, moves it and loses it.

use axum::http::Method;
use axum_test::multipart::MultipartForm;
use serde_json::{Value, json};

use super::{
    DAY_LATER, HOUR_LATER, START, blog, create, created, draft, opened, plans_in_the_log, schedule, update,
};
use crate::support::{Site, post};

/// Two years after the start, one of them counted as a leap year.
const FARTHEST: &str = "2028-03-01T12:00:00.000Z";

#[tokio::test]
async fn a_draft_gets_moves_keeps_and_loses_its_time() {
    let site = Site::new();
    let token = &site.admin("root").token;
    let with_offset = json!({"publishAt": "2026-03-01T14:00:00+01:00"});
    let new = created(&site, token, &draft("Plan", with_offset)).await;
    assert_eq!(new["publishAt"], HOUR_LATER);
    assert_eq!(new["status"], "draft");
    let kept = blog(&update(&site, token, "plan", &draft("Plan", json!({}))).await);
    assert_eq!(kept["publishAt"], HOUR_LATER, "absent keeps it");
    for (at, expected) in [
        (json!(DAY_LATER), json!(DAY_LATER)),
        (json!(null), json!(null)),
        (json!(FARTHEST), json!(FARTHEST)),
        (json!(""), json!(null)),
    ] {
        site.clock.advance_seconds(1);
        let changed = draft("Plan", json!({"publishAt": at}));
        let saved = blog(&update(&site, token, "plan", &changed).await);
        assert_eq!(saved["publishAt"], expected);
    }
    for (at, expected) in [
        (json!(DAY_LATER), json!(DAY_LATER)),
        (json!(DAY_LATER), json!(DAY_LATER)),
        (json!(HOUR_LATER), json!(HOUR_LATER)),
        (json!(null), json!(null)),
        (json!(null), json!(null)),
    ] {
        site.clock.advance_seconds(1);
        let before = opened(&site, token, "plan").await;
        let managed = blog(&schedule(&site, token, "plan", at).await);
        assert_eq!(managed["publishAt"], expected);
        let after = opened(&site, token, "plan").await;
        for field in ["title", "content", "updatedAt", "revision", "createdAt"] {
            assert_eq!(after[field], before[field], "{field}");
        }
    }
    assert_eq!(
        plans_in_the_log(&site),
        [
            format!("post.scheduled {HOUR_LATER}"),
            format!("post.scheduled {DAY_LATER}"),
            "post.unscheduled".to_owned(),
            format!("post.scheduled {FARTHEST}"),
            "post.unscheduled".to_owned(),
            format!("post.scheduled {DAY_LATER}"),
            format!("post.scheduled {HOUR_LATER}"),
            "post.unscheduled".to_owned(),
        ],
        "what changes nothing has no row"
    );
}

#[tokio::test]
async fn a_form_plans_as_well() {
    let site = Site::new();
    let token = &site.admin("root").token;
    let form = |publish_at: Option<&str>| {
        let form = MultipartForm::new()
            .add_text("title", "Form")
            .add_text("content", "<p>Words</p>")
            .add_text("category", "Other")
            .add_text("featuredImage", "https://example.org/cover.png")
            .add_text("status", "draft");
        match publish_at {
            Some(at) => form.add_text("publishAt", at),
            None => form,
        }
    };
    let send = |method, path, at| site.request(method, path, token, None).multipart(form(at));
    let new = send(Method::POST, "/api/blogs/create", Some(HOUR_LATER)).await;
    assert_eq!(blog(&new)["publishAt"], HOUR_LATER);
    for (at, expected) in [
        (None, json!(HOUR_LATER)),
        (Some(DAY_LATER), json!(DAY_LATER)),
        (Some(""), json!(null)),
    ] {
        let saved = send(Method::PUT, "/api/blogs/update/form", at).await;
        assert_eq!(blog(&saved)["publishAt"], expected, "{at:?}");
    }
    let refused = send(Method::PUT, "/api/blogs/update/form", Some("tomorrow")).await;
    assert!(refused.json::<Value>()["errors"]["publishAt"].is_string());
}

#[tokio::test]
async fn refuses_what_is_no_time_to_come_within_two_years() {
    let site = Site::new();
    let token = &site.admin("root").token;
    created(&site, token, &draft("Plan", json!({"publishAt": DAY_LATER}))).await;
    for at in [
        json!("tomorrow"),
        json!("2026-03-02"),
        json!("2026-03-02T12:00:00"),
        json!(START),
        json!("2026-03-01T12:59:00+01:00"),
        json!("2028-03-01T12:00:00.001Z"),
        json!(1_772_450_000_000_i64),
        json!([DAY_LATER]),
    ] {
        let body = draft("Plan", json!({"publishAt": at}));
        for response in [
            create(&site, token, &body).await,
            update(&site, token, "plan", &body).await,
            schedule(&site, token, "plan", at.clone()).await,
        ] {
            assert_eq!(response.status_code(), 400, "{at}");
            let refusal: Value = response.json();
            assert!(refusal["errors"]["publishAt"].is_string(), "{at}: {refusal}");
        }
    }
    assert_eq!(opened(&site, token, "plan").await["publishAt"], DAY_LATER);
    let nothing = json!({});
    let path = "/api/blogs/plan/schedule";
    let response = site.request(Method::PUT, path, token, Some(&nothing)).await;
    assert_eq!(response.status_code(), 400);
    assert!(response.json::<Value>()["errors"]["publishAt"].is_string());
    assert_eq!(site.slugs("/api/blogs", "blogs").await, Vec::<String>::new());
}

#[tokio::test]
async fn only_a_draft_has_a_time() {
    let site = Site::with_posts(&[post(1)]);
    let token = &site.admin("root").token;
    let published = draft("Plan", json!({"status": "published", "publishAt": DAY_LATER}));
    for response in [
        create(&site, token, &published).await,
        update(&site, token, "post-1", &published).await,
    ] {
        assert_eq!(response.status_code(), 400);
        assert!(response.json::<Value>()["errors"]["publishAt"].is_string());
    }
    for at in [json!(DAY_LATER), json!(null)] {
        let refused = schedule(&site, token, "post-1", at).await;
        assert_eq!(refused.status_code(), 409);
        assert_eq!(refused.json::<Value>()["code"], "already_published");
    }
    let unknown = schedule(&site, token, "nothing", json!(DAY_LATER)).await;
    assert_eq!(unknown.status_code(), 404);

    // Publishing by hand ends the plan, and unpublishing brings none back.
    created(&site, token, &draft("Plan", json!({"publishAt": DAY_LATER}))).await;
    let by_hand = draft("Plan", json!({"status": "published", "publishAt": null}));
    let by_hand = blog(&update(&site, token, "plan", &by_hand).await);
    assert_eq!(
        (&by_hand["publishAt"], &by_hand["status"]),
        (&json!(null), &json!("published"))
    );
    let draft_again = blog(&update(&site, token, "plan", &draft("Plan", json!({}))).await);
    assert_eq!(draft_again["publishAt"], json!(null));
    let planned_again = draft("Plan", json!({"publishAt": DAY_LATER}));
    let planned_again = blog(&update(&site, token, "plan", &planned_again).await);
    assert_eq!(planned_again["publishAt"], DAY_LATER);
}

#[tokio::test]
async fn visitors_learn_nothing_of_plans() {
    let site = Site::with_posts(&[post(1)]);
    let token = &site.admin("root").token;
    created(
        &site,
        token,
        &draft("Secret plan", json!({"publishAt": DAY_LATER})),
    )
    .await;
    assert_eq!(site.server.get("/api/blogs/secret-plan").await.status_code(), 404);
    for path in [
        "/",
        "/api/blogs",
        "/api/blogs/post-1",
        "/feed.xml",
        "/sitemap.xml",
    ] {
        let text = site.server.get(path).await.text();
        for word in ["publishAt", "secret-plan", "Secret plan"] {
            assert!(!text.contains(word), "{word} in {path}");
        }
    }
    let listed = site.get_as(token, "/api/blogs/admin/blogs?status=draft").await;
    assert_eq!(listed["blogs"][0]["publishAt"], DAY_LATER);
}
