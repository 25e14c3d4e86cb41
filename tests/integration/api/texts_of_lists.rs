//! `fields=content`: how many texts a list gives, and lists that are sent while they are read.

use serde_json::{Value, json};

use crate::support::{Site, post, post_with};

/// Together more than is built whole.
fn long_posts() -> Vec<Value> {
    let text = |number: u32| format!("<p>Number {number}: \"quoted\" &amp; long.</p>").repeat(2_000);
    (1..=25)
        .map(|number| post_with(number, json!({"contentHtml": text(number)})))
        .collect()
}

#[tokio::test]
async fn a_list_gives_at_most_twenty_texts() {
    let site = Site::with_posts(&(1..=25).map(post).collect::<Vec<_>>());
    let answer = site.get("/api/blogs?fields=content").await;
    assert_eq!(answer["blogs"].as_array().unwrap().len(), 20);
    assert_eq!(answer["totalPages"], 2);
    assert_eq!(
        site.get("/api/blogs").await["blogs"].as_array().unwrap().len(),
        25
    );
    for path in ["/api/blogs", "/api/blogs/public"] {
        for (limit, status) in [(0, 400), (1, 200), (20, 200), (21, 400), (100, 400)] {
            let path = format!("{path}?fields=content&limit={limit}");
            let response = site.server.get(&path).await;
            assert_eq!(response.status_code(), status, "{path}");
            if status == 400 {
                let message = response.json::<Value>()["errors"]["limit"].clone();
                assert!(
                    message
                        .as_str()
                        .unwrap()
                        .starts_with("limit must be between 1 and "),
                    "{path}"
                );
            }
        }
    }
    site.server.get("/api/blogs?limit=100").await.assert_status_ok();
}

#[tokio::test]
async fn a_list_with_long_texts_is_the_same_as_one_with_short_ones() {
    let site = Site::with_posts(&long_posts());
    let expected = site.get("/api/blogs?limit=20&sort=oldest").await;
    let response = site
        .server
        .get("/api/blogs?limit=20&sort=oldest&fields=content")
        .await;
    response.assert_status_ok();
    assert_eq!(response.header("cache-control"), "no-store");
    let mut answer: Value = response.json();
    for blog in answer["blogs"].as_array_mut().unwrap() {
        let slug = blog["slug"].as_str().unwrap().to_owned();
        let post = site.get(&format!("/api/blogs/{slug}")).await;
        let text = blog.as_object_mut().unwrap().remove("content").unwrap();
        assert!(text.as_str().unwrap().len() > 60_000);
        assert_eq!(text, post["blog"]["content"], "{slug}");
    }
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn a_list_with_long_texts_shows_the_readers_marks() {
    let site = Site::with_posts(&long_posts());
    let token = site.reader("ada").token;
    site.press("/api/blogs/post-3/like", &token)
        .await
        .assert_status_ok();
    let path = "/api/blogs?limit=20&sort=oldest&fields=content";
    let likes = |answer: &Value| -> Vec<bool> {
        let blogs = answer["blogs"].as_array().unwrap();
        blogs
            .iter()
            .map(|blog| blog["isLiked"].as_bool().unwrap())
            .collect()
    };
    let mine = site.get_as(&token, path).await;
    assert_eq!(likes(&mine).iter().position(|is_liked| *is_liked), Some(2));
    assert!(mine["blogs"][2]["content"].as_str().unwrap().len() > 60_000);
    assert!(!likes(&site.get(path).await).contains(&true));
}

#[tokio::test]
async fn a_long_list_without_paging_is_the_same_as_its_pages() {
    let posts = |count: u32| -> Vec<Value> {
        let words = "🦀".repeat(140);
        (1..=count)
            .map(|number| {
                let changes = json!({
                    "slug": format!("long-{number}"),
                    "title": format!("{number} {words}"),
                    "contentHtml": format!("<p>{words} {words}</p>"),
                });
                post_with(1 + number % 28, changes)
            })
            .collect()
    };
    let site = Site::with_posts(&posts(800));
    let response = site.server.get("/api/blogs").await;
    response.assert_status_ok();
    assert_eq!(response.header("cache-control"), "no-store");
    assert!(
        response.as_bytes().len() > 1 << 20,
        "{}",
        response.as_bytes().len()
    );
    let whole: Value = response.json();
    let mut paged = Vec::new();
    for page in 1..=8 {
        let answer = site.get(&format!("/api/blogs?limit=100&page={page}")).await;
        paged.extend(answer["blogs"].as_array().unwrap().clone());
    }
    assert_eq!(whole["blogs"], Value::from(paged));
    assert_eq!(whole["total"], 800);

    let token = site.reader("ada").token;
    site.press("/api/blogs/long-3/like", &token)
        .await
        .assert_status_ok();
    let mine = site.get_as(&token, "/api/blogs").await;
    let liked = mine["blogs"].as_array().unwrap().iter();
    let liked: Vec<&Value> = liked
        .filter(|blog| blog["isLiked"] == true)
        .map(|blog| &blog["slug"])
        .collect();
    assert_eq!(liked, ["long-3"]);
}
