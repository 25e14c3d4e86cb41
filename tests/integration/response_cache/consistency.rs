//! Eight writers and eight readers at once: no response is older than an acknowledged write, none shows the
//! marks of another reader, and no draft leaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::http::Method;
use scraper::{Html, Selector};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Site, post};

const POSTS: u32 = 4;
const WRITES: u64 = 40;

/// The writes of one value: a read must see those acknowledged and may see those started.
#[derive(Default)]
struct WriteCounts {
    started: AtomicU64,
    acknowledged: AtomicU64,
}

impl WriteCounts {
    async fn write(&self, work: impl AsyncFnOnce(u64)) {
        let number = self.started.fetch_add(1, Ordering::SeqCst) + 1;
        work(number).await;
        self.acknowledged.fetch_add(1, Ordering::SeqCst);
    }

    /// Asserts that a read sees all writes acknowledged before it, and none that start after it.
    async fn check(&self, label: &str, read: impl AsyncFnOnce() -> Option<u64>) {
        let least = self.acknowledged.load(Ordering::SeqCst);
        let seen = read().await;
        let most = self.started.load(Ordering::SeqCst);
        let Some(seen) = seen else { return };
        assert!(
            (least..=most).contains(&seen),
            "{label}: {seen} is not {least} to {most}"
        );
    }

    /// Runs a check with the number of writes, if no write is in progress.
    async fn check_when_idle(&self, check: impl AsyncFnOnce(u64)) {
        let before = self.started.load(Ordering::SeqCst);
        if self.acknowledged.load(Ordering::SeqCst) == before {
            check(before).await;
        }
    }
}

#[derive(Default)]
struct TestState {
    comments: [WriteCounts; POSTS as usize],
    title: WriteCounts,
    /// Published after an even number of writes, a draft after an odd one.
    status: WriteCounts,
    is_finished: AtomicBool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn serves_no_response_older_than_an_acknowledged_write() {
    let site = Arc::new(Site::with_posts(&(1..=POSTS + 2).map(post).collect::<Vec<_>>()));
    let state = Arc::new(TestState::default());
    let mut writers = JoinSet::new();
    for number in 0..4 {
        let token = site.reader(&format!("commenter {number}")).token;
        writers.spawn(add_comments(Arc::clone(&site), Arc::clone(&state), token, number));
    }
    for number in 0..2 {
        let token = site.reader(&format!("marker {number}")).token;
        writers.spawn(toggle_marks(Arc::clone(&site), token));
    }
    let admin = site.admin("root").token;
    writers.spawn(update_title(Arc::clone(&site), Arc::clone(&state), admin.clone()));
    writers.spawn(toggle_status(Arc::clone(&site), Arc::clone(&state), admin));
    let bystander = site.reader("bystander").token;
    let mut readers = JoinSet::new();
    for number in 0..8 {
        let (site, state) = (Arc::clone(&site), Arc::clone(&state));
        readers.spawn(run_reader(site, state, bystander.clone(), number));
    }
    writers.join_all().await;
    state.is_finished.store(true, Ordering::SeqCst);
    let rounds: u64 = readers.join_all().await.iter().sum();
    println!("{rounds} rounds of reads during {} writes", 8 * WRITES);
    site.assert_counts_are_correct();
}

/// The post whose title changes, and the one that alternates between published and draft.
const RENAMED: &str = "post-5";
const HIDDEN: &str = "post-6";

async fn add_comments(site: Arc<Site>, state: Arc<TestState>, token: String, first: u32) {
    for number in 0..WRITES {
        let post = (u64::from(first) + number) % u64::from(POSTS);
        let path = format!("/api/blogs/post-{}/comments", post + 1);
        let body = json!({"content": format!("Comment {number}")});
        let counts = &state.comments[usize::try_from(post).unwrap()];
        counts
            .write(async |_| {
                site.request(Method::POST, &path, &token, Some(&body))
                    .await
                    .assert_status_success();
            })
            .await;
    }
}

/// Toggles likes and bookmarks, and asserts that the reader's next request shows each.
async fn toggle_marks(site: Arc<Site>, token: String) {
    for number in 0..WRITES {
        let post = format!("/api/blogs/post-{}", number % u64::from(POSTS) + 1);
        for (action, flag) in [("like", "isLiked"), ("bookmark", "isBookmarked")] {
            let toggled = site.post_as(&format!("{post}/{action}"), &token).await;
            let expected = toggled.json::<Value>()[flag].clone();
            let seen = site.get_as(&token, &post).await;
            assert_eq!(seen["blog"][flag], expected, "{action} of {post}");
        }
    }
}

fn body(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": "<p>It is about something.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/cover.png", "status": status,
    })
}

