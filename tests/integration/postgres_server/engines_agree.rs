//! Both engines answer alike: lists in every order, searches, rankings and suggestions, ties included.

use std::collections::BTreeSet;

use axum::http::Method;
use blog_app::config::{Config, Flags};
use blog_app::store::copy;
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;

use crate::support::database::{self, Engine};
use crate::support::postgres::is_installed;
use crate::support::{Site, blocking, corpus, post_with_changes, slugs};

const ORDERS: [&str; 6] = [
    "newest",
    "oldest",
    "likes",
    "comments",
    "mostLiked",
    "mostCommented",
];
/// The number of searches.
const SEARCHES: usize = 300;
const VISITOR: &str = "";

/// A site on SQLite, and one on a copy of its database on PostgreSQL.
struct Sites {
    sqlite: Site,
    postgres: Site,
    reader: String,
    admin: String,
}

impl Sites {
    async fn new() -> Self {
        let sqlite = Site::on(Engine::Sqlite);
        let mut posts = corpus::posts();
        // Posts of the same time and activity, whose order is that of their rows.
        posts.extend((0..30).map(|number| {
            let slug = format!("tie-{number}");
            let tags = ["tie", "sample"];
            let changes =
                json!({"slug": slug, "title": "A tie", "tags": tags, "createdAt": "2026-02-01T08:00:00Z"});
            post_with_changes(1, changes)
        }));
        posts.extend(corpus::posts_with_long_words());
        sqlite.import(&posts);
        let reader = add_activity(&sqlite).await;
        let admin = sqlite.admin("root").token;
        let folder = tempfile::tempdir().unwrap();
        database::choose(folder.path(), Engine::Postgres);
        let (from, to) = (database::place(sqlite.folder()), database::place(folder.path()));
        blocking(|| copy::copy(&from, &to, |_| {})).unwrap();
        let store = database::open(folder.path(), 2);
        let config = Config::load(&Flags::default(), []).unwrap();
        let postgres = Site::on_store(store, config, sqlite.clock.clone(), folder);
        Self {
            sqlite,
            postgres,
            reader,
            admin,
        }
    }

    /// Asserts that both sites respond alike to a GET of an account or a visitor, and returns the body.
    async fn assert_alike(&self, path: &str, token: &str) -> Value {
        let [body, other] = [
            self.sqlite.get_as(token, path).await,
            self.postgres.get_as(token, path).await,
        ];
        assert_eq!(body, other, "{path}");
        body
    }
}

/// Lets readers like, bookmark, comment and view in a pattern that makes many ties. Returns the token of one.
async fn add_activity(site: &Site) -> String {
    let slugs = site.slugs("/api/blogs?limit=100&sort=oldest", "blogs").await;
    let readers = [0, 1, 2].map(|number| site.reader(&format!("Reader {number}")));
    for (number, reader) in readers.iter().enumerate() {
        for (index, slug) in slugs
            .iter()
            .enumerate()
            .filter(|(index, _)| index % (number + 2) == 0)
        {
            let path = |action: &str| format!("/api/blogs/{slug}/{action}");
            site.post_as(&path("like"), &reader.token)
                .await
                .assert_status_ok();
            if index % 4 == 0 {
                site.post_as(&path("bookmark"), &reader.token)
                    .await
                    .assert_status_ok();
            }
            if index % 3 == 0 {
                let body = json!({"content": format!("Well said, {number} of {index}.")});
                let commented = site.request(Method::POST, &path("comments"), &reader.token, Some(&body));
                let commented: Value = commented.await.json();
                let reply = json!({"content": "Is it?", "parentId": commented["comment"]["_id"]});
                let replied = site.request(Method::POST, &path("comments"), &reader.token, Some(&reply));
                assert_eq!(replied.await.status_code(), 201);
            }
            let view = json!({"sessionId": format!("{number} {index}"), "deviceType": "mobile"});
            site.post(&path("view"), view).await.assert_status_ok();
        }
    }
    site.store.catch_up().await.unwrap();
    readers[0].token.clone()
}

