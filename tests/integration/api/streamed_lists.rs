//! `fields=content`: the number of texts in a list, and lists that are streamed.

use serde_json::{Value, json};

use crate::support::{Site, post, post_with_changes};

/// Posts that together exceed the size up to which a response is buffered.
fn long_posts() -> Vec<Value> {
    let text = |number: u32| format!("<p>Number {number}: \"quoted\" &amp; long.</p>").repeat(2_000);
    (1..=25)
        .map(|number| post_with_changes(number, json!({"contentHtml": text(number)})))
        .collect()
}

#[tokio::test]
async fn returns_at_most_20_texts() {
    let site = Site::with_posts(&(1..=25).map(post).collect::<Vec<_>>());
    let body = site.get("/api/blogs?fields=content").await;
    assert_eq!(body["blogs"].as_array().unwrap().len(), 20);
    assert_eq!(body["totalPages"], 2);
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
async fn streams_a_list_with_the_same_fields_as_a_buffered_one() {
    let site = Site::with_posts(&long_posts());
    let expected = site.get("/api/blogs?limit=20&sort=oldest").await;
    let response = site
        .server
        .get("/api/blogs?limit=20&sort=oldest&fields=content")
        .await;
    response.assert_status_ok();
    assert_eq!(response.header("cache-control"), "no-store");
    let mut body: Value = response.json();
    for blog in body["blogs"].as_array_mut().unwrap() {
        let slug = blog["slug"].as_str().unwrap().to_owned();
        let post = site.get(&format!("/api/blogs/{slug}")).await;
        let text = blog.as_object_mut().unwrap().remove("content").unwrap();
        assert!(text.as_str().unwrap().len() > 60_000);
        assert_eq!(text, post["blog"]["content"], "{slug}");
    }
    assert_eq!(body, expected);
}

#[tokio::test]
async fn streams_a_list_with_the_readers_marks() {
    let site = Site::with_posts(&long_posts());
    let token = site.reader("ada").token;
    site.post_as("/api/blogs/post-3/like", &token)
        .await
        .assert_status_ok();
    let path = "/api/blogs?limit=20&sort=oldest&fields=content";
    let likes = |body: &Value| -> Vec<bool> {
        let blogs = body["blogs"].as_array().unwrap();
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
async fn streams_an_unpaged_list_equal_to_its_pages() {
    let posts = |count: u32| -> Vec<Value> {
        let words = "🦀".repeat(140);
        (1..=count)
            .map(|number| {
                let changes = json!({
                    "slug": format!("long-{number}"),
                    "title": format!("{number} {words}"),
                    "contentHtml": format!("<p>{words} {words}</p>"),
                });
                post_with_changes(1 + number % 28, changes)
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
    let full_list: Value = response.json();
    let mut paged = Vec::new();
    for page in 1..=8 {
        let body = site.get(&format!("/api/blogs?limit=100&page={page}")).await;
        paged.extend(body["blogs"].as_array().unwrap().clone());
    }
    assert_eq!(full_list["blogs"], Value::from(paged));
    assert_eq!(full_list["total"], 800);

    let token = site.reader("ada").token;
    site.post_as("/api/blogs/long-3/like", &token)
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
