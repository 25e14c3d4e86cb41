//! Requests through a proxy that is missing from the settings.

use std::fs::{self, File};
use std::path::Path;

use serde_json::json;

use crate::support::database;
use crate::support::program::{RunningSite, create_admin, expect_success};

const PASSWORD: &str = "correct horse";

/// Signs in twice on a site that trusts this proxy, and returns its log.
fn log_of_sign_ins(data: &Path, trusted: &str, forwarded: Option<&str>) -> String {
    let file = data.join("log");
    let settings = [("BLOG_APP_SERVER__TRUSTED_PROXIES".to_owned(), trusted.to_owned())];
    let site = RunningSite::start_logging(data, &settings, File::create(&file).unwrap());
    for _ in 0..2 {
        let mut request = ureq::post(format!("http://{}/api/admin/login", site.address));
        if let Some(forwarded) = forwarded {
            request = request.header("x-forwarded-for", forwarded);
        }
        let account = json!({"email": "root@example.org", "password": PASSWORD});
        assert_eq!(request.send_json(account).unwrap().status(), 200);
    }
    assert_eq!(site.stop(), Some(0));
    fs::read_to_string(file).unwrap()
}

fn known_networks(data: &Path) -> u32 {
    let count = database::query(data, "select count(*) from known_networks");
    count[0].parse().unwrap()
}

#[test]
fn warns_once_about_an_untrusted_proxy_and_remembers_no_network_for_it() {
    const OTHER_PROXY: &str = "192.0.2.1";
    for (trusted, forwarded, warnings, networks) in [
        (OTHER_PROXY, Some("198.51.100.7"), 1, 0),
        (OTHER_PROXY, None, 0, 0),
        ("127.0.0.1", Some("198.51.100.7"), 0, 1),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        expect_success(&create_admin(data, "root", PASSWORD));
        let log = log_of_sign_ins(data, trusted, forwarded);
        let found = log.lines().filter(|line| line.contains("server.trusted_proxies"));
        assert_eq!(found.count(), warnings, "{log}");
        assert_eq!(known_networks(data), networks, "{trusted} {forwarded:?}");
    }
}
