//! Likes, bookmarks and comments of readers.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::people::assert_refused;
use crate::support::{Site, at_once, post, post_with, slugs};

const UNKNOWN: &str = "01a1fcb0-b5b0-7156-81ed-654973130318";

async fn comment(site: &Site, token: &str, slug: &str, content: &str) -> axum_test::TestResponse {
    let path = format!("/api/blogs/{slug}/comments");
    site.call(Method::POST, &path, token, Some(&json!({"content": content})))
        .await
}

#[tokio::test]
async fn a_like_goes_on_and_off_and_is_the_readers_own() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let press = async |token: &str| {
        let answer: Value = site.press("/api/blogs/post-1/like", token).await.json();
        (answer["isLiked"].clone(), answer["likeCount"].clone())
    };
    assert_eq!(press(&ada.token).await, (json!(true), json!(1)));
    assert_eq!(press(&bo.token).await, (json!(true), json!(2)));
    assert_eq!(press(&ada.token).await, (json!(false), json!(1)));
    for (token, is_liked) in [(&*ada.token, false), (&*bo.token, true), ("", false)] {
        for path in ["/api/blogs", "/api/blogs/trending", "/api/blogs/recommended"] {
            let answer = site.get_as(token, path).await;
            let array = if path.ends_with("trending") {
                "trendingBlogs"
            } else {
                "blogs"
            };
            assert_eq!(answer[array][0]["isLiked"], is_liked, "{path}");
            assert_eq!(answer[array][0]["stats"]["likeCount"], 1);
        }
        let blog = site.get_as(token, "/api/blogs/post-1").await;
        assert_eq!(blog["blog"]["isLiked"], is_liked);
    }
}

#[tokio::test]
async fn bookmarks_are_listed_the_last_one_first() {
    let site = Site::with_posts(&[post(1), post(2), post(3)]);
    let ada = site.reader("Ada");
    for slug in ["post-2", "post-1", "post-3", "post-1", "post-1"] {
        site.clock.advance_seconds(1);
        let answer = site
            .press(&format!("/api/blogs/{slug}/bookmark"), &ada.token)
            .await;
        answer.assert_status_ok();
    }
    let answer = site.get_as(&ada.token, "/api/blogs/bookmarks?limit=2").await;
    assert_eq!(slugs(&answer["bookmarks"]), ["post-1", "post-3"]);
    assert_eq!((&answer["total"], &answer["totalPages"]), (&json!(3), &json!(2)));
    assert_eq!(answer["bookmarks"][0]["isBookmarked"], true);
    let status = site.get_as(&ada.token, "/api/blogs/post-2/bookmark-status").await;
    assert_eq!(status["isBookmarked"], true);
    let bo = site.reader("Bo");
    let others = site.get_as(&bo.token, "/api/blogs/bookmarks").await;
    assert_eq!(others["bookmarks"], json!([]));
}

#[tokio::test]
async fn statuses_tell_what_of_many_blogs_is_marked() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let ada = site.reader("Ada");
    let list = site.get("/api/blogs").await;
    let ids: Vec<String> = list["blogs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|blog| blog["_id"].as_str().unwrap().to_owned())
        .collect();
    site.press(&format!("/api/blogs/{}/like", ids[0]), &ada.token)
        .await;
    site.press(&format!("/api/blogs/{}/bookmark", ids[1]), &ada.token)
        .await;
    let body = json!({"blogIds": [ids[0], ids[1], UNKNOWN, "nothing"]});
    for (path, map, marked) in [
        ("/api/blogs/likes-status", "likeStatuses", &ids[0]),
        ("/api/blogs/bookmarks-status", "bookmarkStatuses", &ids[1]),
    ] {
        let answer: Value = site
            .call(Method::POST, path, &ada.token, Some(&body))
            .await
            .json();
        for id in [&*ids[0], &ids[1], UNKNOWN, "nothing"] {
            assert_eq!(answer[map][id], id == marked, "{path} {id}");
        }
        let many = json!({"blogIds": vec![UNKNOWN; 101]});
        let refused = site.call(Method::POST, path, &ada.token, Some(&many)).await;
        assert_eq!(refused.status_code(), 400);
        assert_eq!(
            site.call(Method::POST, path, "", Some(&body)).await.status_code(),
            401
        );
    }
}

