//! The trending posts of a span of time.

use axum::http::Method;
use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::{Site, database, post, slugs};

const DAY: i64 = 24 * 3_600;

/// A site with five posts, whose clock stands at noon.
fn site() -> Site {
    Site::with_posts(&[1, 2, 3, 4, 5].map(post))
}

impl Site {
    /// Returns the slugs of the posts in the order of a window, as it is after everything that has happened.
    async fn most_active(&self, window: &str) -> Vec<String> {
        // Figures that were counted before may be shown for a while.
        self.clock.advance_seconds(60);
        self.store.catch_up().await.unwrap();
        let path = format!("/api/blogs/trending?window={window}");
        self.slugs(&path, "trendingBlogs").await
    }

    async fn like(&self, token: &str, slug: &str) {
        let path = format!("/api/blogs/{slug}/like");
        let liked = self.request(Method::POST, &path, token, None).await;
        liked.assert_status_ok();
    }

    async fn say(&self, token: &str, slug: &str) -> Value {
        let path = format!("/api/blogs/{slug}/comments");
        let body = json!({"content": format!("On {slug} at {}", self.clock.now())});
        let said = self.request(Method::POST, &path, token, Some(&body)).await;
        said.assert_status_success();
        said.json::<Value>()["comment"].clone()
    }
}

#[tokio::test]
async fn orders_by_likes_comments_and_readers_and_then_by_age() {
    let site = site();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    assert_eq!(
        site.most_active("day").await,
        ["post-5", "post-4", "post-3", "post-2", "post-1"]
    );
    // 5 for a like and a comment, 4 for two likes, 3 for three readers of whom one came twice.
    site.like(&ada.token, "post-1").await;
    site.say(&ada.token, "post-1").await;
    site.like(&ada.token, "post-2").await;
    site.like(&bo.token, "post-2").await;
    for session in ["a", "b", "c", "a"] {
        site.clock.advance_seconds(31);
        site.record_view("post-3", session).await;
    }
    let expected = ["post-1", "post-2", "post-3", "post-5", "post-4"];
    for window in ["day", "week", "month", "all"] {
        assert_eq!(site.most_active(window).await, expected, "{window}");
    }
    site.like(&ada.token, "post-1").await;
    assert_eq!(site.most_active("week").await[..2], ["post-2", "post-3"]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_window_has_what_happened_since_the_beginning_of_its_first_day() {
    let site = site();
    let reader = site.reader("Ada");
    // At noon, 31, 30, 7 and 1 days before the end.
    for (slug, days) in [("post-1", 1), ("post-2", 23), ("post-3", 6), ("post-4", 1)] {
        site.like(&reader.token, slug).await;
        site.say(&reader.token, slug).await;
        site.record_view(slug, slug).await;
        site.clock.advance_seconds(days * DAY);
    }
    for (window, active) in [
        ("day", &["post-4"][..]),
        ("week", &["post-4", "post-3"]),
        ("month", &["post-4", "post-3", "post-2"]),
        ("all", &["post-4", "post-3", "post-2", "post-1"]),
    ] {
        let order = site.most_active(window).await;
        assert_eq!(order[..active.len()], *active, "{window}");
        // The newest one, with which nobody has done anything.
        assert_eq!(order[active.len()], "post-5", "{window}");
        assert_eq!(order.len(), 5, "{window}");
    }
    // The beginning of the first day counts to its first second.
    site.clock.advance_seconds(DAY);
    assert_eq!(site.most_active("week").await[..2], ["post-4", "post-5"]);
    assert_eq!(site.most_active("day").await[0], "post-5");
}

#[tokio::test]
async fn only_what_visitors_see_counts() {
    let site = site();
    let (ada, editor) = (site.reader("Ada"), site.admin("root"));
    let comment = site.say(&ada.token, "post-1").await;
    site.like(&ada.token, "post-2").await;
    assert_eq!(site.most_active("day").await[..2], ["post-1", "post-2"]);
    let removed = json!({"ids": [comment["_id"]], "action": "remove"});
    let path = "/api/admin/comments/moderate";
    site.request(Method::POST, path, &editor.token, Some(&removed))
        .await
        .assert_status_ok();
    assert_eq!(site.most_active("day").await[0], "post-2");
    let draft = json!({
        "title": "Post 2", "content": "<p>Text.</p>", "category": "Other", "status": "draft",
        "featuredImage": "https://example.org/a.png",
    });
    let path = "/api/blogs/update/post-2";
    site.request(Method::PUT, path, &editor.token, Some(&draft))
        .await
        .assert_status_ok();
    let order = site.most_active("day").await;
    assert_eq!(order, ["post-5", "post-4", "post-3", "post-1"]);
}

#[tokio::test]
async fn pages_a_window_and_shows_its_page() {
    let site = site();
    let reader = site.reader("Ada");
    site.like(&reader.token, "post-2").await;
    site.clock.advance_seconds(60);
    let path = "/api/blogs/trending?window=month&limit=2&page=";
    let mut paged = Vec::new();
    for page in 1..=3 {
        let list = site.get(&format!("{path}{page}")).await;
        assert_eq!((&list["total"], &list["totalPages"]), (&json!(5), &json!(3)));
        paged.extend(slugs(&list["trendingBlogs"]));
    }
    assert_eq!(paged, ["post-2", "post-5", "post-4", "post-3", "post-1"]);
    let own = site
        .request(Method::GET, &format!("{path}1"), &reader.token, None)
        .await;
    assert_eq!(own.json::<Value>()["trendingBlogs"][0]["isLiked"], true);

    let page = site.server.get("/trending?window=month").await.text();
    let first = page.find("href=\"/blog/post-2\"").unwrap();
    assert!(first < page.find("href=\"/blog/post-5\"").unwrap());
    assert!(
        page.contains("<a class=\"tab\" aria-current=\"page\" href=\"/trending?window=month\">Month</a>")
    );
    assert!(page.contains("<title>Trending: Month · "));
    // An unknown one in an address of the page is as none; the API names the field.
    let unknown = site.server.get("/trending?window=year").await.text();
    assert!(unknown.contains("<a class=\"tab\" aria-current=\"page\" href=\"/trending\">Now</a>"));
    for window in ["year", "", "Day"] {
        let refused = site
            .server
            .get(&format!("/api/blogs/trending?window={window}"))
            .await;
        assert_eq!(refused.status_code(), 400, "{window}");
        assert!(refused.json::<Value>()["errors"]["window"].is_string());
    }
}

#[tokio::test]
async fn the_readers_of_a_day_are_kept_for_400_days() {
    let site = site();
    site.record_view("post-1", "a").await;
    site.record_view("post-2", "a").await;
    site.clock.advance_seconds(DAY);
    site.record_view("post-1", "a").await;
    site.record_view("post-1", "b").await;
    let rows = || {
        let select = "select p.slug || ' ' || d.device || ' ' || d.views || ' ' || d.uniques
                      from post_days d join posts p on p.seq = d.post_seq order by d.day, p.slug";
        database::query(site.folder(), select)
    };
    assert_eq!(
        rows(),
        ["post-1 desktop 1 1", "post-2 desktop 1 1", "post-1 desktop 2 2"]
    );
    site.clock.advance_seconds(400 * DAY);
    let removed = clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(removed.post_days, 2);
    assert_eq!(rows(), ["post-1 desktop 2 2"]);
}
