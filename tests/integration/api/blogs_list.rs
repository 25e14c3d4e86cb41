//! Lists of blogs.

use serde_json::json;

use crate::support::{Site, post, post_with, slugs};

fn thirty() -> Vec<serde_json::Value> {
    (1..=30).map(post).collect()
}

#[tokio::test]
async fn a_blog_in_a_list_has_the_promised_form() {
    let site = Site::with_posts(&[post_with(
        1,
        json!({
            "title": "A <b>bold</b> \"title\"",
            "contentHtml": format!("<p>{}</p>", "word ".repeat(300)),
            "featuredImage": "https://example.org/cover.png",
            "tags": ["Go", "type parameters"],
        }),
    )]);
    let answer = site.get("/api/blogs").await;
    insta::assert_json_snapshot!(answer, {
        ".blogs[]._id" => "[id]", ".blogs[].id" => "[id]",
        ".blogs[].author._id" => "[author]", ".blogs[].author.id" => "[author]",
    });
    let blog = &answer["blogs"][0];
    assert_eq!(blog["_id"], blog["id"]);
    assert!(blog.get("content").is_none());
}

#[tokio::test]
async fn without_paging_all_blogs_come_newest_first() {
    let site = Site::with_posts(&thirty());
    let answer = site.get("/api/blogs").await;
    let expected: Vec<String> = (1..=30).rev().map(|number| format!("post-{number}")).collect();
    assert_eq!(slugs(&answer["blogs"]), expected);
    assert_eq!((&answer["total"], &answer["totalPages"]), (&json!(30), &json!(1)));
}

#[tokio::test]
async fn pages_follow_each_other_and_the_one_past_the_end_is_empty() {
    let site = Site::with_posts(&thirty());
    let mut seen = Vec::new();
    for page in 1..=4 {
        let answer = site.get(&format!("/api/blogs?page={page}&limit=9")).await;
        assert_eq!(
            (&answer["page"], &answer["totalPages"]),
            (&json!(page), &json!(4))
        );
        seen.extend(slugs(&answer["blogs"]));
    }
    assert_eq!(seen, slugs(&site.get("/api/blogs").await["blogs"]));
    let beyond = site.get("/api/blogs?page=4294967295&limit=9").await;
    assert_eq!((slugs(&beyond["blogs"]).len(), &beyond["total"]), (0, &json!(30)));
    let default = site.get("/api/blogs?page=1").await;
    assert_eq!(slugs(&default["blogs"]).len(), 20);
}

#[tokio::test]
async fn posts_of_the_same_time_keep_one_order() {
    let same = json!({"createdAt": "2026-01-01T00:00:00Z"});
    let posts: Vec<_> = (1..=10).map(|number| post_with(number, same.clone())).collect();
    let site = Site::with_posts(&posts);
    let newest = site.slugs("/api/blogs", "blogs").await;
    let mut oldest = site.slugs("/api/blogs?sort=oldest", "blogs").await;
    oldest.reverse();
    assert_eq!(newest, oldest);
    assert_eq!(newest[0], "post-10");
}

#[tokio::test]
async fn a_category_and_a_tag_narrow_the_list() {
    let site = Site::with_posts(&[
        post_with(1, json!({"category": "Cybersecurity", "tags": ["Rust"]})),
        post_with(2, json!({"category": "Cybersecurity", "tags": ["go"]})),
        post_with(3, json!({"category": "Other", "tags": ["rust", "Rust"]})),
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
    let answer = site.get("/api/blogs?category=Cybersecurity&limit=1").await;
    assert_eq!((&answer["total"], &answer["totalPages"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn sorts_do_what_they_say() {
    let site = Site::with_posts(&[post(1), post(2), post(3)]);
    for (slug, sessions) in [("post-1", vec!["a", "b"]), ("post-2", vec!["c"])] {
        for session in sessions {
            site.open(slug, session).await;
        }
    }
    for _ in 0..3 {
        site.clock.advance_seconds(31);
        site.open("post-2", "c").await;
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
async fn a_search_finds_titles_before_texts() {
    let site = Site::with_posts(&[
        post_with(1, json!({"title": "All about borrowing"})),
        post_with(2, json!({"contentHtml": "<p>un<b>borrow</b>ed &amp; free</p>"})),
        post_with(
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
async fn no_odd_character_breaks_a_search() {
    let site = Site::with_posts(&[post_with(
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
async fn the_content_comes_when_it_is_asked_for() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let answer = site.get("/api/blogs?fields=content").await;
    assert_eq!(answer["blogs"][1]["content"], "<p>The text of number 1.</p>");
}

#[tokio::test]
async fn lists_that_are_empty_say_so() {
    let site = Site::new();
    for (path, array) in [
        ("/api/blogs", "blogs"),
        ("/api/blogs/public", "blogs"),
        ("/api/blogs/featured", "featuredBlogs"),
        ("/api/blogs/featured/public", "featuredBlogs"),
        ("/api/blogs/trending", "trendingBlogs"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer["success"], true);
        assert_eq!(
            (&answer[array], &answer["total"], &answer["totalPages"]),
            (&json!([]), &json!(0), &json!(0)),
            "{path}"
        );
    }
    assert_eq!(site.get("/api/blogs/recommended").await["blogs"], json!([]));
}

#[tokio::test]
async fn trending_follows_the_date_while_nobody_has_liked_anything() {
    let site = Site::with_posts(&thirty());
    let answer = site.get("/api/blogs/trending?limit=9&page=2").await;
    assert_eq!(slugs(&answer["trendingBlogs"])[0], "post-21");
    assert_eq!((&answer["total"], &answer["totalPages"]), (&json!(30), &json!(4)));
    assert_eq!(
        site.slugs("/api/blogs/recommended", "blogs").await,
        ["post-30", "post-29", "post-28"]
    );
}

#[tokio::test]
async fn what_a_browser_remembers_comes_in_its_order() {
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
