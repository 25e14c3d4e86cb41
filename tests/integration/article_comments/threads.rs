//! Threads, their replies and what is said about their authors.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::json;

use super::{Commented, RenderedPage};
use crate::support::Site;

#[tokio::test]
async fn shows_threads_newest_first_with_their_first_three_replies_in_order() {
    let blog = Commented::new();
    let first = blog.comment("First").await;
    blog.comment("Second").await;
    let one = blog.reply(&first, "Reply 1").await;
    blog.reply(&first, "Reply 2").await;
    blog.reply(&one, "Reply 1.1").await;
    let page = blog.page("").await;
    assert_eq!(
        page.comments(),
        ["Second", "First", "Reply 1", "Reply 1.1", "Reply 2"]
    );
    assert_eq!(page.roots(), ["Second", "First"]);
    assert_eq!(page.attributes(".comment-reply", "data-level"), ["1", "2", "1"]);
    assert_eq!(page.texts(".comments-count"), ["5"]);
    assert!(
        page.all(".comment-more, .comments-pages, .comment-reply-to")
            .is_empty()
    );

    blog.reply(&first, "Reply 3").await;
    let page = blog.page("").await;
    assert_eq!(page.texts(".comment-more"), ["Show 1 more reply"]);
    blog.reply(&one, "Reply 1.2").await;
    let page = blog.page("").await;
    assert_eq!(
        page.comments(),
        ["Second", "First", "Reply 1", "Reply 1.1", "Reply 1.2"]
    );
    assert_eq!(page.texts(".comment-more"), ["Show 2 more replies"]);
    let more = page.address(".comment-more").to_owned();
    assert_eq!(more, format!("?comment={first}#comment-{first}"));
    let (query, _) = more.split_once('#').unwrap();
    let opened = blog.page(query).await;
    assert_eq!(
        opened.comments(),
        [
            "Second",
            "First",
            "Reply 1",
            "Reply 1.1",
            "Reply 1.2",
            "Reply 2",
            "Reply 3"
        ]
    );
    assert!(opened.all(".comment-more, .comment-replies-pages").is_empty());
}

#[tokio::test]
async fn a_post_without_comments_says_so() {
    let blog = Commented::new();
    let page = blog.page("").await;
    assert_eq!(
        page.texts(".comments .state-title, .comments .state-text"),
        ["No comments yet", "Be the first to say something."]
    );
    assert!(page.all(".comment-list, .comments-sort").is_empty());
    assert_eq!(page.address(".comment-prompt a"), "/login");
}

#[tokio::test]
async fn one_thread_needs_no_order_and_one_page_no_links_to_others() {
    let blog = Commented::new();
    blog.comment("First").await;
    assert!(blog.page("").await.all(".comments-sort").is_empty());
    blog.comment("Second").await;
    let page = blog.page("").await;
    assert_eq!(page.texts(".comments-sort a"), ["Newest", "Oldest", "Most liked"]);
    assert_eq!(
        page.attributes(".comments-sort a", "href"),
        [
            "?sort=newest#comments",
            "?sort=oldest#comments",
            "?sort=mostLiked#comments"
        ]
    );
    assert_eq!(page.texts(".comments-sort [aria-current=true]"), ["Newest"]);
    assert!(page.all(".comments-pages").is_empty());
}

#[tokio::test]
async fn sorts_threads_and_keeps_the_order_in_every_link() {
    let blog = Commented::new();
    let liked = blog.comment("Liked").await;
    blog.site
        .post_as(&format!("/api/blogs/comments/{liked}/like"), &blog.token)
        .await
        .assert_status_ok();
    for number in 1..=20 {
        blog.comment(&format!("Number {number}")).await;
    }
    for number in 1..=4 {
        blog.reply(&liked, &format!("Reply {number}")).await;
    }
    for (sort, first, label) in [
        ("newest", "Number 20", "Newest"),
        ("oldest", "Liked", "Oldest"),
        ("mostLiked", "Liked", "Most liked"),
    ] {
        let page = blog.page(&format!("?sort={sort}")).await;
        assert_eq!(page.roots()[0], first, "{sort}");
        assert_eq!(page.roots().len(), 20, "{sort}");
        assert_eq!(page.texts(".comments-sort [aria-current]"), [label]);
        let kept = if sort == "newest" {
            ""
        } else {
            &format!("&sort={sort}")
        };
        let next = format!("?comments=2{kept}#comments");
        assert_eq!(page.address(".comments-pages [rel=next]"), next);
        if sort != "newest" {
            let more = format!("?comment={liked}{kept}#comment-{liked}");
            assert_eq!(page.address(".comment-more"), more);
        }
        let (query, _) = next.split_once('#').unwrap();
        let second = blog.page(query).await;
        assert_eq!(second.roots().len(), 1, "{sort}");
        let previous = format!("?comments=1{kept}#comments");
        assert_eq!(second.address(".comments-pages [rel=prev]"), previous);
        assert!(second.all(".comments-pages [rel=next]").is_empty());
        assert_eq!(second.texts(".comments-pages span"), ["Page 2 of 2"]);
    }
}

