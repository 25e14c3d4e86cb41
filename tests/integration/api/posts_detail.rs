//! One post and its comments.

use serde_json::json;

use crate::support::{Site, post, post_with_changes, slugs};

#[tokio::test]
async fn returns_a_post_by_id_and_by_slug() {
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
async fn ranks_related_posts_by_shared_tags_and_then_category() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"tags": ["a", "b"], "category": "Other"})),
        post_with_changes(2, json!({"tags": ["a", "b"], "category": "Cybersecurity"})),
        post_with_changes(3, json!({"tags": ["b"], "category": "System Design"})),
        post_with_changes(4, json!({"tags": ["c"], "category": "Other"})),
        post_with_changes(5, json!({"tags": ["c"], "category": "Other"})),
        post_with_changes(6, json!({"tags": ["c"], "category": "System Design"})),
    ]);
    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(slugs(&blog["related"]), ["post-2", "post-3", "post-5"]);
}

#[tokio::test]
async fn returns_every_part_of_a_sample_post() {
    let site = Site::with_demo_content();
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
async fn pages_comments_newest_first() {
    let site = Site::with_demo_content();
    let all = site.get("/api/blogs/sqlite-is-enough/comments").await;
    assert_eq!((&all["total"], &all["totalPages"]), (&json!(6), &json!(1)));
    let mut paged = Vec::new();
    for page in 1..=3 {
        let body = site
            .get(&format!(
                "/api/blogs/sqlite-is-enough/comments?limit=2&page={page}"
            ))
            .await;
        paged.extend(body["comments"].as_array().unwrap().clone());
    }
    assert_eq!(json!(paged), all["comments"]);
    let times: Vec<&str> = paged
        .iter()
        .map(|comment| comment["createdAt"].as_str().unwrap())
        .collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older), "{times:?}");
}
