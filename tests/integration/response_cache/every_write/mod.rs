//! After every kind of write, each response of the site equals that of a site without a cache: the queries record all
//! that their responses depend on, and the writes all that they change.

mod reads;
mod writes;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::{Method, header};
use axum_test::{TestResponse, TestServer};
use blog_app::auth::secret::SigningSecret;
use blog_app::config::{Config, Flags};
use blog_app::http::{AppState, router};
use blog_app::store::Store;
use serde_json::Value;

use crate::support::{SECRET, Site, assert_lists_routes, database, follow};
use reads::Reads;

/// An address that allows passkeys.
const BASE_URL: (&str, &str) = ("SERVER__BASE_URL", "http://localhost");
const MASTER_PASSWORD: &str = "the master of this site";
/// The text of every note on a post.
const NOTE: &str = "Zanzibar among ourselves";
/// Headers that differ between two responses to the same request: only requests past the cache have an id, and before
/// the connection adds it, only they have a length.
const OWN_HEADERS: [&str; 2] = ["x-request-id", "content-length"];

/// A site with a cache, and one without over the same database.
struct Comparison {
    site: Site,
    uncached: TestServer,
    /// The store of the site without a cache: what it derives from the tables is not that of the other.
    uncached_store: Store,
    reads: Reads,
    /// The operations that were called, such as `POST /blogs/{id}/like`.
    called: BTreeSet<&'static str>,
}

// Two tests, which may run at the same time.

#[tokio::test]
async fn half_of_the_cached_responses_equal_uncached_ones_after_every_kind_of_write() {
    compare_every_second(0).await;
}

#[tokio::test]
async fn the_other_half_of_the_cached_responses_equal_uncached_ones_after_every_kind_of_write() {
    compare_every_second(1).await;
}

/// Compares every second response after each write, beginning with the first or the second one.
async fn compare_every_second(first: usize) {
    let site = Site::configured(&[
        ("AUTH__MASTER_PASSWORD", MASTER_PASSWORD),
        ("AUTH__TOKEN_HOURS", "1000"),
        BASE_URL,
    ]);
    let world = writes::World::on(&site).await;
    let reads = Reads::of(&world, &site, first).await;
    let mut comparison = Comparison::new(site, reads);
    comparison.compare("nothing").await;
    comparison.assert_served_from_the_cache().await;

    world.write_everything(&mut comparison).await;

    // Both rebuild the sitemap at most once an hour.
    comparison.site.clock.advance_seconds(3_600);
    comparison.compare("an hour").await;
    comparison.assert_complete().await;
}

#[test]
fn readers_share_the_responses_of_exactly_the_operations_that_take_their_marks() {
    for operation in reads::operations_of_the_router() {
        let takes_marks = operation.source.contains(": ViewerMarks,");
        assert_eq!(operation.is_shared, takes_marks, "{}", operation.path);
    }
}

impl Comparison {
    fn new(site: Site, reads: Reads) -> Self {
        let settings = [
            ("SERVER__CACHE_MEGABYTES", "0"),
            ("AUTH__TOKEN_HOURS", "1000"),
            BASE_URL,
        ];
        let environment = settings.map(|(name, value)| (format!("BLOG_APP_{name}"), value.to_owned()));
        let config = Config::load(&Flags::default(), environment).unwrap();
        let uncached_store = site.open_second_store();
        let secret = SigningSecret::from_text(SECRET);
        let state = AppState::at(
            Arc::new(site.clock.clone()),
            uncached_store.clone(),
            config,
            &secret,
        );
        Self {
            site,
            uncached: TestServer::new(router(state)),
            uncached_store,
            reads,
            called: BTreeSet::new(),
        }
    }

    /// Calls an operation with this id in its path, asserts that it succeeds, and compares all responses.
    async fn call(&mut self, operation: &'static str, id: &str, token: &str, body: Value) -> Value {
        let (method, template) = operation.split_once(' ').unwrap();
        let path: Vec<&str> = template
            .split('/')
            .map(|part| match part {
                "{number}" => "1",
                _ if part.starts_with('{') => id,
                _ => part,
            })
            .collect();
        let mut path = format!("/api{}", path.join("/"));
        if operation == "DELETE /admin/suppressed" {
            path = format!("{path}?email={id}");
        }
        let method: Method = method.parse().unwrap();
        let response = self.site.request(method, &path, token, Some(&body)).await;
        assert!(
            response.status_code().is_success(),
            "{operation}: {}",
            response.text()
        );
        if operation == "POST /blogs/{id}/view" {
            // As the running site does once a second: until then responses may lag behind.
            self.site.store.catch_up().await.unwrap();
        }
        self.called.insert(operation);
        self.compare(&format!("{operation} {body}")).await;
        match response.header(header::CONTENT_TYPE).to_str() {
            // An archive.
            Ok("application/zip") => Value::Null,
            _ => response.json(),
        }
    }

