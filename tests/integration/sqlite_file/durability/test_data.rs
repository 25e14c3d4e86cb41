//! A data folder with posts and readers, and checks of its database.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use blog_app::actions::check;
use blog_app::store::{FileOptions, Place, Store, StoreOptions};
use rusqlite::{Connection, OpenFlags};

use crate::support::SECRET;
use crate::support::program::RunningSite;
use crate::support::writes::{LINES_SQL, Reader, import_posts, reader};

const READERS: usize = 16;

pub struct World {
    data: PathBuf,
    pub readers: Vec<Reader>,
}

impl World {
    /// Creates and fills a data folder.
    pub fn new(data: &Path) -> Self {
        std::fs::create_dir_all(data).unwrap();
        let store = open(data);
        import_posts(&store);
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
    let file = FileOptions {
        path: data.join("blog.db"),
        log_pages: 2_000,
    };
    StoreOptions {
        place: Place::File(file),
        readers: 1,
    }
}
