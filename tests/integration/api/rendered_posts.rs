//! The rendered texts that are stored beside the posts.

use std::path::Path;

use blog_app::actions::rendering;
use blog_app::content::RENDERER_VERSION;
use blog_app::domain::Clock as _;
use blog_app::store::posts::Position;
use serde_json::json;

use super::posts_admin::{AdminClient, data_url, png, post_body_with};
use crate::support::program::{RunningSite, expect_success, run};
use crate::support::{Site, blocking, database, post, post_with_changes, wait_until};

/// Returns the slugs of the posts with a rendered text of the current version, oldest first.
fn rendered_slugs(folder: &Path) -> Vec<String> {
    let select = format!(
        "select slug from posts join rendered_posts on post_seq = seq
         where renderer_version = {RENDERER_VERSION} order by created_at"
    );
    database::query(folder, &select)
}

/// Replaces all rendered texts by ones of another version.
const OUTDATE: &str = "update rendered_posts set renderer_version = 0, html = 'outdated', headings = '[]'";

/// Returns the only rendered text.
fn only_rendered(folder: &Path) -> String {
    let select = format!("select html from rendered_posts where renderer_version = {RENDERER_VERSION}");
    let [html] = <[String; 1]>::try_from(database::query(folder, &select)).unwrap();
    html
}

fn renew_all(site: &Site) {
    blocking(|| {
        let mut position = Position::START;
        while let Some(last) = rendering::renew_batch(&site.store, position, site.clock.now()).unwrap() {
            position = last;
        }
    });
}

#[tokio::test]
async fn creating_and_updating_a_post_stores_its_rendered_text() {
    let admin = AdminClient::new();
    let content = format!("<p>First</p><img src=\"{}\">", data_url(&png(9, 300)));
    for status in ["draft", "published"] {
        let created = admin
            .created(post_body_with(json!({"content": content, "status": status})))
            .await;
        let rendered = only_rendered(admin.site.folder());
        assert!(rendered.contains("<p>First</p>"), "{rendered}");
        assert!(
            rendered.contains("width=\"300\" height=\"150\""),
            "the size of its own image is known: {rendered}"
        );
        let id = created["_id"].as_str().unwrap();
        let stored_image = created["content"].as_str().unwrap().replace("First", "Second");
        admin
            .updated(
                id,
                post_body_with(json!({"content": stored_image, "status": status})),
            )
            .await;
        let rendered = only_rendered(admin.site.folder());
        assert!(rendered.contains("<p>Second</p>"), "{rendered}");
        assert!(rendered.contains("width=\"300\" height=\"150\""), "{rendered}");
        database::execute(admin.site.folder(), "delete from rendered_posts");
    }
}

#[tokio::test]
async fn importing_posts_and_seeding_the_sample_store_rendered_texts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    assert_eq!(rendered_slugs(site.folder()), ["post-1", "post-2"]);
    let site = Site::with_demo_content();
    let posts = site.get("/api/blogs").await["blogs"].as_array().unwrap().len();
    assert_eq!(rendered_slugs(site.folder()).len(), posts);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn an_outdated_rendered_text_is_rendered_for_the_reader_until_it_is_renewed() {
    let site = Site::with_posts(&[
        post(1),
        post_with_changes(2, json!({"contentHtml": "<h2>Setup</h2><p>Words.</p>"})),
    ]);
    let (api, page) = ("/api/blogs/post-2?fields=reading", "/blog/post-2");
    let before = (site.get(api).await, site.server.get(page).await.text());
    assert_eq!(before.0["blog"]["reading"]["headings"][0]["id"], "setup");
    // The change by another process invalidates the cached responses.
    site.execute_elsewhere(OUTDATE).await;
    assert_eq!((site.get(api).await, site.server.get(page).await.text()), before);
    assert!(rendered_slugs(site.folder()).is_empty());
    let generation = site.store.generation();
    renew_all(&site);
    assert_eq!(site.store.generation(), generation);
    assert_eq!(rendered_slugs(site.folder()), ["post-1", "post-2"]);
    site.execute_elsewhere("update rendered_posts set html = html || '<p>stored</p>'")
        .await;
    let stored = site.server.get(page).await.text();
    assert!(stored.contains("<p>Words.</p><p>stored</p>"), "{stored}");
}

#[tokio::test]
async fn an_image_that_is_added_later_gets_its_size() {
    let admin = AdminClient::new();
    let image = format!("<p><img src=\"{}\"></p>", data_url(&png(9, 300)));
    let created = admin.created(post_body_with(json!({"content": image}))).await;
    let content = created["content"].as_str().unwrap().to_owned();
    let remove = format!("/api/blogs/{}", created["_id"].as_str().unwrap());
    admin
        .site
        .request(axum::http::Method::DELETE, &remove, &admin.token, None)
        .await
        .assert_status_ok();

    admin
        .site
        .import(&[post_with_changes(1, json!({"contentHtml": content}))]);
    renew_all(&admin.site);
    assert!(rendered_slugs(admin.site.folder()).is_empty());
    let page = admin.site.server.get("/blog/post-1").await.text();
    assert!(page.contains("data-unsized"), "{page}");

    admin.created(post_body_with(json!({"content": image}))).await;
    let page = admin.site.server.get("/blog/post-1").await.text();
    assert!(
        page.contains("width=\"300\" height=\"150\"") && !page.contains("data-unsized"),
        "{page}"
    );
    renew_all(&admin.site);
    assert!(rendered_slugs(admin.site.folder()).contains(&"post-1".to_owned()));
}

#[test]
fn the_running_site_renews_outdated_rendered_texts() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("posts.jsonl"));
    // More than two batches.
    let posts: Vec<String> = (1..=50)
        .map(|number| {
            let slug = json!({"slug": format!("post-{number}"), "title": format!("Post {number}")});
            post_with_changes(number % 28 + 1, slug).to_string()
        })
        .collect();
    std::fs::write(&file, posts.join("\n")).unwrap();
    expect_success(&run(&data, &["import", "posts", file.to_str().unwrap()]));
    assert_eq!(rendered_slugs(&data).len(), 50);
    database::execute(&data, OUTDATE);
    let site = RunningSite::start(&data);
    assert!(!site.get("/blog/post-1").contains("outdated"));
    wait_until(|| rendered_slugs(&data).len() >= 50);
    assert_eq!(site.stop(), Some(0));
    expect_success(&run(&data, &["check"]));
}
