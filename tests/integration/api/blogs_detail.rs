//! One blog, and what was said about it.

use serde_json::json;

use crate::support::{Site, post, post_with, slugs};

#[tokio::test]
async fn a_blog_is_found_by_its_id_and_by_its_slug() {
    let site = Site::with_posts(&[post(1)]);
    let by_slug = site.get("/api/blogs/post-1").await;
    let id = by_slug["blog"]["_id"].as_str().unwrap();
    assert_eq!(site.get(&format!("/api/blogs/{id}")).await, by_slug);
    let blog = &by_slug["blog"];
    assert_eq!(blog["content"], "<p>The text of number 1.</p>");
    assert_eq!((&blog["comments"], &blog["related"]), (&json!([]), &json!([])));
    assert_eq!(
        (&blog["isLiked"], &blog["isBookmarked"]),
        (&json!(false), &json!(false))
    );
    let author = blog["author"]["_id"].as_str().unwrap();
    assert_eq!(
        site.get(&format!("/api/admin/{author}")).await,
        json!({"success": true, "username": "Ada"})
    );
}

#[tokio::test]
async fn related_blogs_share_tags_first_and_then_the_category() {
    let site = Site::with_posts(&[
        post_with(1, json!({"tags": ["a", "b"], "category": "Other"})),
        post_with(2, json!({"tags": ["a", "b"], "category": "Cybersecurity"})),
        post_with(3, json!({"tags": ["b"], "category": "System Design"})),
        post_with(4, json!({"tags": ["c"], "category": "Other"})),
        post_with(5, json!({"tags": ["c"], "category": "Other"})),
        post_with(6, json!({"tags": ["c"], "category": "System Design"})),
    ]);
    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(slugs(&blog["related"]), ["post-2", "post-3", "post-5"]);
}

#[tokio::test]
async fn the_sample_shows_every_part_of_a_blog() {
    let site = Site::with_sample();
    let blog = site.get("/api/blogs/sqlite-is-enough").await["blog"].clone();
    assert_eq!(blog["stats"], json!({"likeCount": 21, "commentCount": 6}));
    let newest = &blog["comments"][0];
    assert_eq!(newest["user"]["name"], "Daniel Okafor");
    assert_eq!(newest["user"]["profileImage"]["url"], "/avatars/mentor.svg");
    assert_eq!(newest["likeCount"], 9);
    for image in [&blog["featuredImage"], &blog["featuredImageSmall"]] {
        let picture = site.server.get(image.as_str().unwrap()).await;
        picture.assert_status_ok();
        assert_eq!(picture.header("content-type"), "image/webp");
        assert!(
            picture
                .header("cache-control")
                .to_str()
                .unwrap()
                .contains("immutable")
        );
    }
    assert_eq!(site.get("/api/blogs/featured").await["total"], 5);
    let popular = site.slugs("/api/blogs/recommended", "blogs").await;
    assert_eq!(popular[0], "sqlite-is-enough");
}

#[tokio::test]
async fn comments_come_page_by_page_newest_first() {
    let site = Site::with_sample();
    let all = site.get("/api/blogs/sqlite-is-enough/comments").await;
    assert_eq!((&all["total"], &all["totalPages"]), (&json!(6), &json!(1)));
    let mut paged = Vec::new();
    for page in 1..=3 {
        let answer = site
            .get(&format!(
                "/api/blogs/sqlite-is-enough/comments?limit=2&page={page}"
            ))
            .await;
        paged.extend(answer["comments"].as_array().unwrap().clone());
    }
    assert_eq!(json!(paged), all["comments"]);
    let times: Vec<&str> = paged
        .iter()
        .map(|comment| comment["createdAt"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older), "{times:?}");
}
