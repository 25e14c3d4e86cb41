//! Likes, bookmarks and comments of readers.

use std::collections::HashMap;
use std::future::Future;
use std::sync::mpsc;
use std::thread;

use axum::http::Method;
use blog_app::content;
use blog_app::domain::post::{Status, Title};
use blog_app::domain::{Category, Clock as _};
use blog_app::store::{StoreError, posts};
use serde_json::{Value, json};

use crate::support::accounts::assert_rejected;
use crate::support::{Site, post, post_with_changes, run_concurrently, slugs};

const UNKNOWN: &str = "01a1fcb0-b5b0-7156-81ed-654973130318";

async fn comment(site: &Site, token: &str, slug: &str, content: &str) -> axum_test::TestResponse {
    let path = format!("/api/blogs/{slug}/comments");
    site.request(Method::POST, &path, token, Some(&json!({"content": content})))
        .await
}

#[tokio::test]
async fn toggles_a_like_of_each_reader() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let toggle = async |token: &str| {
        let body: Value = site.post_as("/api/blogs/post-1/like", token).await.json();
        (body["isLiked"].clone(), body["likeCount"].clone())
    };
    assert_eq!(toggle(&ada.token).await, (json!(true), json!(1)));
    assert_eq!(toggle(&bo.token).await, (json!(true), json!(2)));
    assert_eq!(toggle(&ada.token).await, (json!(false), json!(1)));
    for (token, is_liked) in [(&*ada.token, false), (&*bo.token, true), ("", false)] {
        for path in ["/api/blogs", "/api/blogs/trending", "/api/blogs/recommended"] {
            let body = site.get_as(token, path).await;
            let array = if path.ends_with("trending") {
                "trendingBlogs"
            } else {
                "blogs"
            };
            assert_eq!(body[array][0]["isLiked"], is_liked, "{path}");
            assert_eq!(body[array][0]["stats"]["likeCount"], 1);
        }
        let blog = site.get_as(token, "/api/blogs/post-1").await;
        assert_eq!(blog["blog"]["isLiked"], is_liked);
    }
}

