//! What readers are answered is shared by all who marked the same, and by nobody else.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Site, post};

const LISTS: [(&str, &str); 3] = [
    ("/api/blogs?limit=9", "blogs"),
    ("/api/blogs/trending", "trendingBlogs"),
    ("/api/blogs?sort=mostLiked&limit=9", "blogs"),
];

async fn marks_of(site: &Site, token: &str, slug: &str) -> Value {
    let opened = site.get_as(token, &format!("/api/blogs/{slug}")).await;
    let own = json!([opened["blog"]["isLiked"], opened["blog"]["isBookmarked"]]);
    for (path, array) in LISTS {
        let list = site.get_as(token, path).await;
        let blogs = list[array].as_array().unwrap();
        let blog = blogs.iter().find(|blog| blog["slug"] == json!(slug)).unwrap();
        assert_eq!(json!([blog["isLiked"], blog["isBookmarked"]]), own, "{path}");
    }
    own
}

#[tokio::test]
async fn each_reader_sees_their_own_marks() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let [ada, eve] = ["ada", "eve"].map(|name| site.reader(name).token);
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([false, false]));
    site.press("/api/blogs/post-1/like", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, false]));
    site.press("/api/blogs/post-1/bookmark", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, true]));
    assert_eq!(marks_of(&site, &eve, "post-1").await, json!([false, false]));
    assert_eq!(marks_of(&site, "", "post-1").await, json!([false, false]));
    site.press("/api/blogs/post-1/bookmark", &eve)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &eve, "post-1").await, json!([false, true]));
    site.press("/api/blogs/post-1/bookmark", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, false]));
    assert_eq!(marks_of(&site, &ada, "post-2").await, json!([false, false]));
}

#[tokio::test]
async fn a_related_post_and_a_comment_show_the_readers_marks_too() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let [ada, eve] = ["ada", "eve"].map(|name| site.reader(name).token);
    let body = json!({"content": "Well said"});
    let said = site
        .call(Method::POST, "/api/blogs/post-1/comments", &eve, Some(&body))
        .await;
    let comment = said.json::<Value>()["comment"]["id"].as_str().unwrap().to_owned();
    site.press(&format!("/api/blogs/comments/{comment}/like"), &ada)
        .await
        .assert_status_ok();
    site.press("/api/blogs/post-2/like", &ada)
        .await
        .assert_status_ok();
    for (token, expected) in [(&ada, true), (&eve, false), (&String::new(), false)] {
        let blog = site.get_as(token, "/api/blogs/post-1").await["blog"].clone();
        assert_eq!(blog["comments"][0]["isLiked"], json!(expected));
        assert_eq!(blog["related"][0]["isLiked"], json!(expected));
        assert_eq!(blog["comments"][0]["likeCount"], json!(1));
    }
}

#[tokio::test]
async fn a_token_that_is_no_good_is_refused_where_visitors_are_answered() {
    let site = Site::with_posts(&[post(1)]);
    for path in [
        "/api/blogs",
        "/api/blogs/post-1",
        "/api/blogs/featured",
        "/api/blogs/trending",
    ] {
        site.get(path).await;
        let refused = site.call(Method::GET, path, "nonsense", None).await;
        assert_eq!(refused.status_code(), 401, "{path}");
        assert_eq!(refused.header("cache-control"), "private, no-store");
    }
}

#[tokio::test]
async fn a_ban_holds_on_the_very_next_request() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("ada");
    site.get_as(&ada.token, "/api/blogs/post-1").await;
    site.ban(ada.id, "spam");
    let refused = site
        .call(Method::GET, "/api/blogs/post-1", &ada.token, None)
        .await;
    assert_eq!(refused.status_code(), 401);
}
