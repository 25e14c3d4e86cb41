//! The limit of unique readers per network and day, against the real program behind a proxy.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::program::{RunningSite, expect_success, run};
use crate::support::{database, post};

const SECRET: &str = "a secret of the tests and of nobody else";

fn start(data: &Path) -> RunningSite {
    start_behind(data, "127.0.0.1")
}

/// Starts a site that trusts this proxy.
fn start_behind(data: &Path, proxy: &str) -> RunningSite {
    let settings = [
        ("SERVER__TRUSTED_PROXIES", proxy),
        ("RATE_LIMIT__ENABLED", "false"),
        ("AUTH__SECRET", SECRET),
    ];
    RunningSite::start_with(
        data,
        &settings.map(|(key, value)| (format!("BLOG_APP_{key}"), value.to_owned())),
    )
}

/// Records views of a post in `count` new sessions, each from the address that `client` returns.
fn record_views(site: &RunningSite, sessions: &str, count: usize, client: impl Fn(usize) -> String) {
    for number in 0..count {
        let response = ureq::post(format!("http://{}/api/blogs/post-1/view", site.address))
            .header("x-forwarded-for", client(number))
            .send_json(json!({"sessionId": format!("{sessions}-{number}"), "deviceType": "desktop"}));
        assert_eq!(response.unwrap().status(), 200);
    }
}

/// Returns the stored view counts (total, unique), which responses contain a second later.
fn stored_counts(data: &Path) -> (u64, u64) {
    let counts = database::query(data, "select view_total || ' ' || view_unique from posts");
    let (total, unique) = counts[0].split_once(' ').unwrap();
    (total.parse().unwrap(), unique.parse().unwrap())
}

#[test]
fn counts_at_most_20_unique_readers_of_a_network_per_post_and_day() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let file = data.join("posts.jsonl");
    std::fs::write(&file, post(1).to_string()).unwrap();
    expect_success(&run(data, &["import", "posts", file.to_str().unwrap()]));

    let site = start(data);
    record_views(&site, "one address", 25, |_| "198.51.100.7".to_owned());
    assert_eq!(stored_counts(data), (25, 20));
    record_views(&site, "another address", 3, |_| "198.51.100.8".to_owned());
    assert_eq!(stored_counts(data), (28, 23));
    record_views(&site, "one /64", 25, |number| format!("2001:db8:1:2::{number:x}"));
    assert_eq!(stored_counts(data), (53, 43));
    // A session that has been counted is not counted again.
    record_views(&site, "one address", 25, |_| "198.51.100.7".to_owned());
    assert_eq!(stored_counts(data), (53, 43));
    assert_eq!(site.stop(), Some(0));

    let site = start(data);
    record_views(&site, "after the restart", 5, |_| "198.51.100.7".to_owned());
    assert_eq!(stored_counts(data), (58, 43));
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["blogs"][0]["views"]["total"], 58);
    assert_eq!(site.stop(), Some(0));

    let contents = database::contents(data);
    for address in ["198.51.100.7", "2001:db8:1:2"] {
        let is_stored = contents
            .windows(address.len())
            .any(|bytes| bytes == address.as_bytes());
        assert!(!is_stored, "{address} is in the database");
    }
    assert!(expect_success(&run(data, &["check"])).contains("The database is whole"));
}

#[test]
fn counts_all_readers_behind_an_untrusted_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let file = data.join("posts.jsonl");
    std::fs::write(&file, post(1).to_string()).unwrap();
    expect_success(&run(data, &["import", "posts", file.to_str().unwrap()]));
    let site = start_behind(data, "192.0.2.1");
    record_views(&site, "many", 25, |number| format!("198.51.100.{number}"));
    assert_eq!(stored_counts(data), (25, 25));
    assert_eq!(site.stop(), Some(0));
}
