//! `blog-app restore`, run from the command line.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{RunningSite, expect_failure, expect_success, run};

/// A folder with a backup of the sample, and a data folder to restore it to.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let original = fixture.path("original");
        expect_success(&run(&original, &["seed", "demo"]));
        expect_success(&run(&original, &["backup", text(&fixture.backup())]));
        fixture
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn backup(&self) -> PathBuf {
        self.path("backup.db")
    }

    fn data(&self) -> PathBuf {
        self.path("data")
    }

    fn restore(&self, file: &Path) -> std::process::Output {
        run(&self.data(), &["restore", text(file)])
    }

    /// Asserts that a file is rejected for this reason, and that no copy of it is left.
    fn assert_rejects(&self, file: &Path, reason: &str) {
        let message = expect_failure(&self.restore(file));
        assert!(
            message.contains("cannot restore") && message.contains(reason),
            "{message}"
        );
        let left: Vec<_> = fs::read_dir(self.data())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .filter(|name| name != "blog.lock")
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn serves_a_restored_database() {
    let fixture = Fixture::new();
    let before = fs::read(fixture.backup()).unwrap();
    let message = expect_success(&fixture.restore(&fixture.backup()));
    assert!(message.contains("was restored to"), "{message}");
    assert_eq!(fs::read(fixture.backup()).unwrap(), before);

    expect_success(&run(&fixture.data(), &["check"]));
    let site = RunningSite::start(&fixture.data());
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 13);
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn never_overwrites_a_database() {
    let fixture = Fixture::new();
    expect_success(&fixture.restore(&fixture.backup()));
    let database = fixture.data().join("blog.db");
    let before = fs::read(&database).unwrap();
    let message = expect_failure(&fixture.restore(&fixture.backup()));
    assert!(
        message.contains(&format!("mv {}* aside/", database.display())),
        "{message}"
    );
    assert_eq!(fs::read(&database).unwrap(), before);

    fs::rename(&database, fixture.path("moved.db")).unwrap();
    let log = fixture.data().join("blog.db-wal");
    fs::write(&log, "left behind").unwrap();
    assert!(expect_failure(&fixture.restore(&fixture.backup())).contains("move it aside"));
    fs::remove_file(log).unwrap();
    expect_success(&fixture.restore(&fixture.backup()));
}

#[test]
fn rejects_a_restore_while_the_site_runs() {
    let fixture = Fixture::new();
    let site = RunningSite::start(&fixture.data());
    // An operator may move the files while the site still runs.
    for file in ["blog.db", "blog.db-wal", "blog.db-shm"] {
        fs::rename(fixture.data().join(file), fixture.path(file)).unwrap();
    }
    let message = expect_failure(&fixture.restore(&fixture.backup()));
    assert!(message.contains("is in use; stop the site"), "{message}");
    assert!(!fixture.data().join("blog.db").exists());
    site.kill();
    expect_success(&fixture.restore(&fixture.backup()));
}

#[test]
fn rejects_files_that_are_not_databases_of_blog_app() {
    let fixture = Fixture::new();
    fixture.assert_rejects(&fixture.path("nowhere.db"), "there is no such file");

    let text_file = fixture.path("text.db");
    fs::write(&text_file, "This is a text, not a database. ".repeat(100)).unwrap();
    fixture.assert_rejects(&text_file, "it is no database of blog-app");

    let other = fixture.path("other.db");
    Connection::open(&other)
        .unwrap()
        .execute_batch("create table songs (title text)")
        .unwrap();
    fixture.assert_rejects(&other, "it is no database of blog-app");
}

#[test]
fn rejects_a_damaged_backup() {
    let fixture = Fixture::new();
    let intact = fs::read(fixture.backup()).unwrap();
    let half = fixture.path("half.db");
    fs::write(&half, &intact[..intact.len() / 2]).unwrap();
    fixture.assert_rejects(&half, "it is damaged");

    let overwritten = fixture.path("overwritten.db");
    let mut bytes = intact;
    let middle = bytes.len() / 2;
    bytes[middle..middle + 16_384].fill(0xAA);
    fs::write(&overwritten, bytes).unwrap();
    fixture.assert_rejects(&overwritten, "it is damaged");
}

#[test]
fn rejects_a_backup_of_a_newer_version() {
    let fixture = Fixture::new();
    Connection::open(fixture.backup())
        .unwrap()
        .execute_batch(
            "insert into refinery_schema_history (version, name, applied_on, checksum)
             values (900, 'future', '2030-01-01T00:00:00Z', '0')",
        )
        .unwrap();
    fixture.assert_rejects(&fixture.backup(), "schema version 900");
}
