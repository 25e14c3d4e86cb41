//! Drafts that the site publishes by itself at a given time, and the calendar of the staff.

mod calendar;
mod kills;
mod publication;
mod roles;
mod rules;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::content::{self, ImageSizes};
use blog_app::domain::post::{NewPost, Status, Title};
use blog_app::domain::{AuthorId, Category, PostId, Slug, SystemEntropy, Time};
use blog_app::store::{Store, StoreError, posts};
use serde_json::{Value, json};

use crate::support::{Site, blocking, database};

/// The time at which the clock of a test's site starts.
const START: &str = "2026-03-01T12:00:00.000Z";
const HOUR_LATER: &str = "2026-03-01T13:00:00.000Z";
const DAY_LATER: &str = "2026-03-02T12:00:00.000Z";

/// The body of a post that is a draft, unless the changes say otherwise.
fn draft(title: &str, changes: Value) -> Value {
    let mut body = json!({
        "title": title, "content": format!("<p>The zebra text of {title}.</p>"),
        "category": "System Design", "tags": ["plans"],
        "featuredImage": "https://example.org/cover.png", "status": "draft",
    });
    if let (Value::Object(body), Value::Object(changes)) = (&mut body, changes) {
        body.extend(changes);
    }
    body
}

async fn create(site: &Site, token: &str, body: &Value) -> TestResponse {
    site.request(Method::POST, "/api/blogs/create", token, Some(body))
        .await
}

async fn created(site: &Site, token: &str, body: &Value) -> Value {
    blog(&create(site, token, body).await)
}

async fn update(site: &Site, token: &str, slug: &str, body: &Value) -> TestResponse {
    let path = format!("/api/blogs/update/{slug}");
    site.request(Method::PUT, &path, token, Some(body)).await
}

async fn schedule(site: &Site, token: &str, slug: &str, at: Value) -> TestResponse {
    let path = format!("/api/blogs/{slug}/schedule");
    let body = json!({"publishAt": at});
    site.request(Method::PUT, &path, token, Some(&body)).await
}

/// Returns the post of a response that has to be a success.
fn blog(response: &TestResponse) -> Value {
    assert!(response.status_code().is_success(), "{}", response.text());
    response.json::<Value>()["blog"].clone()
}

/// Returns a post as its editor sees it.
async fn opened(site: &Site, token: &str, slug: &str) -> Value {
    let path = format!("/api/blogs/admin/blogs/{slug}");
    site.get_as(token, &path).await["blog"].clone()
}

/// Returns what the audit log says of plans and publications, earliest first.
fn plans_in_the_log(site: &Site) -> Vec<String> {
    let sql = "select trim(action || ' ' || detail) from audit
               where action in ('post.scheduled', 'post.unscheduled', 'post.published') order by at, id";
    database::query(site.folder(), sql)
}

/// Stores `count` drafts, each with the time at which it is to be published. Their slugs are `planned-000` and so on.
pub fn store_planned(
    store: &Store,
    author: AuthorId,
    now: Time,
    count: u32,
    at: impl Fn(u32) -> Time + Send + 'static,
) {
    let planned: Vec<(NewPost, Time)> = (0..count)
        .map(|number| (new_draft(number, author, now), at(number)))
        .collect();
    let write = move |tx: &mut blog_app::store::Tx<'_>| -> Result<(), StoreError> {
        for (post, at) in planned {
            let id = post.id;
            posts::insert_all(tx, &[post])?;
            posts::set_publish_at(tx, id, Some(at))?;
        }
        Ok(())
    };
    blocking(|| store.write_blocking(write)).unwrap();
}

fn new_draft(number: u32, author: AuthorId, now: Time) -> NewPost {
    let title = Title::parse(&format!("Planned {number:03}")).unwrap();
    let html = format!("<p>The zebra text of number {number}.</p>");
    let category = Category::parse("Other").unwrap();
    NewPost {
        id: PostId::new(now, &SystemEntropy),
        slug: Slug::parse(&format!("planned-{number:03}")).unwrap(),
        article: content::article(
            title,
            category,
            Vec::new(),
            Status::Draft,
            html,
            &ImageSizes::new(),
        ),
        cover: None,
        author: Some(author),
        is_featured: false,
        created_at: now,
        updated_at: now,
    }
}