#[tokio::test]
async fn a_comment_stands_on_its_blog_as_it_was_written() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    let text = "Two\nlines & <b>no</b> markup https://example.org 🎉";
    let response = comment(&site, &ada.token, "post-1", &format!("  {text}\n ")).await;
    assert_eq!(response.status_code(), 201);
    let made = response.json::<Value>()["comment"].clone();
    assert_eq!(
        (&made["content"], &made["user"]["name"]),
        (&json!(text), &json!("Ada"))
    );
    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(blog["comments"], json!([made]));
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
        assert_refused(&comment(&site, &ada.token, "post-1", text).await, 400, message);
    }
}

#[tokio::test]
async fn comments_are_liked() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let made: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let id = made["comment"]["_id"].as_str().unwrap();
    let path = format!("/api/blogs/comments/{id}/like");
    let answer: Value = site.press(&path, &bo.token).await.json();
    assert_eq!(
        (&answer["isLiked"], &answer["likeCount"]),
        (&json!(true), &json!(1))
    );
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
    let answer: Value = site.press(&path, &bo.token).await.json();
    assert_eq!(
        (&answer["isLiked"], &answer["likeCount"]),
        (&json!(false), &json!(0))
    );
}

#[tokio::test]
async fn taking_part_is_for_readers_who_completed_their_profile() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, newcomer, admin) = (site.reader("Ada"), site.newcomer("New"), site.admin("root"));
    let banned = site.reader("Eve");
    site.ban(banned.id, "");
    let made: Value = comment(&site, &ada.token, "post-1", "Hello").await.json();
    let liking = format!(
        "/api/blogs/comments/{}/like",
        made["comment"]["_id"].as_str().unwrap()
    );
    for path in [
        "/api/blogs/post-1/like",
        "/api/blogs/post-1/bookmark",
        "/api/blogs/post-1/comments",
        &liking,
    ] {
        for (token, status) in [
            ("", 401),
            (&*newcomer.token, 403),
            (&*banned.token, 401),
            (&*admin.token, 403),
        ] {
            let body = json!({"content": "Hello"});
            let response = site.call(Method::POST, path, token, Some(&body)).await;
            assert_eq!(response.status_code(), status, "{path}");
        }
    }
    assert_eq!(
        site.get("/api/blogs/post-1").await["blog"]["stats"]["commentCount"],
        1
    );
}

#[tokio::test]
async fn nothing_can_be_marked_that_is_not_there() {
    let site = Site::new();
    let ada = site.reader("Ada");
    for id in ["nothing", UNKNOWN, "%00"] {
        for what in ["like", "bookmark"] {
            let response = site.press(&format!("/api/blogs/{id}/{what}"), &ada.token).await;
            assert_refused(&response, 404, "Blog not found");
        }
        assert_refused(
            &comment(&site, &ada.token, id, "Hello").await,
            404,
            "Blog not found",
        );
        let response = site
            .press(&format!("/api/blogs/comments/{id}/like"), &ada.token)
            .await;
        assert_refused(&response, 404, "Comment not found");
    }
}

#[tokio::test]
async fn two_likes_at_once_from_one_reader_leave_one() {
    let site = Site::with_posts(&[post(1)]);
    let ada = site.reader("Ada");
    for _ in 0..10 {
        let answers = at_once(2, |_| async {
            site.press("/api/blogs/post-1/like", &ada.token)
                .await
                .status_code()
        })
        .await;
        assert_eq!(answers, [200, 200]);
        let likes = site.get("/api/blogs/post-1").await["blog"]["stats"]["likeCount"].clone();
        assert!(likes == 0 || likes == 1, "{likes}");
        site.assert_counts_are_true();
    }
}

