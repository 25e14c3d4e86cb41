//! A separate site for each test.

pub mod accounts;
pub mod authenticator;
pub mod comments;
pub mod corpus;
pub mod database;
mod delayed_bodies;
pub mod imports;
pub mod networks;
pub mod postgres;
pub mod program;
pub mod provider;
pub mod second_factor;
pub mod smtp;
pub mod webhooks;
pub mod writes;

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum_test::TestServer;
use blog_app::actions::imports::Imports;
use blog_app::actions::mail_queue::MailQueue;
use blog_app::actions::mail_settings::MailSettings;
use blog_app::actions::notice_mails::NoticeMails;
use blog_app::actions::pings::Pings;
use blog_app::actions::redirects::RedirectHits;
use blog_app::actions::sessions::SeenSessions;
use blog_app::actions::setup::Setup;
use blog_app::actions::webhooks::Webhooks;
use blog_app::actions::{check, demo, import, scheduling};
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::config::{Config, Flags};
use blog_app::domain::{Clock, Entropy, SystemEntropy, Time};
use blog_app::http::{AppState, router};
use blog_app::store::{Store, avatars};
use serde_json::{Value, json};
use tempfile::TempDir;

use database::Engine;

/// The secret that signs the tokens of tests.
pub const SECRET: &str = "a secret of the tests and of nobody else";

/// A clock that advances only when told to.
#[derive(Clone)]
pub struct ManualClock(Arc<std::sync::Mutex<Time>>);

impl ManualClock {
    pub fn at(text: &str) -> Self {
        Self(Arc::new(std::sync::Mutex::new(Time::parse(text).unwrap())))
    }

    pub fn advance_seconds(&self, seconds: i64) {
        let mut time = self.0.lock().unwrap();
        *time = time.plus_milliseconds(seconds * 1_000);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// Runs blocking work on a thread of its own, because tests may run on the threads of a runtime.
pub fn blocking<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap())
}

/// A site on an empty database, with its router.
pub struct Site {
    pub server: TestServer,
    /// The router behind `server`, for requests that it cannot send.
    pub router: Router,
    pub store: Store,
    pub clock: ManualClock,
    pub tokens: Arc<TokenIssuer>,
    pub notice_mails: Arc<NoticeMails>,
    pub seen_sessions: Arc<SeenSessions>,
    pub redirect_hits: Arc<RedirectHits>,
    pub imports: Arc<Imports>,
    pub setup: Arc<Setup>,
    pub mail_queue: Arc<MailQueue>,
    pub mail_settings: Arc<MailSettings>,
    pub webhooks: Arc<Webhooks>,
    pub pings: Arc<Pings>,
    folder: DataFolder,
}

/// A data folder with its database.
struct DataFolder(TempDir);

impl Drop for DataFolder {
    fn drop(&mut self) {
        database::forget(self.0.path());
    }
}

impl Site {
    pub fn new() -> Self {
        Self::configured(&[])
    }

    /// Creates a site with these settings instead of the defaults.
    pub fn configured(settings: &[(&str, &str)]) -> Self {
        Self::configured_on(database::engine(), settings)
    }

    /// Creates a site on a database of this engine, whichever the tests run on.
    pub fn on(engine: Engine) -> Self {
        Self::configured_on(engine, &[])
    }

