//! While eight write and eight read at once, nobody is answered with what was there before a write that
//! had been acknowledged, nobody gets another's marks, and no draft leaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::http::Method;
use scraper::{Html, Selector};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Site, post};

const POSTS: u32 = 4;
const WRITES: u64 = 40;

/// How often something was written: what was acknowledged must be seen, what was begun may be.
#[derive(Default)]
struct Ledger {
    begun: AtomicU64,
    done: AtomicU64,
}

impl Ledger {
    async fn write(&self, work: impl AsyncFnOnce(u64)) {
        let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        work(number).await;
        self.done.fetch_add(1, Ordering::SeqCst);
    }

    /// What a reading gives lies between what was done before it and what was begun by its end.
    async fn read(&self, what: &str, reading: impl AsyncFnOnce() -> Option<u64>) {
        let least = self.done.load(Ordering::SeqCst);
        let seen = reading().await;
        let most = self.begun.load(Ordering::SeqCst);
        let Some(seen) = seen else { return };
        assert!(
            (least..=most).contains(&seen),
            "{what}: {seen} is not {least} to {most}"
        );
    }

    /// What was written when nothing was under way before and after a reading.
    async fn at_rest(&self, reading: impl AsyncFnOnce(u64)) {
        let before = self.begun.load(Ordering::SeqCst);
        if self.done.load(Ordering::SeqCst) == before {
            reading(before).await;
        }
    }
}