#[tokio::test]
async fn lists_bookmarks_newest_first() {
    let site = Site::with_posts(&[post(1), post(2), post(3)]);
    let ada = site.reader("Ada");
    for slug in ["post-2", "post-1", "post-3", "post-1", "post-1"] {
        site.clock.advance_seconds(1);
        let response = site
            .post_as(&format!("/api/blogs/{slug}/bookmark"), &ada.token)
            .await;
        response.assert_status_ok();
    }
    let response = site.get_as(&ada.token, "/api/blogs/bookmarks?limit=2").await;
    assert_eq!(slugs(&response["bookmarks"]), ["post-1", "post-3"]);
    assert_eq!(
        (&response["total"], &response["totalPages"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(response["bookmarks"][0]["isBookmarked"], true);
    let status = site.get_as(&ada.token, "/api/blogs/post-2/bookmark-status").await;
    assert_eq!(status["isBookmarked"], true);
    let bo = site.reader("Bo");
    let others = site.get_as(&bo.token, "/api/blogs/bookmarks").await;
    assert_eq!(others["bookmarks"], json!([]));
}

#[tokio::test]
async fn returns_the_marks_of_many_posts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let ada = site.reader("Ada");
    let list = site.get("/api/blogs").await;
    let ids: Vec<String> = list["blogs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|blog| blog["_id"].as_str().unwrap().to_owned())
        .collect();
    site.post_as(&format!("/api/blogs/{}/like", ids[0]), &ada.token)
        .await;
    site.post_as(&format!("/api/blogs/{}/bookmark", ids[1]), &ada.token)
        .await;
    let body = json!({"blogIds": [ids[0], ids[1], UNKNOWN, "nothing"]});
    for (path, map, marked) in [
        ("/api/blogs/likes-status", "likeStatuses", &ids[0]),
        ("/api/blogs/bookmarks-status", "bookmarkStatuses", &ids[1]),
    ] {
        let response: Value = site
            .request(Method::POST, path, &ada.token, Some(&body))
            .await
            .json();
        for id in [&*ids[0], &ids[1], UNKNOWN, "nothing"] {
            assert_eq!(response[map][id], id == marked, "{path} {id}");
        }
        let many = json!({"blogIds": vec![UNKNOWN; 101]});
        let refused = site.request(Method::POST, path, &ada.token, Some(&many)).await;
        assert_eq!(refused.status_code(), 400);
        assert_eq!(
            site.request(Method::POST, path, "", Some(&body))
                .await
                .status_code(),
            401
        );
    }
}

#[tokio::test]
async fn returns_a_comment_as_it_was_written() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    let text = "Two\nlines & <b>no</b> markup https://example.org 🎉";
    let response = comment(&site, &ada.token, "post-1", &format!("  {text}\n ")).await;
    assert_eq!(response.status_code(), 201);
    let created = response.json::<Value>()["comment"].clone();
    assert_eq!(
        (&created["content"], &created["user"]["name"]),
        (&json!(text), &json!("Ada"))
    );
    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(blog["comments"], json!([created]));
    assert_eq!(blog["stats"]["commentCount"], 1);
    let longest = "é".repeat(5_000);
    assert_eq!(
        comment(&site, &ada.token, "post-1", &longest).await.status_code(),
        201
    );
    for (text, message) in [
        (" \n\t ", "Comment cannot be empty"),
        ("a\0b", "Comment cannot hold the character U+0000"),
        (
            &*"é".repeat(5_001),
            "Comment must be at most 5,000 characters long",
        ),
    ] {
        assert_rejected(&comment(&site, &ada.token, "post-1", text).await, 400, message);
    }
}

#[tokio::test]
async fn toggles_a_like_of_a_comment() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let created: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let id = created["comment"]["_id"].as_str().unwrap();
    let path = format!("/api/blogs/comments/{id}/like");
    let body: Value = site.post_as(&path, &bo.token).await.json();
    assert_eq!((&body["isLiked"], &body["likeCount"]), (&json!(true), &json!(1)));
    for (token, is_liked) in [(&bo.token, true), (&ada.token, false)] {
        let blog = site.get_as(token, "/api/blogs/post-1").await;
        let page = site.get_as(token, "/api/blogs/post-1/comments").await;
        let profile = site
            .get_as(token, &format!("/api/users/{}/comments", ada.id))
            .await;
        for comment in [&blog["blog"]["comments"][0], &page["comments"][0], &profile[0]] {
            assert_eq!(
                (&comment["isLiked"], &comment["likeCount"]),
                (&json!(is_liked), &json!(1))
            );
        }
    }
    let body: Value = site.post_as(&path, &bo.token).await.json();
    assert_eq!((&body["isLiked"], &body["likeCount"]), (&json!(false), &json!(0)));
}

#[tokio::test]
async fn allows_marks_and_comments_to_onboarded_readers_only() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, newcomer, admin) = (
        site.reader("Ada"),
        site.reader_before_onboarding("New"),
        site.admin("root"),
    );
    let banned = site.reader("Eve");
    site.ban(banned.id, "");
    let created: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let like_path = format!(
        "/api/blogs/comments/{}/like",
        created["comment"]["_id"].as_str().unwrap()
    );
    for path in [
        "/api/blogs/post-1/like",
        "/api/blogs/post-1/bookmark",
        "/api/blogs/post-1/comments",
        &like_path,
    ] {
        for (token, status) in [
            ("", 401),
            (&*newcomer.token, 403),
            (&*banned.token, 401),
            (&*admin.token, 403),
        ] {
            let body = json!({"content": "Hello"});
            let response = site.request(Method::POST, path, token, Some(&body)).await;
            assert_eq!(response.status_code(), status, "{path}");
        }
    }
    assert_eq!(
        site.get("/api/blogs/post-1").await["blog"]["stats"]["commentCount"],
        1
    );
}

#[tokio::test]
async fn responds_404_to_marks_of_unknown_posts_and_comments() {
    let site = Site::new();
    let ada = site.reader("Ada");
    for id in ["nothing", UNKNOWN, "%00"] {
        for action in ["like", "bookmark"] {
            let response = site
                .post_as(&format!("/api/blogs/{id}/{action}"), &ada.token)
                .await;
            assert_rejected(&response, 404, "Blog not found");
        }
        assert_rejected(
            &comment(&site, &ada.token, id, "Hello").await,
            404,
            "Blog not found",
        );
        let response = site
            .post_as(&format!("/api/blogs/comments/{id}/like"), &ada.token)
            .await;
        assert_rejected(&response, 404, "Comment not found");
    }
}

