//! The calendar of the staff.

use blog_app::domain::{Clock as _, Role};
use serde_json::{Value, json};

use super::{DAY_LATER, created, draft, store_planned, update};
use crate::support::{Site, post, post_with_changes};

async fn calendar(site: &Site, token: &str, from: &str, to: &str) -> Vec<Value> {
    let path = format!("/api/admin/calendar?from={from}&to={to}");
    let calendar = site.get_as(token, &path).await;
    calendar["posts"].as_array().unwrap().clone()
}

fn slugs(posts: &[Value]) -> Vec<&str> {
    posts.iter().map(|post| post["slug"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn shows_what_was_published_and_what_is_planned_in_order() {
    let site = Site::with_posts(&[post(1), post(2), post(28)]);
    let admin = site.admin("root");
    let token = &admin.token;
    created(&site, token, &draft("Unplanned", json!({}))).await;
    created(
        &site,
        token,
        &draft("Later", json!({"publishAt": "2026-03-20T00:00:00Z"})),
    )
    .await;
    created(&site, token, &draft("Next", json!({"publishAt": DAY_LATER}))).await;
    created(&site, token, &draft("Now", json!({"status": "published"}))).await;
    let posts = calendar(
        &site,
        token,
        "2026-01-02T09:00:00%2B01:00",
        "2026-03-20T00:00:00Z",
    )
    .await;
    assert_eq!(
        slugs(&posts),
        ["post-2", "post-28", "now", "next"],
        "the end is not in the span"
    );
    let author = &opened_author(&site, token).await;
    let next = &posts[3];
    for (field, expected) in [
        ("title", json!("Next")),
        ("status", json!("draft")),
        ("at", json!(DAY_LATER)),
        ("review", json!("none")),
        ("author", author.clone()),
        ("authors", json!([author])),
    ] {
        assert_eq!(next[field], expected, "{field}");
    }
    assert_eq!(next["id"].as_str().unwrap().len(), 36);
    assert_eq!(
        (&posts[0]["at"], &posts[0]["status"]),
        (&json!("2026-01-02T08:00:00.000Z"), &json!("published"))
    );

    // What was published and taken back is planned by its new time alone.
    let replanned = draft("Post 2", json!({"publishAt": DAY_LATER}));
    update(&site, token, "post-2", &replanned)
        .await
        .assert_status_ok();
    let posts = calendar(&site, token, "2026-01-01T00:00:00Z", "2026-03-03T00:00:00Z").await;
    assert_eq!(slugs(&posts), ["post-1", "post-28", "now", "post-2", "next"]);
}

async fn opened_author(site: &Site, token: &str) -> Value {
    super::opened(site, token, "next").await["author"].clone()
}

#[tokio::test]
async fn shows_their_own_posts_to_those_who_may_not_see_others() {
    let site = Site::with_posts(&[post(1)]);
    let editor = site.staff("edith", Role::Editor).token;
    let (from, to) = ("2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z");
    for role in [Role::Contributor, Role::Author] {
        let name = role.name();
        let token = &site.staff(name, role).token;
        created(&site, token, &draft(name, json!({}))).await;
        assert!(calendar(&site, token, from, to).await.is_empty(), "{name}");
        let planned = super::schedule(&site, &editor, name, json!(DAY_LATER)).await;
        planned.assert_status_ok();
        assert_eq!(slugs(&calendar(&site, token, from, to).await), [name]);
    }
    let all = calendar(&site, &editor, from, to).await;
    assert_eq!(slugs(&all), ["post-1", "contributor", "author"]);
}

#[tokio::test]
async fn refuses_a_span_that_is_none_or_longer_than_92_days() {
    let site = Site::new();
    let token = &site.admin("root").token;
    for (query, field) in [
        ("", "from"),
        ("from=2026-03-01T00:00:00Z", "to"),
        ("to=2026-03-01T00:00:00Z", "from"),
        ("from=2026-03-01&to=2026-03-02T00:00:00Z", "from"),
        ("from=2026-03-01T00:00:00&to=2026-03-02T00:00:00Z", "from"),
        ("from=2026-03-01T00:00:00Z&to=later", "to"),
        ("from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z", "to"),
        ("from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "to"),
        ("from=2026-03-01T00:00:00Z&to=2026-06-01T00:00:00.001Z", "to"),
    ] {
        let path = format!("/api/admin/calendar?{query}");
        let response = site.server.get(&path).authorization_bearer(token).await;
        assert_eq!(response.status_code(), 400, "{query}");
        let refusal: Value = response.json();
        assert!(refusal["errors"][field].is_string(), "{query}: {refusal}");
    }
    calendar(&site, token, "2026-03-01T00:00:00Z", "2026-06-01T00:00:00Z").await;
}

#[tokio::test]
async fn ends_after_a_thousand_posts() {
    let site = Site::new();
    let admin = site.admin("root");
    let posts: Vec<Value> = (0..600)
        .map(|number: u32| {
            let slug = json!(format!("old-{number}"));
            post_with_changes(1, json!({"slug": slug}))
        })
        .collect();
    site.import(&posts);
    let start = site.clock.now();
    let at = move |number: u32| start.plus_milliseconds(i64::from(number) + 1);
    store_planned(&site.store, admin.id.into(), start, 401, at);
    let posts = calendar(
        &site,
        &admin.token,
        "2026-01-01T00:00:00Z",
        "2026-03-02T00:00:00Z",
    )
    .await;
    assert_eq!(posts.len(), 1_000);
    assert_eq!(posts[999]["slug"], "planned-399");
}
