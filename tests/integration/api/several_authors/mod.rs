//! Posts of several authors: who may change them, where they are listed, and how they are shown.

mod leaving;
mod lists;
mod pages;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{AdminId, Role};
use serde_json::{Value, json};

use crate::support::accounts::{Account, assert_rejected};
use crate::support::{Site, database, post};

const NOT_ALLOWED: &str = "Your role does not allow this";
const UNKNOWN: &str = "0198c0de-0000-7000-8000-000000000000";

/// Creates a post, whose slug is its title in small letters.
async fn create(site: &Site, token: &str, title: &str, status: &str) -> Value {
    let body = json!({
        "title": title, "content": format!("<p>Words of {title}.</p>"), "category": "Other",
        "tags": ["tea"], "featuredImage": "https://example.org/a.png", "status": status,
    });
    let created = site
        .request(Method::POST, "/api/blogs/create", token, Some(&body))
        .await;
    assert_eq!(created.status_code(), 201, "{}", created.text());
    created.json::<Value>()["blog"].clone()
}

async fn set_authors(site: &Site, token: &str, slug: &str, authors: &[&Account<AdminId>]) -> TestResponse {
    let ids: Vec<String> = authors.iter().map(|author| author.id.to_string()).collect();
    send_authors(site, token, slug, json!({"authors": ids})).await
}

async fn send_authors(site: &Site, token: &str, slug: &str, body: Value) -> TestResponse {
    let path = format!("/api/blogs/{slug}/authors");
    site.request(Method::PUT, &path, token, Some(&body)).await
}

fn name(account: &Account<AdminId>) -> &str {
    account.email.split('@').next().unwrap()
}

/// Returns the names of the authors of a post, after asserting that the first one is `author`.
fn names(post: &Value) -> Vec<String> {
    let authors = post["authors"].as_array().unwrap();
    assert_eq!(post["author"], authors[0], "{post}");
    let name = |author: &Value| author["username"].as_str().unwrap().to_owned();
    authors.iter().map(name).collect()
}

async fn authors_of(site: &Site, slug: &str) -> Vec<String> {
    names(&site.get(&format!("/api/blogs/{slug}")).await["blog"])
}

#[tokio::test]
async fn authors_keep_the_order_in_which_they_are_set() {
    let site = Site::new();
    let [ada, bo, cy, di, eve, finn] =
        ["ada", "bo", "cy", "di", "eve", "finn"].map(|name| site.staff(name, Role::Author));
    let created = create(&site, &ada.token, "shared", "published").await;
    assert_eq!(names(&created), ["ada"]);
    for authors in [
        &[&ada, &bo][..],
        &[&eve, &ada, &di, &bo, &cy],
        &[&cy, &ada, &bo],
        &[&ada],
    ] {
        let changed = set_authors(&site, &ada.token, "shared", authors).await;
        changed.assert_status_ok();
        let expected: Vec<&str> = authors.iter().map(|author| name(author)).collect();
        assert_eq!(names(&changed.json::<Value>()["blog"]), expected);
        assert_eq!(authors_of(&site, "shared").await, expected);
        assert_eq!(names(&site.get("/api/blogs").await["blogs"][0]), expected);
        site.assert_counts_are_correct();
    }
    let six = [&ada, &bo, &cy, &di, &eve, &finn];
    let refused = set_authors(&site, &ada.token, "shared", &six).await;
    assert_rejected(&refused, 400, "A post has 1 to 5 authors");
    let details = database::query(
        site.folder(),
        "select detail from audit where action = 'post.authors_changed' order by length(detail)",
    );
    assert_eq!(details.len(), 4);
    assert_eq!(
        details[..2],
        [ada.id.to_string(), format!("{} {}", ada.id, bo.id)]
    );
}

#[tokio::test]
async fn refuses_no_authors_doubles_and_unknown_ones() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, admin) = (site.staff("ada", Role::Author), site.admin("root"));
    create(&site, &ada.token, "mine", "draft").await;
    let id = ada.id.to_string();
    for authors in [
        json!([]),
        json!([id, id]),
        json!([id, id.to_uppercase()]),
        json!([id, UNKNOWN]),
        json!([id, "bo"]),
        json!("ada"),
        json!([1]),
        json!(null),
    ] {
        let body = json!({"authors": authors});
        let refused = send_authors(&site, &ada.token, "mine", body.clone()).await;
        assert_eq!(refused.status_code(), 400, "{body}");
    }
    let imported = site.get("/api/blogs/post-1").await["blog"]["author"]["_id"].clone();
    let with_imported = json!({"authors": [id, imported]});
    send_authors(&site, &ada.token, "mine", with_imported)
        .await
        .assert_status_ok();
    let nothing = set_authors(&site, &admin.token, "nothing", &[&ada]).await;
    assert_eq!(nothing.status_code(), 404);
}

