//! Lists of posts.

use serde_json::json;

use crate::support::{Site, post, post_with_changes, slugs};

fn thirty_posts() -> Vec<serde_json::Value> {
    (1..=30).map(post).collect()
}

#[tokio::test]
async fn returns_the_documented_fields_of_a_post_in_a_list() {
    let site = Site::with_posts(&[post_with_changes(
        1,
        json!({
            "title": "A <b>bold</b> \"title\"",
            "contentHtml": format!("<p>{}</p>", "word ".repeat(300)),
            "featuredImage": "https://example.org/cover.png",
            "tags": ["Go", "type parameters"],
        }),
    )]);
    let body = site.get("/api/blogs").await;
    let mut stable = body.clone();
    let blog = &mut stable["blogs"][0];
    for id in ["_id", "id"] {
        blog[id] = json!("[id]");
        blog["author"][id] = json!("[author]");
        blog["authors"][0][id] = json!("[author]");
    }
    stable.sort_all_objects();
    insta::assert_json_snapshot!(stable);
    let blog = &body["blogs"][0];
    assert_eq!(blog["_id"], blog["id"]);
    assert!(blog.get("content").is_none());
}

#[tokio::test]
async fn returns_all_posts_newest_first_without_paging() {
    let site = Site::with_posts(&thirty_posts());
    let body = site.get("/api/blogs").await;
    let expected: Vec<String> = (1..=30).rev().map(|number| format!("post-{number}")).collect();
    assert_eq!(slugs(&body["blogs"]), expected);
    assert_eq!((&body["total"], &body["totalPages"]), (&json!(30), &json!(1)));
}

#[tokio::test]
async fn pages_without_gaps_and_returns_an_empty_page_past_the_end() {
    let site = Site::with_posts(&thirty_posts());
    let mut seen = Vec::new();
    for page in 1..=4 {
        let body = site.get(&format!("/api/blogs?page={page}&limit=9")).await;
        assert_eq!((&body["page"], &body["totalPages"]), (&json!(page), &json!(4)));
        seen.extend(slugs(&body["blogs"]));
    }
    assert_eq!(seen, slugs(&site.get("/api/blogs").await["blogs"]));
    let beyond = site.get("/api/blogs?page=4294967295&limit=9").await;
    assert_eq!((slugs(&beyond["blogs"]).len(), &beyond["total"]), (0, &json!(30)));
    let default = site.get("/api/blogs?page=1").await;
    assert_eq!(slugs(&default["blogs"]).len(), 20);
}

#[tokio::test]
async fn keeps_one_order_for_posts_of_the_same_time() {
    let same = json!({"createdAt": "2026-01-01T00:00:00Z"});
    let posts: Vec<_> = (1..=10)
        .map(|number| post_with_changes(number, same.clone()))
        .collect();
    let site = Site::with_posts(&posts);
    let newest = site.slugs("/api/blogs", "blogs").await;
    let mut oldest = site.slugs("/api/blogs?sort=oldest", "blogs").await;
    oldest.reverse();
    assert_eq!(newest, oldest);
    assert_eq!(newest[0], "post-10");
}

