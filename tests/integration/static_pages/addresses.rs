//! The addresses of pages: `/page/{slug}`, and `/about` for one of them.

use serde_json::{Value, json};

use super::{Editor, page};
use crate::support::accounts::assert_rejected;

#[tokio::test]
async fn the_page_about_the_site_is_at_one_address_and_the_other_leads_to_it() {
    let editor = Editor::new();
    for path in ["/about", "/page/about", "/page/about?a=1"] {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    let draft = editor.created(page("About", "draft")).await;
    assert_eq!(draft["path"], "/about");
    for path in ["/about", "/page/about"] {
        assert_eq!(editor.status(path).await, 404, "{path}");
    }
    editor.updated(&draft, json!({"status": "published"})).await;
    let html = editor.text("/about").await;
    assert!(html.contains("The words of About."), "{html}");
    assert!(html.contains("/about\">\n<meta property=\"og:url\""), "{html}");
    assert!(html.contains("\"@type\":\"AboutPage\""), "{html}");
    for (path, target) in [("/page/about", "/about"), ("/page/about?a=1", "/about?a=1")] {
        let moved = editor.site.server.get(path).await;
        assert_eq!(moved.status_code(), 301, "{path}");
        assert_eq!(moved.header("location"), target);
        assert_eq!(
            moved.header("cache-control"),
            "no-cache",
            "the page may get another slug"
        );
    }
}

#[tokio::test]
async fn a_page_that_gets_another_slug_leaves_its_address() {
    let editor = Editor::new();
    let rules = editor.created(page("Rules", "published")).await;
    let about = editor.updated(&rules, json!({"slug": "about"})).await;
    assert_eq!(about["path"], "/about");
    assert_eq!(editor.status("/about").await, 200);
    assert_eq!(editor.status("/page/rules").await, 404);
    let other = editor.created(page("Rules", "published")).await;
    assert_eq!(other["slug"], "rules", "the slug is free again");
}

#[tokio::test]
async fn no_two_pages_have_one_slug() {
    let editor = Editor::new();
    let first = editor.created(page("Rules", "draft")).await;
    let second = editor.created(page("Rules", "draft")).await;
    assert_eq!(
        (&first["slug"], &second["slug"]),
        (&json!("rules"), &json!("rules-2"))
    );
    let mut taken = page("Other", "draft");
    taken["slug"] = json!("rules");
    let refused = editor.create(&taken).await;
    assert_rejected(&refused, 409, "Another page has this address");
    assert_eq!(refused.json::<Value>()["code"], "slug_taken");
    let refused = editor.update(&second, json!({"slug": "rules"})).await;
    assert_rejected(&refused, 409, "Another page has this address");
    editor
        .updated(&first, json!({"slug": "rules", "title": "Still its own"}))
        .await;
}

#[tokio::test]
async fn a_page_may_have_the_slug_of_a_post() {
    let editor = Editor::new();
    editor.site.import(&[crate::support::post(1)]);
    let mut same = page("Another text", "published");
    same["slug"] = json!("post-1");
    editor.created(same).await;
    assert!(editor.text("/page/post-1").await.contains("Another text"));
    assert!(
        editor
            .text("/blog/post-1")
            .await
            .contains("The text of number 1.")
    );
}