#[tokio::test]
async fn sixty_four_at_once_by_sixteen_readers_leave_true_counts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let readers: Vec<_> = (0..16)
        .map(|number| site.reader(&format!("Reader {number}")))
        .collect();
    let made: Value = comment(&site, &readers[0].token, "post-1", "Hello").await.json();
    let liking = format!(
        "/api/blogs/comments/{}/like",
        made["comment"]["_id"].as_str().unwrap()
    );
    for _ in 0..5 {
        let answers = at_once(64, |number| {
            let token = &readers[number % 16].token;
            let (site, liking) = (&site, &liking);
            async move {
                let response = match number % 5 {
                    0 => site.press("/api/blogs/post-1/like", token).await,
                    1 => site.press("/api/blogs/post-2/like", token).await,
                    2 => site.press("/api/blogs/post-1/bookmark", token).await,
                    3 => site.press(liking, token).await,
                    _ => comment(site, token, "post-1", "At once").await,
                };
                response.status_code().as_u16()
            }
        })
        .await;
        assert!(
            answers.iter().all(|status| *status == 200 || *status == 201),
            "{answers:?}"
        );
        site.assert_counts_are_true();
    }
}

#[tokio::test]
async fn recommended_to_a_reader_is_what_scores_highest_for_them() {
    let mut posts: Vec<Value> = (1..=24).map(post).collect();
    for (number, post) in posts.iter_mut().enumerate() {
        let category = ["Other", "Cybersecurity", "System Design", "Web Development"][number % 4];
        post["category"] = json!(category);
    }
    let site = Site::with_posts(&posts);
    let crowd: Vec<_> = (0..12)
        .map(|number| site.reader(&format!("Reader {number}")))
        .collect();
    for (number, reader) in crowd.iter().enumerate() {
        for post in 1..=24 {
            if (post * 7 + number) % (1 + post % 5) == 0 {
                site.press(&format!("/api/blogs/post-{post}/like"), &reader.token)
                    .await;
            }
            if (post * 5 + number) % 9 == 0 {
                comment(&site, &reader.token, &format!("post-{post}"), "Hello").await;
            }
            if (post + number) % 6 == 0 {
                site.press(&format!("/api/blogs/post-{post}/bookmark"), &reader.token)
                    .await;
            }
        }
    }
    for reader in &crowd {
        for limit in [3, 10, 100] {
            let path = format!("/api/blogs/recommended?limit={limit}");
            let recommended = slugs(&site.get_as(&reader.token, &path).await["blogs"]);
            let mut expected = scored(&site, &reader.token).await;
            expected.truncate(limit);
            assert_eq!(recommended, expected);
        }
    }
}

/// The ranking of product.md §9, by reading everything.
async fn scored(site: &Site, token: &str) -> Vec<String> {
    let blogs = site.get_as(token, "/api/blogs").await["blogs"].clone();
    let said = site.get_as(token, "/api/auth/verify-token").await["user"]["_id"].clone();
    let said = site
        .get_as(
            token,
            &format!("/api/users/{}/comments?limit=100", said.as_str().unwrap()),
        )
        .await;
    let blogs = blogs.as_array().unwrap();
    let mut taken_part = std::collections::BTreeMap::<String, i64>::new();
    for blog in blogs {
        let comments = said
            .as_array()
            .unwrap()
            .iter()
            .filter(|comment| comment["blogId"] == blog["_id"]);
        let times = i64::try_from(comments.count()).unwrap()
            + i64::from(blog["isLiked"] == true)
            + i64::from(blog["isBookmarked"] == true);
        if times > 0 {
            *taken_part
                .entry(blog["category"].as_str().unwrap().to_owned())
                .or_default() += times;
        }
    }
    let mut preferred: Vec<(i64, String)> = taken_part
        .into_iter()
        .map(|(name, times)| (-times, name))
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
async fn a_post_rises_in_trending_by_likes_and_falls_when_they_go() {
    let newer = post_with(2, json!({"createdAt": "2026-01-02T09:00:00Z"}));
    let site = Site::with_posts(&[post(1), newer]);
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-2", "post-1"]
    );
    let ada = site.reader("Ada");
    site.press("/api/blogs/post-1/like", &ada.token).await;
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-1", "post-2"]
    );
    site.press("/api/blogs/post-1/like", &ada.token).await;
    assert_eq!(
        site.slugs("/api/blogs/trending", "trendingBlogs").await,
        ["post-2", "post-1"]
    );
}