    fn configured_on(engine: Engine, settings: &[(&str, &str)]) -> Self {
        let config = Config::load(&Flags::default(), program::environment(settings)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        database::choose(folder.path(), engine);
        let store = database::open(folder.path(), 2);
        Self::on_store(store, config, ManualClock::at("2026-03-01T12:00:00Z"), folder)
    }

    /// Creates a site on an open database.
    pub fn on_store(store: Store, mut config: Config, clock: ManualClock, folder: TempDir) -> Self {
        folder.path().clone_into(&mut config.server.data_dir);
        blocking(|| store.write_blocking(avatars::seed)).unwrap();
        let state = AppState::at(
            Arc::new(clock.clone()),
            store.clone(),
            config,
            &SigningSecret::from_text(SECRET),
        );
        let tokens = state.tokens.clone();
        let notice_mails = state.notice_mails.clone();
        let (seen_sessions, redirect_hits) = (state.seen_sessions.clone(), state.redirect_hits.clone());
        let imports = state.imports.clone();
        let (setup, mail_settings) = (state.setup.clone(), state.mail_settings.clone());
        let (webhooks, mail_queue) = (state.webhooks.clone(), state.mail_queue.clone());
        let pings = state.pings.clone();
        let router = router(state);
        Self {
            tokens,
            notice_mails,
            seen_sessions,
            redirect_hits,
            imports,
            setup,
            mail_queue,
            mail_settings,
            webhooks,
            pings,
            server: TestServer::new(router.clone()),
            router,
            store,
            clock,
            folder: DataFolder(folder),
        }
    }

    /// Creates a site with these posts, written by the import.
    pub fn with_posts(posts: &[Value]) -> Self {
        let site = Self::new();
        site.import(posts);
        site
    }

    /// Imports these posts.
    pub fn import(&self, posts: &[Value]) {
        self.import_through(&self.store, posts);
    }

    /// Imports these posts through another store.
    pub fn import_through(&self, store: &Store, posts: &[Value]) {
        let lines: Vec<String> = posts.iter().map(Value::to_string).collect();
        let lines = lines.join("\n");
        let report = blocking(|| {
            import::posts(store, &self.clock, &SystemEntropy, lines.as_bytes(), |event| {
                assert!(!matches!(event, import::Event::Refused(..)), "{event:?}");
            })
        });
        assert_eq!(report.unwrap().imported, posts.len() as u64);
    }

    /// Creates a site with the sample posts, readers and comments.
    pub fn with_demo_content() -> Self {
        let site = Self::new();
        blocking(|| demo::seed(&site.store, &site.clock, &SystemEntropy, false)).unwrap();
        site
    }

    /// Publishes the drafts whose time has come, and returns the time of the next one.
    pub fn publish_due(&self) -> Option<Time> {
        publish_due(&self.store, &self.clock)
    }

    /// Returns the folder of its database.
    pub fn folder(&self) -> &Path {
        self.folder.0.path()
    }

    /// Opens the same database a second time, as another process would.
    pub fn open_second_store(&self) -> Store {
        database::open(self.folder(), 2)
    }

    /// Waits until the site has followed the writes of another store.
    pub async fn follow(&self, other: &Store) {
        follow(&self.store, other).await;
    }

    /// Executes a statement as another process would, and waits until the site has followed it.
    pub async fn execute_elsewhere(&self, sql: &str) {
        let before = self.store.generation();
        database::execute(self.folder(), sql);
        database::announce(self.folder());
        // On a file the site looks for it once a second, on a server it is told.
        self.store.catch_up().await.unwrap();
        wait_until(|| self.store.generation() > before);
    }

    /// Sends a GET, asserts the status 200, and returns the JSON.
    pub async fn get(&self, path: &str) -> Value {
        let response = self.server.get(path).await;
        response.assert_status_ok();
        response.json()
    }

    /// Asserts that every stored count is correct.
    pub fn assert_counts_are_correct(&self) {
        let problems = blocking(|| check::problems(&self.store)).unwrap();
        assert!(problems.is_empty(), "{problems:?}");
    }

    /// Sends a GET, and returns the slugs of a list of posts in the response.
    pub async fn slugs(&self, path: &str, array: &str) -> Vec<String> {
        slugs(&self.get(path).await[array])
    }
}

/// Returns the queue of a site with [`SECRET`].
pub fn mail_queue() -> MailQueue {
    MailQueue::new(&SigningSecret::from_text(SECRET), Arc::new(SystemEntropy))
}

/// Publishes the drafts of a database whose time has come, and returns the time of the next one.
pub fn publish_due(store: &Store, clock: &dyn Clock) -> Option<Time> {
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    blocking(|| scheduling::publish_due(store, clock, &entropy)).unwrap()
}

/// Waits until a store has followed the writes of another one on the same database.
pub async fn follow(store: &Store, other: &Store) {
    store.catch_up().await.unwrap();
    store.follow(other.last_commit()).await.unwrap();
}

/// Returns the slugs of an array of posts.
pub fn slugs(posts: &Value) -> Vec<String> {
    posts
        .as_array()
        .unwrap()
        .iter()
        .map(|post| post["slug"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns a post as a line of an import, one day later for each number.
pub fn post(number: u32) -> Value {
    // All months have 28 days.
    let months = if number <= 31 { 0 } else { (number - 1) / 28 };
    json!({
        "title": format!("Post {number}"),
        "slug": format!("post-{number}"),
        "author": "Ada",
        "createdAt": format!("2026-{:02}-{:02}T08:00:00Z", 1 + months, number - months * 28),
        "tags": ["sample"],
        "category": "Other",
        "contentHtml": format!("<p>The text of number {number}.</p>"),
    })
}

/// Returns [`post`] with some fields changed.
pub fn post_with_changes(number: u32, changes: Value) -> Value {
    let mut post = post(number);
    if let (Value::Object(post), Value::Object(changes)) = (&mut post, changes) {
        post.extend(changes);
    }
    post
}

/// Asserts that a list of a test names exactly these routes; otherwise says what to add to it and to remove from it.
pub fn assert_lists_routes(list: &str, listed: &BTreeSet<String>, routes: &BTreeSet<String>) {
    let missing: Vec<_> = routes.difference(listed).collect();
    let unknown: Vec<_> = listed.difference(routes).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "{list}: add {missing:?}, remove {unknown:?}"
    );
}

/// Runs `count` futures concurrently.
pub async fn run_concurrently<T, F: Future<Output = T>>(count: usize, make: impl Fn(usize) -> F) -> Vec<T> {
    let mut pending: Vec<_> = (0..count).map(|number| Box::pin(make(number))).collect();
    let mut done: Vec<Option<T>> = pending.iter().map(|_| None).collect();
    poll_fn(|context| {
        for (future, slot) in pending.iter_mut().zip(&mut done) {
            if slot.is_none()
                && let Poll::Ready(value) = future.as_mut().poll(context)
            {
                *slot = Some(value);
            }
        }
        if done.iter().all(Option::is_some) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    done.into_iter().map(Option::unwrap).collect()
}

/// Waits until the condition holds, for a minute at most.
pub fn wait_until(condition: impl FnMut() -> bool) {
    wait_within(Duration::from_mins(1), condition);
}

/// Waits until the condition holds, for this long at most.
pub fn wait_within(limit: Duration, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < limit, "timed out");
        std::thread::sleep(Duration::from_millis(20));
    }
}
