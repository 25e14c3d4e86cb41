//! A data folder with posts and readers, and checks of its database.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blog_app::actions::{check, import};
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::domain::user::{EmailAddress, Name, NewUser};
use blog_app::domain::{Account, Clock as _, SystemClock, SystemEntropy, UserId};
use blog_app::store::{Store, StoreOptions, users};
use rusqlite::{Connection, OpenFlags};
use serde_json::json;

use crate::support::post_with_changes;
use crate::support::program::RunningSite;

const SECRET: &str = "a secret of the tests and of nobody else";
pub const POSTS: usize = 200;
const READERS: usize = 16;

/// Selects a line for each write of a reader, equal to the line of [`super::load::Write`].
const LINES_SQL: &str = "
    select 'like ' || user_id || ' ' || slug from post_likes join posts on posts.id = post_id
    union all
    select 'bookmark ' || user_id || ' ' || slug from post_bookmarks join posts on posts.id = post_id
    union all
    select 'comment ' || user_id || ' ' || slug || ' ' || content
    from comments join posts on posts.id = post_id
    union all
    select 'view ' || session || ' ' || slug from post_sessions join posts on posts.id = post_id";

pub struct Reader {
    pub id: UserId,
    pub token: String,
}

pub struct World {
    data: PathBuf,
    pub readers: Vec<Reader>,
}

impl World {
    /// Creates and fills a data folder.
    pub fn new(data: &Path) -> Self {
        std::fs::create_dir_all(data).unwrap();
        let store = open(data);
        let posts: Vec<String> = (0..POSTS)
            .map(|number| {
                post_with_changes(1, json!({"slug": slug(number), "title": slug(number)})).to_string()
            })
            .collect();
        let posts = posts.join("\n");
        let report = import::posts(&store, &SystemClock, &SystemEntropy, posts.as_bytes(), |_| {});
        assert_eq!(report.unwrap().imported, POSTS as u64);
        Self {
            data: data.to_owned(),
            readers: (0..READERS).map(|number| reader(&store, number)).collect(),
        }
    }

    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Starts the real program on this folder.
    pub fn start(&self) -> RunningSite {
        RunningSite::start_with(&self.data, &environment())
    }

    /// Starts the real program with its log in a file.
    pub fn start_logging(&self, log: &Path) -> RunningSite {
        RunningSite::start_logging(&self.data, &environment(), std::fs::File::create(log).unwrap())
    }
}

fn environment() -> [(String, String); 2] {
    [("AUTH__SECRET", SECRET), ("RATE_LIMIT__ENABLED", "false")]
        .map(|(key, value)| (format!("BLOG_APP_{key}"), value.to_owned()))
}

fn reader(store: &Store, number: usize) -> Reader {
    let now = SystemClock.now();
    let name = Name::parse(&format!("Reader {number}")).unwrap();
    let username = name.username();
    let user = NewUser {
        id: UserId::new(now, &SystemEntropy),
        email: EmailAddress::parse(&format!("{username}@example.org")).unwrap(),
        name,
        username,
        password_hash: "nobody signs in with it".to_owned(),
        verified_at: Some(now),
        onboarded: true,
        bio: "Writes a lot.".to_owned(),
        avatar: None,
        created_at: now,
    };
    let id = user.id;
    store.write_blocking(move |tx| users::insert(tx, &user)).unwrap();
    let tokens = TokenIssuer::new(&SigningSecret::from_text(SECRET), 24, Arc::new(SystemEntropy));
    Reader {
        id,
        token: tokens.issue(Account::Reader(id), 0, now).unwrap(),
    }
}

pub fn slug(number: usize) -> String {
    format!("post-{number}")
}

/// Asserts that a database is intact, with correct counts, and contains all of `acknowledged`.
pub fn assert_intact(data: &Path, acknowledged: &[String]) {
    assert_eq!(faults(data), Ok(Vec::new()));
    let lost = lost(data, acknowledged);
    assert!(
        lost.is_empty(),
        "{} of {} were lost: {lost:?}",
        lost.len(),
        acknowledged.len()
    );
}

/// Returns the problems of a database, or the error if it cannot be opened.
pub fn faults(data: &Path) -> Result<Vec<String>, String> {
    let store = Store::open(&options(data)).map_err(|error| error.to_string())?;
    check::problems(&store).map_err(|error| error.to_string())
}

/// Returns the lines of `acknowledged` that a database does not contain.
pub fn lost<'lines>(data: &Path, acknowledged: &'lines [String]) -> Vec<&'lines String> {
    let database = Connection::open_with_flags(data.join("blog.db"), OpenFlags::SQLITE_OPEN_READ_ONLY);
    let database = database.unwrap();
    let mut statement = database.prepare(LINES_SQL).unwrap();
    let stored: HashSet<String> = statement
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    acknowledged
        .iter()
        .filter(|write| !stored.contains(*write))
        .collect()
}

pub fn open(data: &Path) -> Store {
    Store::open(&options(data)).unwrap()
}

fn options(data: &Path) -> StoreOptions {
    StoreOptions {
        path: data.join("blog.db"),
        readers: 1,
        log_pages: 2_000,
    }
}