#[tokio::test]
async fn shows_who_wrote_with_which_role_and_that_a_text_was_edited() {
    let blog = Commented::new();
    let staff = blog.site.staff("ada", Role::Editor);
    let by_reader = blog.comment("Written").await;
    blog.send(
        "/api/admin/blogs/post-1/comments",
        &staff.token,
        "Answered",
        Some(&by_reader),
    )
    .await;
    let body = json!({"content": "Rewritten"});
    let path = format!("/api/blogs/comments/{by_reader}");
    blog.site
        .request(Method::PATCH, &path, &blog.token, Some(&body))
        .await
        .assert_status_ok();
    let page = blog.page("").await;
    assert_eq!(page.comments(), ["Rewritten", "Answered"]);
    assert_eq!(page.texts(".comment-author"), ["Bo Bell"]);
    assert_eq!(page.texts(".comment-author-gone"), ["ada"]);
    assert_eq!(page.texts(".comment-role"), ["Editor"]);
    assert_eq!(page.texts(".comment-edited"), ["edited Mar 1, 2026"]);
    assert_eq!(
        page.attributes(".comment-avatar", "src"),
        ["/avatars/mentor.svg", "/avatars/admin.svg"]
    );
    assert_eq!(
        page.attributes(".comment-time", "href")[0],
        format!("#comment-{by_reader}")
    );
    assert_eq!(
        page.attributes(".comment-reply-link", "href"),
        ["/login", "/login"]
    );
}

#[tokio::test]
async fn the_data_of_the_page_are_the_responses_of_the_api() {
    let blog = Commented::new();
    let mut roots = Vec::new();
    for number in 1..=21 {
        roots.push(blog.comment(&format!("Number {number}")).await);
    }
    let chain = blog.chain(&roots[0], 22).await;
    for (query, expected) in [
        (String::new(), 2),
        ("?comments=2&sort=oldest".to_owned(), 2),
        ("?comments=2&sort=nonsense".to_owned(), 2),
        (format!("?comment={}", roots[0]), 4),
        (format!("?comment={}", chain[21]), 4),
        (format!("?comment={}&replies=1&sort=oldest", chain[21]), 4),
    ] {
        let page = blog.page(&query).await;
        let data = page.data();
        let data = data.as_object().unwrap();
        assert_eq!(data.len(), expected, "{query}: {:?}", data.keys());
        assert_eq!(
            data["/blogs/post-1?fields=reading"]["blog"]["comments"],
            json!([]),
            "{query}"
        );
        for (path, response) in data.iter().filter(|(path, _)| path.contains("/comments")) {
            let from_api = blog.site.get(&format!("/api{path}")).await;
            assert_eq!(*response, from_api, "{query}: {path}");
        }
    }
}

#[tokio::test]
async fn the_sample_has_a_deep_thread() {
    let site = Site::with_demo_content();
    let page = RenderedPage::load(&site, "/blog/flaky-tests-are-bugs").await;
    assert_eq!(page.texts(".comment-more"), ["Show 2 more replies"]);
    let query = page.address(".comment-more").split_once('#').unwrap().0;
    let opened = RenderedPage::load(&site, &format!("/blog/flaky-tests-are-bugs{query}")).await;
    assert_eq!(
        opened.attributes(".comment-reply", "data-level"),
        ["1", "2", "3", "3", "3"]
    );
    assert_eq!(
        opened.texts(".comment-reply-to"),
        ["in reply to Pablo Ortiz", "in reply to Anna Fischer"]
    );
    let last = opened.texts(".comment-replies .comment-text").pop().unwrap();
    assert!(last.ends_with("is what belongs on the mug."), "{last}");
    site.assert_counts_are_correct();
}