    /// Uploads an export, as [`Self::call`] sends JSON.
    async fn upload(&mut self, token: &str, export: &[u8]) -> Value {
        let response = self.site.upload(token, "ghost", "export.json", export).await;
        assert_eq!(response.status_code(), 202, "{}", response.text());
        self.called.insert("POST /admin/imports");
        self.compare("an upload").await;
        response.json()
    }

    /// Calls an operation as the browser that has this cookie, as [`Self::call`] does.
    async fn call_with_cookie(&mut self, operation: &'static str, cookie: &str, body: Value) -> Value {
        let (method, path) = operation.split_once(' ').unwrap();
        let (method, path): (Method, _) = (method.parse().unwrap(), format!("/api{path}"));
        let request = self.site.request(method, &path, "", Some(&body));
        let response = request.add_header(header::COOKIE, cookie).await;
        assert!(
            response.status_code().is_success(),
            "{operation}: {}",
            response.text()
        );
        self.called.insert(operation);
        self.compare(&format!("{operation} {body}")).await;
        response.json()
    }

    /// Asserts that both sites respond alike to all reads.
    async fn compare(&self, write: &str) {
        follow(&self.uncached_store, &self.site.store).await;
        for (viewer, token, paths) in self.reads.by_viewer() {
            for path in paths {
                let place = format!("{path} for {viewer} after {write}");
                self.compare_responses(path, token, &place).await;
            }
        }
    }

    /// Asserts that both sites respond alike to a visitor's read.
    async fn compare_read(&self, path: &str) {
        follow(&self.uncached_store, &self.site.store).await;
        self.compare_responses(path, "", path).await;
    }

    async fn compare_responses(&self, path: &str, token: &str, place: &str) {
        let cached = get(&self.site.server, path, token).await;
        let uncached = get(&self.uncached, path, token).await;
        assert_eq!(cached.status_code(), uncached.status_code(), "{place}");
        assert_same_text(&cached.text(), &uncached.text(), place);
        assert_eq!(headers(&cached), headers(&uncached), "{place}");
        assert!(!uncached.text().contains("Zanzibar"), "a note is public: {place}");
    }

    /// Asserts that the responses come from the cache, by a write that the site has not followed yet.
    async fn assert_served_from_the_cache(&self) {
        let before = self.site.store.generation();
        self.site.store.catch_up().await.unwrap();
        assert_eq!(self.site.store.generation(), before, "nothing was written");
        let (_, _, paths) = self.reads.by_viewer()[0];
        let mut texts = Vec::new();
        for path in paths {
            texts.push(get(&self.site.server, path, "").await.text());
        }
        let folder = self.site.folder();
        database::execute(folder, "update posts set title = 'Changed'");
        let mut changed = 0;
        for (path, text) in paths.iter().zip(texts) {
            assert_same_text(&get(&self.site.server, path, "").await.text(), &text, path);
            changed += usize::from(get(&self.uncached, path, "").await.text() != text);
        }
        assert!(changed > 10, "{changed}");
        self.site
            .execute_elsewhere("update posts set excerpt = 'Changed'")
            .await;
        self.compare("a write of another process").await;
    }

    /// Asserts that every operation that may write was called.
    async fn assert_complete(&self) {
        let operations = reads::operations(&self.site).await;
        let writes = operations
            .into_iter()
            .filter(|operation| !operation.starts_with("GET "))
            .collect();
        let called = self
            .called
            .iter()
            .map(|&operation| operation.to_owned())
            .collect();
        assert_lists_routes("the calls in every_write/writes.rs", &called, &writes);
    }
}

async fn get(server: &TestServer, path: &str, token: &str) -> TestResponse {
    let request = server.get(path);
    if token.is_empty() {
        return request.await;
    }
    request.authorization_bearer(token).await
}

fn headers(response: &TestResponse) -> Vec<(&str, &str)> {
    let mut headers: Vec<_> = response
        .headers()
        .iter()
        .map(|(name, value)| (name.as_str(), value.to_str().unwrap()))
        .filter(|(name, _)| !OWN_HEADERS.contains(name))
        .collect();
    headers.sort_unstable();
    headers
}

/// Asserts that two texts are equal, and shows where they differ.
fn assert_same_text(text: &str, expected: &str, place: &str) {
    assert!(text == expected, "{place}: {}", difference(text, expected));
}

fn difference(text: &str, expected: &str) -> String {
    let pairs = text.chars().zip(expected.chars());
    let same = pairs.take_while(|(one, other)| one == other).count();
    let part = |text: &str| -> String { text.chars().skip(same.saturating_sub(60)).take(160).collect() };
    format!("\n…{}…\ninstead of\n…{}…", part(text), part(expected))
}