#[tokio::test]
async fn keeps_at_most_one_like_of_a_reader_under_concurrent_requests() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    for _ in 0..10 {
        let statuses = run_concurrently(2, |_| async {
            site.post_as("/api/blogs/post-1/like", &ada.token)
                .await
                .status_code()
        })
        .await;
        assert_eq!(statuses, [200, 200]);
        let likes = site.get("/api/blogs/post-1").await["blog"]["stats"]["likeCount"].clone();
        assert!(likes == 0 || likes == 1, "{likes}");
        site.assert_counts_are_correct();
    }
}

/// Holds the writer, starts `requests`, and releases the writer, which first makes the post a draft if `unpublish` is
/// set. The requests have done all their reads by then: each of many later requests has read from the database.
async fn run_against_held_writer<T>(site: &Site, unpublish: bool, requests: impl Future<Output = T>) -> T {
    let (has_begun, begun) = mpsc::channel();
    let (release, released) = mpsc::channel();
    let (store, now) = (site.store.clone(), site.clock.now());
    let writer = thread::spawn(move || {
        store.write_blocking(move |tx| {
            has_begun.send(()).unwrap();
            released.recv().unwrap();
            if unpublish {
                let post = posts::by_id_or_slug(tx, "post-1")?.unwrap();
                let (title, html) = (Title::parse("Post 1").unwrap(), "<p>Text.</p>".to_owned());
                let draft = content::article(
                    title,
                    Category::parse("Other").unwrap(),
                    Vec::new(),
                    Status::Draft,
                    html,
                    &HashMap::new(),
                );
                posts::update(tx, post.id, &draft, None, now)?;
            }
            Ok::<_, StoreError>(())
        })
    });
    begun.recv().unwrap();
    let releasing = async {
        for number in 0..50 {
            site.get(&format!("/api/blogs?search=text&page=1&limit={}", number + 1))
                .await;
        }
        release.send(()).unwrap();
    };
    let (outcome, ()) = tokio::join!(requests, releasing);
    writer.join().unwrap().unwrap();
    outcome
}

#[tokio::test]
async fn rejects_a_like_of_a_comment_on_a_post_that_becomes_a_draft_meanwhile() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    let created: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let path = format!(
        "/api/blogs/comments/{}/like",
        created["comment"]["_id"].as_str().unwrap()
    );
    let like = async { site.post_as(&path, &ada.token).await };
    let response = run_against_held_writer(&site, true, like).await;
    assert_rejected(&response, 404, "Comment not found");
}

#[tokio::test]
async fn counts_concurrent_likes_of_a_comment_by_one_reader_as_one() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    let created: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let path = format!(
        "/api/blogs/comments/{}/like",
        created["comment"]["_id"].as_str().unwrap()
    );
    let likes = run_concurrently(2, |_| async {
        let body: Value = site.post_as(&path, &ada.token).await.json();
        (body["isLiked"].clone(), body["likeCount"].clone())
    });
    let responses = run_against_held_writer(&site, false, likes).await;
    assert_eq!(responses, [(json!(true), json!(1)), (json!(true), json!(1))]);
    site.assert_counts_are_correct();
}

#[tokio::test]
async fn keeps_counts_correct_under_64_concurrent_requests() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let readers: Vec<_> = (0..16)
        .map(|number| site.reader(&format!("Reader {number}")))
        .collect();
    let created: Value = comment(&site, &readers[0].token, "post-1", "Hello").await.json();
    let like_path = format!(
        "/api/blogs/comments/{}/like",
        created["comment"]["_id"].as_str().unwrap()
    );
    for _ in 0..5 {
        let statuses = run_concurrently(64, |number| {
            let token = &readers[number % 16].token;
            let (site, like_path) = (&site, &like_path);
            async move {
                let response = match number % 5 {
                    0 => site.post_as("/api/blogs/post-1/like", token).await,
                    1 => site.post_as("/api/blogs/post-2/like", token).await,
                    2 => site.post_as("/api/blogs/post-1/bookmark", token).await,
                    3 => site.post_as(like_path, token).await,
                    _ => comment(site, token, "post-1", "At once").await,
                };
                response.status_code().as_u16()
            }
        })
        .await;
        assert!(
            statuses.iter().all(|status| *status == 200 || *status == 201),
            "{statuses:?}"
        );
        site.assert_counts_are_correct();
    }
}

