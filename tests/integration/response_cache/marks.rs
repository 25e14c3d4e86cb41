//! Cached responses to readers are shared only by readers with the same marks.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Site, post};

const LISTS: [(&str, &str); 3] = [
    ("/api/blogs?limit=9", "blogs"),
    ("/api/blogs/trending", "trendingBlogs"),
    ("/api/blogs?sort=mostLiked&limit=9", "blogs"),
];

async fn marks_of(site: &Site, token: &str, slug: &str) -> Value {
    let detail = site.get_as(token, &format!("/api/blogs/{slug}")).await;
    let marks = json!([detail["blog"]["isLiked"], detail["blog"]["isBookmarked"]]);
    for (path, array) in LISTS {
        let list = site.get_as(token, path).await;
        let blogs = list[array].as_array().unwrap();
        let blog = blogs.iter().find(|blog| blog["slug"] == json!(slug)).unwrap();
        assert_eq!(json!([blog["isLiked"], blog["isBookmarked"]]), marks, "{path}");
    }
    marks
}

#[tokio::test]
async fn shows_each_reader_their_own_marks() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let [ada, eve] = ["ada", "eve"].map(|name| site.reader(name).token);
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([false, false]));
    site.post_as("/api/blogs/post-1/like", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, false]));
    site.post_as("/api/blogs/post-1/bookmark", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, true]));
    assert_eq!(marks_of(&site, &eve, "post-1").await, json!([false, false]));
    assert_eq!(marks_of(&site, "", "post-1").await, json!([false, false]));
    site.post_as("/api/blogs/post-1/bookmark", &eve)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &eve, "post-1").await, json!([false, true]));
    site.post_as("/api/blogs/post-1/bookmark", &ada)
        .await
        .assert_status_ok();
    assert_eq!(marks_of(&site, &ada, "post-1").await, json!([true, false]));
    assert_eq!(marks_of(&site, &ada, "post-2").await, json!([false, false]));
}

#[tokio::test]
async fn shows_the_readers_marks_on_related_posts_and_comments() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let [ada, eve] = ["ada", "eve"].map(|name| site.reader(name).token);
    let body = json!({"content": "Well said"});
    let response = site
        .request(Method::POST, "/api/blogs/post-1/comments", &eve, Some(&body))
        .await;
    let comment = response.json::<Value>()["comment"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    site.post_as(&format!("/api/blogs/comments/{comment}/like"), &ada)
        .await
        .assert_status_ok();
    site.post_as("/api/blogs/post-2/like", &ada)
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
async fn rejects_an_invalid_token_on_public_routes() {
    let site = Site::with_posts(&[post(1)]);
    for path in [
        "/api/blogs",
        "/api/blogs/post-1",
        "/api/blogs/featured",
        "/api/blogs/trending",
    ] {
        site.get(path).await;
        let refused = site.request(Method::GET, path, "nonsense", None).await;
        assert_eq!(refused.status_code(), 401, "{path}");
        assert_eq!(refused.header("cache-control"), "private, no-store");
    }
}

#[tokio::test]
async fn applies_a_ban_to_the_next_request() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("ada");
    site.get_as(&ada.token, "/api/blogs/post-1").await;
    site.ban(ada.id, "spam");
    let refused = site
        .request(Method::GET, "/api/blogs/post-1", &ada.token, None)
        .await;
    assert_eq!(refused.status_code(), 401);
}
