//! Comments that visitors no longer see, or not yet, and what is left of them.

use axum::http::Method;
use blog_app::domain::comment::CommentState;
use serde_json::Value;

use super::Commented;

const STATES: [(CommentState, &str); 3] = [
    (CommentState::Held, "This comment is waiting for a moderator"),
    (CommentState::Removed, "This comment was removed by a moderator"),
    (CommentState::Deleted, "This comment was deleted"),
];
/// The pages and files on which a text could show.
const PUBLIC: [&str; 9] = [
    "/",
    "/treasure",
    "/trending",
    "/feed.xml",
    "/sitemap.xml",
    "/blog/post-1.md",
    "/api/blogs",
    "/api/blogs/post-1",
    "/api/blogs/post-1/comments",
];

#[tokio::test]
async fn a_comment_with_replies_leaves_its_place() {
    for (state, text) in STATES {
        let blog = Commented::new();
        let first = blog.comment("Secret words").await;
        let reply = blog.reply(&first, "Reply").await;
        blog.reply(&reply, "Reply to the reply").await;
        blog.set_state(&first, state);
        let page = blog.page("").await;
        assert_eq!(page.comments(), [text, "Reply", "Reply to the reply"]);
        assert_eq!(
            page.attributes(".comment-tombstone", "id"),
            [format!("comment-{first}")]
        );
        assert!(page.all(".comment-tombstone > :not(.comment-gone)").is_empty());
        assert_eq!(page.texts(".comments-count"), ["2"], "{text}");
        assert!(!page.html.contains("Secret words"), "{text}");
        assert!(blog.page(&format!("?comment={first}")).await.has_anchor(&first));
        blog.set_state(&reply, state);
        let page = blog.page("").await;
        assert_eq!(page.comments(), [text, text, "Reply to the reply"]);
    }
}

#[tokio::test]
async fn a_comment_without_replies_leaves_nothing() {
    for (state, text) in STATES {
        let blog = Commented::new();
        blog.comment("Shown").await;
        let gone = blog.comment("Secret words").await;
        let reply = blog.reply(&gone, "Secret reply").await;
        blog.set_state(&reply, state);
        blog.set_state(&gone, state);
        let page = blog.page("").await;
        assert_eq!(page.comments(), ["Shown"], "{text}");
        assert_eq!(page.texts(".comments-count"), ["1"]);
        for comment in [&gone, &reply] {
            let page = blog.page(&format!("?comment={comment}")).await;
            assert_eq!(page.comments(), ["Shown"], "{text}");
            assert_eq!(page.data().as_object().unwrap().len(), 2);
            assert!(!page.html.contains("Secret"), "{text}");
        }
        for path in PUBLIC {
            let shown = blog.site.server.get(path).await.text();
            assert!(!shown.contains("Secret"), "{text}: {path}");
        }
        blog.site.assert_counts_are_correct();
    }
}

#[tokio::test]
async fn only_visible_comments_count_anywhere() {
    let blog = Commented::new();
    let mut all = Vec::new();
    for number in 1..=4 {
        let comment = blog.comment(&format!("Number {number}")).await;
        blog.reply(&comment, "Reply").await;
        all.push(comment);
    }
    for ((state, _), comment) in STATES.into_iter().zip(&all) {
        blog.set_state(comment, state);
    }
    let detail = blog.site.get("/api/blogs/post-1").await;
    assert_eq!(detail["blog"]["stats"]["commentCount"], 5);
    let list = blog
        .site
        .get("/api/blogs?sort=mostCommented&page=1&limit=1")
        .await;
    assert_eq!(list["blogs"][0]["stats"]["commentCount"], 5);
    let page = blog.page("").await;
    assert_eq!(page.texts(".comments-count"), ["5"]);
    assert_eq!(page.texts(".article-marks a span")[0], "5");
    let counter = "CommentAction\",\"userInteractionCount\":5";
    assert!(page.html.contains(counter), "{}", page.html);
    assert_eq!(page.roots().len(), 4, "with the places of the others");
}

#[tokio::test]
async fn replies_that_are_hidden_behind_a_link_are_counted_without_those_that_are_gone() {
    let blog = Commented::new();
    let first = blog.comment("First").await;
    let one = blog.reply(&first, "Reply 1").await;
    blog.reply(&one, "Reply 1.1").await;
    blog.reply(&first, "Reply 2").await;
    blog.reply(&first, "Reply 3").await;
    blog.set_state(&one, CommentState::Removed);
    let page = blog.page("").await;
    assert_eq!(
        page.comments(),
        [
            "First",
            "This comment was removed by a moderator",
            "Reply 1.1",
            "Reply 2"
        ]
    );
    assert_eq!(page.texts(".comment-more"), ["Show 1 more reply"]);
}

#[tokio::test]
async fn a_held_comment_is_on_no_page_even_for_its_author() {
    let blog = Commented::new();
    let held = blog.comment("Waits").await;
    blog.set_state(&held, CommentState::Held);
    for query in ["", &format!("?comment={held}")] {
        let path = format!("/blog/post-1{query}");
        let page = blog.site.request(Method::GET, &path, &blog.token, None).await;
        page.assert_status_ok();
        assert!(!page.text().contains("Waits"), "pages are the same for everybody");
    }
    let own = blog.site.request(
        Method::GET,
        "/api/blogs/post-1/comments?view=held",
        &blog.token,
        None,
    );
    assert_eq!(own.await.json::<Value>()["comments"][0]["content"], "Waits");
}

#[tokio::test]
async fn a_draft_shows_no_comments_to_those_who_preview_it() {
    let blog = Commented::new();
    blog.comment("Written before").await;
    let admin = blog.site.admin("root").token;
    let id = blog.site.get("/api/blogs/post-1").await["blog"]["_id"].clone();
    let id = id.as_str().unwrap();
    let draft = serde_json::json!({
        "title": "Post 1", "content": "<p>Words</p>", "category": "Other", "status": "draft",
    });
    let path = format!("/api/blogs/update/{id}");
    let withdrawn = blog.site.request(Method::PUT, &path, &admin, Some(&draft)).await;
    withdrawn.assert_status_ok();
    let path = format!("/api/blogs/{id}/preview-link");
    let days = serde_json::json!({"days": 1});
    let link = blog.site.request(Method::POST, &path, &admin, Some(&days)).await;
    let link = link.json::<Value>();
    let url = link["url"].as_str().unwrap();
    let path = url.split_once("/preview/").unwrap().1;
    let page = blog.site.server.get(&format!("/preview/{path}?comments=1")).await;
    page.assert_status_ok();
    let html = page.text();
    assert!(
        !html.contains("Written before") && !html.contains("class=\"comments\""),
        "{html}"
    );
}
