//! Telling the hub of the feeds (WebSub) and search engines (IndexNow) of changed posts.

mod indexnow;
mod websub;

use std::sync::Arc;

use axum::http::Method;
use blog_app::domain::{AdminId, Clock as _, SystemClock};
use blog_app::outgoing::OutgoingClient;
use blog_app::store::admins;
use serde_json::{Value, json};

use crate::planned_publication::store_planned;
use crate::support::accounts::Account;
use crate::support::program::{RunningSite, create_admin, environment, expect_success};
use crate::support::webhooks::{Names, Receiver};
use crate::support::{Site, database, wait_until};

const ORIGIN: &str = "https://blog.example.org";

/// A site that tells a hub and search engines, both on this machine, with a member of the staff.
struct Told {
    site: Site,
    hub: Receiver,
    engines: Receiver,
    root: Account<AdminId>,
}

impl Told {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    async fn with(settings: &[(&str, &str)]) -> Self {
        let (hub, engines) = (Receiver::start().await, Receiver::start().await);
        let (hub_url, engines_url) = (hub.url(), engines.url());
        let own = [
            ("SERVER__BASE_URL", ORIGIN),
            ("OUTGOING__ALLOW_PRIVATE", "true"),
            ("RATE_LIMIT__ENABLED", "false"),
            ("FEEDS__HUB", hub_url.as_str()),
            ("INDEXNOW__ENABLED", "true"),
            ("INDEXNOW__ENDPOINT", engines_url.as_str()),
        ];
        let site = Site::configured(&[&own[..], settings].concat());
        site.pings.start(&site.store, site.clock.now()).await.unwrap();
        let root = site.admin("root");
        Self {
            site,
            hub,
            engines,
            root,
        }
    }

    /// Sends a request of the staff, a second after the last one.
    async fn send(&self, method: Method, path: &str, body: Value) -> Value {
        self.site.clock.advance_seconds(1);
        let path = format!("/api/blogs/{path}");
        let response = self
            .site
            .request(method, &path, &self.root.token, Some(&body))
            .await;
        assert!(response.status_code().is_success(), "{path}: {}", response.text());
        response.json()
    }

    /// Creates a post whose slug is its title, and returns its id.
    async fn create(&self, title: &str, status: &str) -> String {
        let created = self.send(Method::POST, "create", draft(title, status)).await;
        created["blog"]["_id"].as_str().unwrap().to_owned()
    }

    async fn update(&self, id: &str, changes: Value) {
        let mut body = draft("changed", "published");
        body.as_object_mut()
            .unwrap()
            .extend(changes.as_object().unwrap().clone());
        self.send(Method::PUT, &format!("update/{id}"), body).await;
    }

    async fn delete(&self, id: &str) {
        self.send(Method::DELETE, id, json!({})).await;
    }

    /// Tells the hub until nothing is due, and returns the number of feeds.
    async fn tell_hub(&self) -> usize {
        let (mut feeds, site) = (0, &self.site);
        while site.pings.tell_hub(&site.store, &site.clock).await.unwrap() {
            feeds += 1;
        }
        feeds
    }

    /// Tells search engines of what is due, and returns the number of pages.
    async fn tell_engines(&self) -> usize {
        let site = &self.site;
        site.pings.tell_engines(&site.store, &site.clock).await.unwrap()
    }

    /// Returns the kinds and subjects of what is still to be told.
    fn queued(&self) -> Vec<String> {
        let select = "select kind || ' ' || subject from pings order by kind, subject";
        database::query(self.site.folder(), select)
    }
}

fn draft(title: &str, status: &str) -> Value {
    json!({
        "title": title, "content": "<p>The words of the post.</p>", "category": "Other", "tags": ["Tea time"],
        "featuredImage": "https://example.org/a.png", "status": status,
    })
}