#[tokio::test]
async fn recommends_the_highest_scores_for_each_reader() {
    let mut posts: Vec<Value> = (1..=24).map(post).collect();
    for (number, post) in posts.iter_mut().enumerate() {
        let category = ["Other", "Cybersecurity", "System Design", "Web Development"][number % 4];
        post["category"] = json!(category);
    }
    let site = Site::with_posts(&posts);
    let readers: Vec<_> = (0..12)
        .map(|number| site.reader(&format!("Reader {number}")))
        .collect();
    for (number, reader) in readers.iter().enumerate() {
        for post in 1..=24 {
            if (post * 7 + number) % (1 + post % 5) == 0 {
                site.post_as(&format!("/api/blogs/post-{post}/like"), &reader.token)
                    .await;
            }
            if (post * 5 + number) % 9 == 0 {
                comment(&site, &reader.token, &format!("post-{post}"), "Hello").await;
            }
            if (post + number) % 6 == 0 {
                site.post_as(&format!("/api/blogs/post-{post}/bookmark"), &reader.token)
                    .await;
            }
        }
    }
    for reader in &readers {
        for limit in [3, 10, 100] {
            let path = format!("/api/blogs/recommended?limit={limit}");
            let recommended = slugs(&site.get_as(&reader.token, &path).await["blogs"]);
            let mut expected = ranked_slugs(&site, &reader.token).await;
            expected.truncate(limit);
            assert_eq!(recommended, expected);
        }
    }
}

/// The slugs of all posts in the order of product.md §9, computed from the API.
async fn ranked_slugs(site: &Site, token: &str) -> Vec<String> {
    let blogs = site.get_as(token, "/api/blogs").await["blogs"].clone();
    let user = site.get_as(token, "/api/auth/verify-token").await["user"]["_id"].clone();
    let all_comments = site
        .get_as(
            token,
            &format!("/api/users/{}/comments?limit=100", user.as_str().unwrap()),
        )
        .await;
    let blogs = blogs.as_array().unwrap();
    let mut activity = std::collections::BTreeMap::<String, i64>::new();
    for blog in blogs {
        let comments = all_comments
            .as_array()
            .unwrap()
            .iter()
            .filter(|comment| comment["blogId"] == blog["_id"]);
        let interactions = i64::try_from(comments.count()).unwrap()
            + i64::from(blog["isLiked"] == true)
            + i64::from(blog["isBookmarked"] == true);
        if interactions > 0 {
            *activity
                .entry(blog["category"].as_str().unwrap().to_owned())
                .or_default() += interactions;
        }
    }
    let mut preferred: Vec<(i64, String)> = activity
        .into_iter()
        .map(|(name, interactions)| (-interactions, name))
        .collect();
    preferred.sort();
    preferred.truncate(3);
    let mut scores: Vec<(i64, &Value)> = blogs
        .iter()
        .map(|blog| {
            let is_preferred = preferred
                .iter()
                .any(|(_, name)| blog["category"] == name.as_str());
            let score = 50 * i64::from(blog["isLiked"] == true)
                + 30 * i64::from(is_preferred)
                + 20 * i64::from(blog["isBookmarked"] == true)
                + blog["stats"]["likeCount"].as_i64().unwrap()
                + 2 * blog["stats"]["commentCount"].as_i64().unwrap();
            (score, blog)
        })
        .collect();
    // The list is newest first, and sorting keeps that order among equals.
    scores.sort_by_key(|(score, _)| -score);
    scores
        .iter()
        .map(|(_, blog)| blog["slug"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn reorders_trending_when_a_like_comes_and_goes() {
    let newer = post_with_changes(2, json!({"createdAt": "2026-01-02T09:00:00Z"}));
    let site = Site::with_posts(&[post(1), newer]);
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-2", "post-1"]
    );
    let ada = site.reader("Ada");
    site.post_as("/api/blogs/post-1/like", &ada.token).await;
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-1", "post-2"]
    );
    site.post_as("/api/blogs/post-1/like", &ada.token).await;
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-2", "post-1"]
    );
}
