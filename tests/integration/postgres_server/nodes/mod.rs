//! Several nodes on one PostgreSQL database: what they share, they share at once.

mod guesses;
mod imports;
mod lost_commits;
mod mail;
mod marks;
mod publication;
mod redirects;
mod site_settings;
mod tasks;

use blog_app::config::{Config, Flags};
use blog_app::store::Store;

use crate::support::postgres::{Database, is_installed, query};
use crate::support::{ManualClock, Site, database};

/// A database that several nodes share.
struct SharedDatabase {
    database: Database,
    clock: ManualClock,
}

impl SharedDatabase {
    /// Creates a database, or returns `None` where there is no PostgreSQL, with a notice.
    fn new() -> Option<Self> {
        is_installed().then(|| Self {
            database: database::new_on_postgres(),
            clock: ManualClock::at("2026-03-01T12:00:00Z"),
        })
    }

    fn url(&self) -> &str {
        &self.database.url
    }

    /// Opens the database as another node.
    fn open(&self) -> Store {
        Store::open(&database::server(self.url().to_owned(), 2)).unwrap()
    }

    /// Starts the site of another node. All have the same clock.
    fn site(&self) -> Site {
        let config = Config::load(&Flags::default(), []).unwrap();
        let folder = tempfile::tempdir().unwrap();
        Site::on_store(self.open(), config, self.clock.clone(), folder)
    }

    /// Returns the first column of a query, as texts.
    fn query(&self, sql: &str) -> Vec<String> {
        query(self.url(), sql).lines().map(str::to_owned).collect()
    }
}