#[tokio::test]
async fn nothing_is_queued_for_nobody() {
    let told = Told::with(&[("FEEDS__HUB", ""), ("INDEXNOW__ENABLED", "false")]).await;
    let id = told.create("one", "published").await;
    told.update(&id, json!({"slug": "two"})).await;
    told.delete(&id).await;
    assert!(told.queued().is_empty(), "{:?}", told.queued());
    assert_eq!((told.tell_hub().await, told.tell_engines().await), (0, 0));
    assert!(told.hub.take_calls().is_empty() && told.engines.take_calls().is_empty());
}

#[tokio::test]
async fn what_is_switched_off_is_forgotten() {
    let told = Told::new().await;
    told.create("one", "published").await;
    assert!(told.queued().len() > 2);
    let off = Told::with(&[("FEEDS__HUB", "")]).await;
    let now = told.site.clock.now();
    off.site.pings.start(&told.site.store, now).await.unwrap();
    let queued = told.queued();
    assert!(queued.len() == 1 && queued[0].starts_with("page "), "{queued:?}");
    // What is told further on stays as it is.
    off.site.pings.start(&told.site.store, now).await.unwrap();
    assert_eq!(told.queued(), queued);
}

#[tokio::test]
async fn refuses_addresses_within_the_network_of_the_site() {
    let told = Told::with(&[
        ("OUTGOING__ALLOW_PRIVATE", "false"),
        ("FEEDS__HUB", "https://hub.example.org/"),
        ("INDEXNOW__ENDPOINT", "https://engines.example.org/"),
    ])
    .await;
    let site = &told.site;
    for address in ["169.254.169.254", "127.0.0.1", "10.0.0.1", "::1"] {
        let names = Arc::new(Names::default());
        names.lead_to(address);
        let pings = site
            .pings
            .with_client(OutgoingClient::with_resolver(false, names));
        told.create(address, "published").await;
        site.clock.advance_seconds(60);
        assert!(
            pings.tell_hub(&site.store, &site.clock).await.unwrap(),
            "{address}"
        );
        let told_pages = pings.tell_engines(&site.store, &site.clock).await.unwrap();
        assert!(told_pages > 0, "{address}");
        // Both were tried, and are still to be told.
        let queued = told.queued();
        assert!(
            queued.contains(&"feed /author/root/feed".to_owned()),
            "{queued:?}"
        );
        assert!(queued.iter().any(|row| row.starts_with("page ")), "{queued:?}");
        let tried = database::query(
            site.folder(),
            "select kind from pings where tries = 1 order by kind",
        );
        assert!(tried.contains(&"feed".to_owned()), "{address}");
    }
    assert!(told.hub.take_calls().is_empty() && told.engines.take_calls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_running_program_tells_both() {
    let (hub, engines) = (Receiver::start().await, Receiver::start().await);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    expect_success(&create_admin(data, "root", "correct horse battery"));
    {
        let store = database::open(data, 1);
        let admin = store
            .read_blocking(|tx| admins::by_email_or_username(tx, "root"))
            .unwrap();
        let now = SystemClock.now();
        // Due before the start, so that whoever is told of it has to be known before.
        store_planned(&store, admin.unwrap().id.into(), now, 1, move |_| {
            now.plus_milliseconds(-1_000)
        });
    }
    let settings = environment(&[
        ("OUTGOING__ALLOW_PRIVATE", "true"),
        ("FEEDS__HUB", &hub.url()),
        ("INDEXNOW__ENABLED", "true"),
        ("INDEXNOW__ENDPOINT", &engines.url()),
    ]);
    let site = RunningSite::start_with(data, &settings);
    let mut topics = Vec::new();
    wait_until(|| {
        topics.extend(hub.take_calls().into_iter().map(|(_, body)| body));
        topics.iter().any(|body| body.contains("%2Ffeed.json"))
    });
    let mut told = Vec::new();
    wait_until(|| {
        told.extend(engines.take_calls());
        !told.is_empty()
    });
    assert!(told[0].1.contains("/blog/planned-000"), "{told:?}");
    assert_eq!(site.stop(), Some(0));
}