#[derive(Default)]
struct World {
    comments: [Ledger; POSTS as usize],
    title: Ledger,
    /// Published when even, a draft when odd.
    status: Ledger,
    is_over: AtomicBool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nobody_is_answered_with_what_was_before_an_acknowledged_write() {
    let site = Arc::new(Site::with_posts(&(1..=POSTS + 2).map(post).collect::<Vec<_>>()));
    let world = Arc::new(World::default());
    let mut writers = JoinSet::new();
    for number in 0..4 {
        let token = site.reader(&format!("commenter {number}")).token;
        writers.spawn(comment(Arc::clone(&site), Arc::clone(&world), token, number));
    }
    for number in 0..2 {
        let token = site.reader(&format!("marker {number}")).token;
        writers.spawn(mark(Arc::clone(&site), token));
    }
    let admin = site.admin("root").token;
    writers.spawn(rename(Arc::clone(&site), Arc::clone(&world), admin.clone()));
    writers.spawn(hide_and_show(Arc::clone(&site), Arc::clone(&world), admin));
    let bystander = site.reader("bystander").token;
    let mut readers = JoinSet::new();
    for number in 0..8 {
        let (site, world) = (Arc::clone(&site), Arc::clone(&world));
        readers.spawn(read(site, world, bystander.clone(), number));
    }
    writers.join_all().await;
    world.is_over.store(true, Ordering::SeqCst);
    let rounds: u64 = readers.join_all().await.iter().sum();
    println!("{rounds} rounds of reading beside {} writes", 8 * WRITES);
    site.assert_counts_are_true();
}

/// Post 5 is renamed, post 6 is hidden and shown again.
const RENAMED: &str = "post-5";
const HIDDEN: &str = "post-6";

async fn comment(site: Arc<Site>, world: Arc<World>, token: String, first: u32) {
    for number in 0..WRITES {
        let post = (u64::from(first) + number) % u64::from(POSTS);
        let path = format!("/api/blogs/post-{}/comments", post + 1);
        let body = json!({"content": format!("Comment {number}")});
        let ledger = &world.comments[usize::try_from(post).unwrap()];
        ledger
            .write(async |_| {
                site.call(Method::POST, &path, &token, Some(&body))
                    .await
                    .assert_status_success();
            })
            .await;
    }
}

/// Likes and bookmarks come back to whoever made them at once.
async fn mark(site: Arc<Site>, token: String) {
    for number in 0..WRITES {
        let post = format!("/api/blogs/post-{}", number % u64::from(POSTS) + 1);
        for (what, flag) in [("like", "isLiked"), ("bookmark", "isBookmarked")] {
            let pressed = site.press(&format!("{post}/{what}"), &token).await;
            let expected = pressed.json::<Value>()[flag].clone();
            let seen = site.get_as(&token, &post).await;
            assert_eq!(seen["blog"][flag], expected, "{what} of {post}");
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
    site.call(Method::PUT, &path, token, Some(body))
        .await
        .assert_status_ok();
}

async fn rename(site: Arc<Site>, world: Arc<World>, token: String) {
    for _ in 0..WRITES {
        let rename = async |number| {
            let body = body(&format!("Title version {number}."), "published");
            update(&site, &token, RENAMED, &body).await;
        };
        world.title.write(rename).await;
    }
}

async fn hide_and_show(site: Arc<Site>, world: Arc<World>, token: String) {
    for _ in 0..WRITES {
        let turn = async |number| {
            let status = if number % 2 == 1 { "draft" } else { "published" };
            update(&site, &token, HIDDEN, &body("Now and then", status)).await;
        };
        world.status.write(turn).await;
    }
}

async fn read(site: Arc<Site>, world: Arc<World>, bystander: String, reader: u64) -> u64 {
    let mut round = 0;
    while !world.is_over.load(Ordering::SeqCst) {
        let token = if (reader + round).is_multiple_of(2) {
            ""
        } else {
            &bystander
        };
        let post = usize::try_from((reader + round) % u64::from(POSTS)).unwrap();
        read_comments(&site, &world.comments[post], token, post + 1).await;
        read_title(&site, &world.title, token).await;
        read_hidden(&site, &world.status, token).await;
        round += 1;
    }
    round
}

async fn read_comments(site: &Site, ledger: &Ledger, token: &str, number: usize) {
    let slug = format!("post-{number}");
    for path in [format!("/api/blogs/{slug}"), "/api/blogs?limit=9".to_owned()] {
        ledger
            .read(&path, async || {
                let answer = site.get_as(token, &path).await;
                let blog = match &answer["blogs"] {
                    Value::Array(blogs) => blogs.iter().find(|blog| blog["slug"] == json!(slug)).unwrap(),
                    _ => &answer["blog"],
                };
                let is_marked = json!([blog["isLiked"], blog["isBookmarked"]]);
                assert_eq!(is_marked, json!([false, false]), "another's marks in {path}");
                blog["stats"]["commentCount"].as_u64()
            })
            .await;
    }
    let page = format!("/blog/{slug}");
    ledger
        .read(&page, async || {
            let document = Html::parse_document(&site.server.get(&page).await.text());
            let data = document
                .select(&Selector::parse("#answers").unwrap())
                .next()
                .unwrap();
            let data: Value = serde_json::from_str(&data.inner_html()).unwrap();
            let answer = data.as_object().unwrap().values().next().unwrap();
            answer["blog"]["stats"]["commentCount"].as_u64()
        })
        .await;
}

/// The first time it is renamed it has no version yet.
async fn read_title(site: &Site, ledger: &Ledger, token: &str) {
    for path in [
        "/",
        "/blog/post-5",
        "/treasure",
        "/feed.xml",
        "/api/blogs/post-5",
        "/api/blogs/trending",
    ] {
        let token = if path.starts_with("/api") { token } else { "" };
        ledger
            .read(path, async || {
                let text = site.call(Method::GET, path, token, None).await.text();
                let shown = text.split("Title version ").nth(1);
                let digits =
                    shown.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
                Some(digits.map_or(0, |digits| digits.parse().unwrap()))
            })
            .await;
    }
}

async fn read_hidden(site: &Site, ledger: &Ledger, token: &str) {
    for path in [
        "/api/blogs/post-6",
        "/blog/post-6",
        "/api/blogs?limit=9",
        "/feed.xml",
        "/sitemap.xml",
    ] {
        let token = if path.starts_with("/api") { token } else { "" };
        ledger
            .at_rest(async |before| {
                let response = site.call(Method::GET, path, token, None).await;
                let is_draft = before % 2 == 1;
                if ledger.begun.load(Ordering::SeqCst) != before || path == "/sitemap.xml" {
                    return;
                }
                let is_shown = response.text().contains("Now and then") && response.status_code() == 200;
                let was_ever_renamed = before > 0;
                assert_eq!(is_shown, was_ever_renamed && !is_draft, "{path} after {before}");
            })
            .await;
    }
}
