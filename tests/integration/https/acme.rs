//! Certificates from an ACME directory.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use rustls::pki_types::CertificateDer;
use tempfile::TempDir;

use super::client::{Client, TIMEOUT};
use super::pebble::{BLOCKED, Pebble, is_installed, mode};
use super::{HttpsSite, NAME};
use crate::support::smtp::free_port;
use crate::support::wait_until;

/// Longer than a test takes.
const LONG_SECONDS: u64 = 86_400;
/// A certificate is renewed when a third of its time is left.
const SHORT_SECONDS: u64 = 12;
/// Long enough that the last third is noticed also on a busy machine.
const MEDIUM_SECONDS: u64 = 45;

struct Setting {
    pebble: Pebble,
    address: String,
}

impl Setting {
    fn new(validity_seconds: u64) -> Self {
        let port = free_port();
        Self {
            pebble: Pebble::start(port, validity_seconds),
            address: format!("127.0.0.1:{port}"),
        }
    }

    fn start(&self, domains: &str) -> HttpsSite {
        self.start_in(tempfile::tempdir().unwrap(), domains)
    }

    fn start_in(&self, folder: TempDir, domains: &str) -> HttpsSite {
        let ca = self.pebble.ca();
        let settings = [
            ("TLS__ACME", "true"),
            ("TLS__DOMAINS", domains),
            ("TLS__EMAIL", "ada@example.org"),
            ("TLS__DIRECTORY", &self.pebble.url()),
            ("TLS__DIRECTORY_CA", ca.to_str().unwrap()),
            ("TLS__RETRY_SECONDS", "1"),
        ];
        HttpsSite::start_at(&self.address, folder, &settings)
    }

    fn client(&self, name: &'static str) -> Client {
        let mut client = Client::trusting(&self.address, &self.pebble.root());
        client.name = name;
        client
    }
}

/// Waits for a certificate other than `old`.
fn wait_for_certificate(client: &Client, old: Option<&CertificateDer<'_>>) -> CertificateDer<'static> {
    let mut current = None;
    wait_until(|| {
        current = client.connect().ok().map(|connection| connection.certificate());
        current.is_some() && current.as_ref() != old
    });
    current.unwrap()
}

fn assert_is_served(client: &Client) {
    let mut connection = client.connect().unwrap();
    assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
}

fn assert_redirects(site: &HttpsSite) {
    let mut client = TcpStream::connect(&site.redirects).unwrap();
    client.set_read_timeout(Some(TIMEOUT)).unwrap();
    client
        .write_all(b"GET /about HTTP/1.1\r\nhost: blog\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut response = String::new();
    client.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 308 "), "{response}");
}

#[test]
fn obtains_one_certificate_for_all_names_and_keeps_it_over_a_restart() {
    if !is_installed() {
        return;
    }
    let mut setting = Setting::new(LONG_SECONDS);
    let site = setting.start("blog.example.org,www.example.org");
    let client = setting.client(NAME);
    let first = wait_for_certificate(&client, None);
    assert_is_served(&client);
    let other_name = setting.client("www.example.org");
    assert_eq!(other_name.connect().unwrap().certificate(), first);
    assert!(
        site.log().contains("a certificate was obtained"),
        "{}",
        site.log()
    );
    let tls = site.path("data/tls");
    assert_eq!(mode(&tls), 0o700);
    let folder = std::fs::read_dir(&tls).unwrap().next().unwrap().unwrap().path();
    assert_eq!(mode(&folder), 0o700);
    // A certificate is served before it is stored.
    wait_until(|| folder.join("certificate.pem").exists());
    for file in ["account.key", "certificate.pem"] {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }

    let HttpsSite { site, folder, .. } = site;
    assert_eq!(site.stop(), Some(0));
    setting.pebble.go_away();
    let site = setting.start_in(folder, "blog.example.org,www.example.org");
    assert_eq!(client.connect().unwrap().certificate(), first);
    assert!(
        !site.log().contains("no certificate was obtained"),
        "{}",
        site.log()
    );
}

#[test]
fn obtains_another_certificate_for_another_name() {
    if !is_installed() {
        return;
    }
    let setting = Setting::new(LONG_SECONDS);
    let site = setting.start("blog.example.org");
    let client = setting.client(NAME);
    let first = wait_for_certificate(&client, None);
    let HttpsSite { site, folder, .. } = site;
    assert_eq!(site.stop(), Some(0));
    let _site = setting.start_in(folder, "blog.example.org,www.example.org");
    wait_for_certificate(&client, Some(&first));
    assert_is_served(&setting.client("www.example.org"));
}

#[test]
fn renews_the_certificate_without_dropping_connections() {
    if !is_installed() {
        return;
    }
    let setting = Setting::new(SHORT_SECONDS);
    let _site = setting.start("blog.example.org");
    let client = setting.client(NAME);
    let first = wait_for_certificate(&client, None);
    let mut connection = client.connect().unwrap();
    assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
    let second = wait_for_certificate(&client, Some(&first));
    wait_for_certificate(&client, Some(&second));
    assert!(connection.get("/api/health").starts_with("HTTP/1.1 200 "));
}

#[test]
fn goes_on_with_the_old_certificate_while_the_directory_is_away() {
    if !is_installed() {
        return;
    }
    let mut setting = Setting::new(MEDIUM_SECONDS);
    let site = setting.start("blog.example.org");
    let client = setting.client(NAME);
    let first = wait_for_certificate(&client, None);
    setting.pebble.go_away();
    wait_until(|| site.log().contains("the site goes on with the old one"));
    assert_eq!(client.connect().unwrap().certificate(), first);
    assert_is_served(&client);
    setting.pebble.come_back();
    let client = setting.client(NAME);
    wait_for_certificate(&client, None);
    assert_is_served(&client);
}

#[test]
fn redirects_and_tries_again_while_a_name_leads_elsewhere() {
    if !is_installed() {
        return;
    }
    let setting = Setting::new(LONG_SECONDS);
    setting.pebble.set_address("wrong.example.org", "127.0.0.9");
    let site = setting.start("wrong.example.org");
    wait_until(|| {
        let failures = site
            .log()
            .matches("wrong.example.org could not be verified")
            .count();
        failures >= 2
    });
    assert!(
        site.log().contains("is its port 443 reachable?"),
        "{}",
        site.log()
    );
    assert_redirects(&site);
    assert!(setting.client("wrong.example.org").connect().is_err());
    setting.pebble.set_address("wrong.example.org", "127.0.0.1");
    let client = setting.client("wrong.example.org");
    wait_for_certificate(&client, None);
    assert_redirects(&site);
}

#[test]
fn says_why_the_directory_refuses_a_name() {
    if !is_installed() {
        return;
    }
    let setting = Setting::new(LONG_SECONDS);
    let site = setting.start(BLOCKED);
    wait_until(|| site.log().contains("rejectedIdentifier"));
    assert!(site.log().contains("there is no other"), "{}", site.log());
    assert_redirects(&site);
}

#[test]
fn answers_no_challenge_that_it_did_not_ask_for() {
    if !is_installed() {
        return;
    }
    let setting = Setting::new(LONG_SECONDS);
    let _site: HttpsSite = setting.start("blog.example.org");
    let client = setting.client(NAME);
    wait_for_certificate(&client, None);
    let challenge = client.config(rustls::ALL_VERSIONS, &["acme-tls/1"]);
    assert!(client.connect_with(challenge).is_err());
    assert_is_served(&client);
}