#[tokio::test]
async fn each_role_changes_the_authors_of_the_posts_that_it_may() {
    let site = Site::new();
    let (cleo, ada) = (
        site.staff("cleo", Role::Contributor),
        site.staff("ada", Role::Author),
    );
    let (bo, edith) = (site.staff("bo", Role::Author), site.staff("edith", Role::Editor));
    create(&site, &cleo.token, "draft", "draft").await;
    create(&site, &ada.token, "mine", "published").await;

    for slug in ["draft", "mine"] {
        for member in [&cleo, &bo] {
            let refused = set_authors(&site, &member.token, slug, &[&bo, &cleo]).await;
            assert_rejected(&refused, 403, NOT_ALLOWED);
        }
    }
    let leaving = set_authors(&site, &ada.token, "mine", &[&bo]).await;
    assert_rejected(&leaving, 400, "You stay one of the authors");
    set_authors(&site, &ada.token, "mine", &[&bo, &ada])
        .await
        .assert_status_ok();
    // Each of them is an author, the first and the second alike.
    set_authors(&site, &bo.token, "mine", &[&ada, &bo])
        .await
        .assert_status_ok();
    let pushed_out = set_authors(&site, &bo.token, "mine", &[&bo]).await;
    pushed_out.assert_status_ok();
    let refused = set_authors(&site, &ada.token, "mine", &[&ada, &bo]).await;
    assert_rejected(&refused, 403, NOT_ALLOWED);
    // Editors change those of every post, also without being one of them.
    set_authors(&site, &edith.token, "mine", &[&ada])
        .await
        .assert_status_ok();
    set_authors(&site, &edith.token, "draft", &[&cleo, &ada])
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn each_author_has_all_rights_of_one() {
    let site = Site::new();
    let (ada, bo) = (site.staff("ada", Role::Author), site.staff("bo", Role::Author));
    let (cleo, other) = (
        site.staff("cleo", Role::Contributor),
        site.staff("other", Role::Author),
    );
    create(&site, &ada.token, "mine", "draft").await;
    set_authors(&site, &ada.token, "mine", &[&ada, &bo, &cleo])
        .await
        .assert_status_ok();
    let mut body = json!({
        "title": "mine", "content": "<p>Words.</p>", "category": "Other", "tags": [], "status": "draft",
    });
    for (member, expected) in [(&ada, 200), (&bo, 200), (&cleo, 200), (&other, 403)] {
        let path = "/api/blogs/admin/blogs/mine";
        let opened = site.request(Method::GET, path, &member.token, None).await;
        assert_eq!(opened.status_code(), expected);
        let notes = site
            .request(Method::GET, "/api/blogs/mine/notes", &member.token, None)
            .await;
        assert_eq!(notes.status_code(), expected);
        let path = "/api/blogs/update/mine";
        let saved = site.request(Method::PUT, path, &member.token, Some(&body)).await;
        assert_eq!(saved.status_code(), expected);
        let submitted = site
            .request(Method::POST, "/api/blogs/mine/submit", &member.token, None)
            .await;
        assert_eq!(submitted.status_code(), expected);
    }
    body["status"] = json!("published");
    let publish = async |token: &str| {
        let path = "/api/blogs/update/mine";
        site.request(Method::PUT, path, token, Some(&body))
            .await
            .status_code()
    };
    assert_eq!(publish(&cleo.token).await, 403);
    assert_eq!(publish(&bo.token).await, 200);
    assert_eq!(authors_of(&site, "mine").await, ["ada", "bo", "cleo"]);
    let deleted = site
        .request(Method::DELETE, "/api/blogs/mine", &bo.token, None)
        .await;
    deleted.assert_status_ok();
    let left = database::query(site.folder(), "select count(*) from post_authors");
    assert_eq!(left, ["0"]);
}