#[tokio::test]
async fn filters_by_category_and_tag() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"category": "Cybersecurity", "tags": ["Rust"]})),
        post_with_changes(2, json!({"category": "Cybersecurity", "tags": ["go"]})),
        post_with_changes(3, json!({"category": "Other", "tags": ["rust", "Rust"]})),
    ]);
    assert_eq!(
        site.slugs("/api/blogs?category=Cybersecurity", "blogs").await,
        ["post-2", "post-1"]
    );
    assert_eq!(site.slugs("/api/blogs?category=All", "blogs").await.len(), 3);
    assert_eq!(
        site.slugs("/api/blogs?tag=RUST", "blogs").await,
        ["post-3", "post-1"]
    );
    assert_eq!(
        site.slugs("/api/blogs?tag=rust&category=Other", "blogs").await,
        ["post-3"]
    );
    assert_eq!(site.slugs("/api/blogs?tag=rus", "blogs").await.len(), 0);
    let body = site.get("/api/blogs?category=Cybersecurity&limit=1").await;
    assert_eq!((&body["total"], &body["totalPages"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn sorts_by_views_unique_views_and_age() {
    let site = Site::with_posts(&[post(1), post(2), post(3)]);
    for (slug, sessions) in [("post-1", vec!["a", "b"]), ("post-2", vec!["c"])] {
        for session in sessions {
            site.record_view(slug, session).await;
        }
    }
    for _ in 0..3 {
        site.clock.advance_seconds(31);
        site.record_view("post-2", "c").await;
    }
    assert_eq!(
        site.slugs("/api/blogs?sort=likes", "blogs").await,
        ["post-2", "post-1", "post-3"]
    );
    assert_eq!(
        site.slugs("/api/blogs?sort=comments", "blogs").await,
        ["post-1", "post-2", "post-3"]
    );
    assert_eq!(
        site.slugs("/api/blogs?sort=oldest", "blogs").await,
        ["post-1", "post-2", "post-3"]
    );
}

#[tokio::test]
async fn ranks_matches_in_titles_before_matches_in_texts() {
    let site = Site::with_posts(&[
        post_with_changes(1, json!({"title": "All about borrowing"})),
        post_with_changes(2, json!({"contentHtml": "<p>un<b>borrow</b>ed &amp; free</p>"})),
        post_with_changes(
            3,
            json!({"contentHtml": "<p>nothing of it</p><script>borrow</script>"}),
        ),
    ]);
    assert_eq!(
        site.slugs("/api/blogs?search=BORROW", "blogs").await,
        ["post-1", "post-2"]
    );
    assert_eq!(
        site.slugs("/api/blogs?search=borrow&sort=newest", "blogs").await,
        ["post-2", "post-1"]
    );
    assert_eq!(
        site.slugs("/api/blogs?search=about+text", "blogs").await,
        ["post-1"]
    );
    assert_eq!(site.slugs("/api/blogs?search=%26", "blogs").await, ["post-2"]);
    assert_eq!(site.slugs("/api/blogs?search=un", "blogs").await, ["post-2"]);
    assert_eq!(site.slugs("/api/blogs?search=class", "blogs").await.len(), 0);
    assert_eq!(site.slugs("/api/blogs?search=+", "blogs").await.len(), 3);
}

#[tokio::test]
async fn searches_special_characters_literally() {
    let site = Site::with_posts(&[post_with_changes(
        1,
        json!({"contentHtml": "<p>100% \"quoted\" a_b c++ 'x' * ( ) - :</p>"}),
    )]);
    for search in [
        "%22quoted",
        "100%25",
        "a_b",
        "c%2B%2B",
        "%27",
        "*",
        "(",
        "-",
        ":",
        "%25",
        "_",
    ] {
        assert_eq!(
            site.slugs(&format!("/api/blogs?search={search}"), "blogs").await,
            ["post-1"],
            "{search}"
        );
    }
    for search in ["a%25b", "axb", "NEAR", "AND", "%5C", "%F0%9F%98%80", "100__"] {
        assert_eq!(
            site.slugs(&format!("/api/blogs?search={search}"), "blogs")
                .await
                .len(),
            0,
            "{search}"
        );
    }
}

#[tokio::test]
async fn returns_the_content_on_request() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let body = site.get("/api/blogs?fields=content").await;
    assert_eq!(body["blogs"][1]["content"], "<p>The text of number 1.</p>");
}

#[tokio::test]
async fn returns_empty_lists_with_zero_totals() {
    let site = Site::new();
    for (path, array) in [
        ("/api/blogs", "blogs"),
        ("/api/blogs/public", "blogs"),
        ("/api/blogs/featured", "featuredBlogs"),
        ("/api/blogs/featured/public", "featuredBlogs"),
        ("/api/blogs/trending", "trendingBlogs"),
    ] {
        let body = site.get(path).await;
        assert_eq!(body["success"], true);
        assert_eq!(
            (&body[array], &body["total"], &body["totalPages"]),
            (&json!([]), &json!(0), &json!(0)),
            "{path}"
        );
    }
    assert_eq!(site.get("/api/blogs/recommended").await["blogs"], json!([]));
}

#[tokio::test]
async fn orders_trending_by_date_without_likes() {
    let site = Site::with_posts(&thirty_posts());
    let body = site.get("/api/blogs/trending?limit=9&page=2").await;
    assert_eq!(slugs(&body["trendingBlogs"])[0], "post-21");
    assert_eq!((&body["total"], &body["totalPages"]), (&json!(30), &json!(4)));
    assert_eq!(
        site.slugs("/api/blogs/recommended", "blogs").await,
        ["post-30", "post-29", "post-28"]
    );
}

#[tokio::test]
async fn returns_recently_viewed_posts_in_the_requested_order() {
    let site = Site::with_posts(&[post(1), post(2), post(3), post(4)]);
    let blogs = site.get("/api/blogs?sort=oldest").await["blogs"].clone();
    let id = |number: usize| blogs[number - 1]["_id"].clone();
    let ids = json!([
        id(3),
        "unknown",
        id(1),
        id(4),
        "01a1fcb0-b5b0-7156-81ed-654973130318",
        id(2)
    ]);
    let first: serde_json::Value = site
        .server
        .post("/api/blogs/recently-viewed")
        .json(&json!({"blogIds": ids, "page": 1, "limit": 3}))
        .await
        .json();
    assert_eq!(slugs(&first["blogs"]), ["post-3", "post-1", "post-4"]);
    assert_eq!((&first["hasMore"], &first["total"]), (&json!(true), &json!(4)));
    let second: serde_json::Value = site
        .server
        .post("/api/blogs/recently-viewed")
        .json(&json!({"blogIds": ids, "page": 2}))
        .await
        .json();
    assert_eq!(
        (slugs(&second["blogs"]), &second["hasMore"]),
        (vec!["post-2".to_owned()], &json!(false))
    );
    let many: Vec<String> = (0..51).map(|number| number.to_string()).collect();
    let refused = site
        .server
        .post("/api/blogs/recently-viewed")
        .json(&json!({"blogIds": many}))
        .await;
    refused.assert_status_bad_request();
    assert_eq!(
        refused.json::<serde_json::Value>()["errors"]["blogIds"],
        "At most 50 blogs are remembered"
    );
}