async fn update(site: &Site, token: &str, slug: &str, body: &Value) {
    let path = format!("/api/blogs/update/{slug}");
    site.request(Method::PUT, &path, token, Some(body))
        .await
        .assert_status_ok();
}

async fn update_title(site: Arc<Site>, state: Arc<TestState>, token: String) {
    for _ in 0..WRITES {
        let update_title = async |number| {
            let body = body(&format!("Title version {number}."), "published");
            update(&site, &token, RENAMED, &body).await;
        };
        state.title.write(update_title).await;
    }
}

async fn toggle_status(site: Arc<Site>, state: Arc<TestState>, token: String) {
    for _ in 0..WRITES {
        let set_status = async |number| {
            let status = if number % 2 == 1 { "draft" } else { "published" };
            update(&site, &token, HIDDEN, &body("Now and then", status)).await;
        };
        state.status.write(set_status).await;
    }
}

async fn run_reader(site: Arc<Site>, state: Arc<TestState>, bystander: String, reader: u64) -> u64 {
    let mut round = 0;
    while !state.is_finished.load(Ordering::SeqCst) {
        let token = if (reader + round).is_multiple_of(2) {
            ""
        } else {
            &bystander
        };
        let post = usize::try_from((reader + round) % u64::from(POSTS)).unwrap();
        check_comments(&site, &state.comments[post], token, post + 1).await;
        check_title(&site, &state.title, token).await;
        check_hidden(&site, &state.status, token).await;
        round += 1;
    }
    round
}

async fn check_comments(site: &Site, counts: &WriteCounts, token: &str, number: usize) {
    let slug = format!("post-{number}");
    for path in [format!("/api/blogs/{slug}"), "/api/blogs?limit=9".to_owned()] {
        counts
            .check(&path, async || {
                let response = site.get_as(token, &path).await;
                let blog = match &response["blogs"] {
                    Value::Array(blogs) => blogs.iter().find(|blog| blog["slug"] == json!(slug)).unwrap(),
                    _ => &response["blog"],
                };
                let is_marked = json!([blog["isLiked"], blog["isBookmarked"]]);
                assert_eq!(
                    is_marked,
                    json!([false, false]),
                    "marks of another reader in {path}"
                );
                blog["stats"]["commentCount"].as_u64()
            })
            .await;
    }
    let page = format!("/blog/{slug}");
    counts
        .check(&page, async || {
            let document = Html::parse_document(&site.server.get(&page).await.text());
            let data = document
                .select(&Selector::parse("#bootstrap-data").unwrap())
                .next()
                .unwrap();
            let data: Value = serde_json::from_str(&data.inner_html()).unwrap();
            let response = data.as_object().unwrap().values().next().unwrap();
            response["blog"]["stats"]["commentCount"].as_u64()
        })
        .await;
}

/// Checks the version in the title, which is absent before the first update.
async fn check_title(site: &Site, counts: &WriteCounts, token: &str) {
    for path in [
        "/",
        "/blog/post-5",
        "/treasure",
        "/feed.xml",
        "/api/blogs/post-5",
        "/api/blogs/trending",
    ] {
        let token = if path.starts_with("/api") { token } else { "" };
        counts
            .check(path, async || {
                let text = site.request(Method::GET, path, token, None).await.text();
                let shown = text.split("Title version ").nth(1);
                let digits =
                    shown.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
                Some(digits.map_or(0, |digits| digits.parse().unwrap()))
            })
            .await;
    }
}

async fn check_hidden(site: &Site, counts: &WriteCounts, token: &str) {
    for path in [
        "/api/blogs/post-6",
        "/blog/post-6",
        "/api/blogs?limit=9",
        "/feed.xml",
        "/sitemap.xml",
    ] {
        let token = if path.starts_with("/api") { token } else { "" };
        counts
            .check_when_idle(async |before| {
                let response = site.request(Method::GET, path, token, None).await;
                let is_draft = before % 2 == 1;
                if counts.started.load(Ordering::SeqCst) != before || path == "/sitemap.xml" {
                    return;
                }
                let is_shown = response.text().contains("Now and then") && response.status_code() == 200;
                let was_ever_renamed = before > 0;
                assert_eq!(is_shown, was_ever_renamed && !is_draft, "{path} after {before}");
            })
            .await;
    }
}