#[tokio::test]
async fn lists_searches_and_rankings_are_equal() {
    if !is_installed() {
        return;
    }
    let sites = Sites::new().await;
    let all = sites.assert_alike("/api/blogs?limit=100", VISITOR).await;
    let text = |value: &Value| byte_serialize(value.as_str().unwrap().as_bytes()).collect::<String>();
    let mut filters = BTreeSet::from([String::new(), "&tag=tie".to_owned(), "&tag=sample".to_owned()]);
    for blog in all["blogs"].as_array().unwrap() {
        filters.insert(format!("&category={}", text(&blog["category"])));
        filters.insert(format!("&author={}", text(&blog["author"]["id"])));
        let slug = text(&blog["slug"]);
        for rest in [
            "",
            "?fields=reading",
            "/comments?limit=20",
            "/comments?view=threads&limit=20",
            "/comments?view=threads&sort=oldest&limit=1&page=2",
            "/comments?view=threads&sort=mostLiked",
        ] {
            sites
                .assert_alike(&format!("/api/blogs/{slug}{rest}"), VISITOR)
                .await;
        }
    }
    for order in ORDERS {
        for filter in &filters {
            for page in [1, 2, 9] {
                let path = format!("/api/blogs?sort={order}{filter}&page={page}&limit=20");
                sites.assert_alike(&path, VISITOR).await;
            }
        }
    }
    for list in ["blogs/trending", "blogs/recommended", "blogs/featured", "users"] {
        sites
            .assert_alike(&format!("/api/{list}?limit=20"), VISITOR)
            .await;
    }
    for search in searches(&all) {
        for order in ["", "&sort=newest", "&sort=oldest", "&sort=likes", "&tag=sample"] {
            let path = format!("/api/blogs?search={search}{order}&limit=20");
            sites.assert_alike(&path, VISITOR).await;
        }
    }
    for (slug, search) in corpus::searches_for_long_words() {
        let path = format!("/api/blogs?search={search}");
        let found = sites.assert_alike(&path, VISITOR).await;
        assert_eq!(slugs(&found["blogs"]), [slug], "{search}");
    }
}

/// Words of titles and excerpts, whole, cut, in pairs and misspelt.
fn searches(list: &Value) -> Vec<String> {
    let mut words = BTreeSet::new();
    for blog in list["blogs"].as_array().unwrap() {
        for field in ["title", "excerpt"] {
            let letters = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).collect();
            words.extend(blog[field].as_str().unwrap().split_whitespace().map(letters));
        }
    }
    words.retain(|word: &String| word.chars().count() > 3);
    let pairs = words.iter().zip(words.iter().skip(7));
    let searches = pairs.step_by((words.len() / SEARCHES).max(1)).enumerate();
    let search = |(number, (word, other)): (usize, (&String, &String))| match number % 4 {
        0 => word.clone(),
        1 => word.chars().skip(1).collect(),
        2 => format!("{word} {other}"),
        _ => word.replacen(|letter: char| letter.is_ascii_lowercase(), "q", 1),
    };
    searches
        .map(search)
        .map(|search| byte_serialize(search.as_bytes()).collect())
        .collect()
}

#[tokio::test]
async fn lists_of_accounts_and_administrators_are_equal() {
    if !is_installed() {
        return;
    }
    let sites = Sites::new().await;
    for path in [
        "/api/blogs/recommended?limit=9",
        "/api/blogs/bookmarks",
        "/api/blogs/bookmarks?page=2&limit=5",
        "/api/blogs?limit=30",
    ] {
        sites.assert_alike(path, &sites.reader).await;
    }
    for list in ["blogs/admin/blogs", "admin/comments", "admin/users"] {
        for query in [
            "",
            "?page=2&limit=7",
            "?search=reader",
            "?search=well%20said",
            "?search=tie",
            "?search=2%20rea",
        ] {
            sites
                .assert_alike(&format!("/api/{list}{query}"), &sites.admin)
                .await;
        }
    }
    for path in [
        "admin/users?isBanned=true",
        "admin/users?isBanned=false&search=reader",
        "blogs/admin/blogs?status=published",
        "blogs/admin/blogs?status=draft&search=tie",
        "blogs/analytics/views",
    ] {
        sites.assert_alike(&format!("/api/{path}"), &sites.admin).await;
    }
}
