//! How many unique readers one network can make up, against the real program behind a proxy.

use std::path::Path;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::support::post;
use crate::support::program::{Running, answer, run};

const SECRET: &str = "a secret of the tests and of nobody else";

fn start(data: &Path) -> Running {
    start_behind(data, "127.0.0.1")
}

/// A site that trusts this proxy.
fn start_behind(data: &Path, proxy: &str) -> Running {
    let settings = [
        ("SERVER__TRUSTED_PROXIES", proxy),
        ("RATE_LIMIT__ENABLED", "false"),
        ("AUTH__SECRET", SECRET),
    ];
    Running::start_with(
        data,
        &settings.map(|(key, value)| (format!("BLOG_APP_{key}"), value.to_owned())),
    )
}

/// Opens a post in so many new sessions, each from an address of its own making.
fn open(site: &Running, sessions: &str, count: usize, client: impl Fn(usize) -> String) {
    for number in 0..count {
        let response = ureq::post(format!("http://{}/api/blogs/post-1/view", site.address))
            .header("x-forwarded-for", client(number))
            .send_json(json!({"sessionId": format!("{sessions}-{number}"), "deviceType": "desktop"}));
        assert_eq!(response.unwrap().status(), 200);
    }
}

/// The views that are stored, which visitors see a second later.
fn stored(data: &Path) -> (u64, u64) {
    Connection::open(data.join("blog.db"))
        .unwrap()
        .query_row("select view_total, view_unique from posts", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap()
}

#[test]
fn a_network_adds_at_most_20_unique_readers_a_day_to_a_post() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let file = data.join("posts.jsonl");
    std::fs::write(&file, post(1).to_string()).unwrap();
    answer(&run(data, &["import", "posts", file.to_str().unwrap()]));

    let site = start(data);
    open(&site, "one address", 25, |_| "198.51.100.7".to_owned());
    assert_eq!(stored(data), (25, 20));
    open(&site, "another address", 3, |_| "198.51.100.8".to_owned());
    assert_eq!(stored(data), (28, 23));
    open(&site, "one /64", 25, |number| format!("2001:db8:1:2::{number:x}"));
    assert_eq!(stored(data), (53, 43));
    // A session that has counted goes on as before.
    open(&site, "one address", 25, |_| "198.51.100.7".to_owned());
    assert_eq!(stored(data), (53, 43));
    assert_eq!(site.stop(), Some(0));

    let site = start(data);
    open(&site, "after the restart", 5, |_| "198.51.100.7".to_owned());
    assert_eq!(stored(data), (58, 43));
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["blogs"][0]["views"]["total"], 58);
    assert_eq!(site.stop(), Some(0));

    let database = std::fs::read(data.join("blog.db")).unwrap();
    for address in ["198.51.100.7", "2001:db8:1:2"] {
        let is_kept = database
            .windows(address.len())
            .any(|bytes| bytes == address.as_bytes());
        assert!(!is_kept, "{address} is in the database");
    }
    assert!(answer(&run(data, &["check"])).contains("The database is whole"));
}

#[test]
fn readers_behind_a_proxy_that_is_not_named_all_count() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let file = data.join("posts.jsonl");
    std::fs::write(&file, post(1).to_string()).unwrap();
    answer(&run(data, &["import", "posts", file.to_str().unwrap()]));
    let site = start_behind(data, "192.0.2.1");
    open(&site, "many", 25, |number| format!("198.51.100.{number}"));
    assert_eq!(stored(data), (25, 25));
    assert_eq!(site.stop(), Some(0));
}
