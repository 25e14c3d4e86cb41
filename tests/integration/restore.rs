//! `blog-app restore`, as people run it.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{Running, answer, refusal, run};

/// A folder with a backup of the sample, and a place to restore it to.
struct Home {
    folder: TempDir,
}

impl Home {
    fn new() -> Self {
        let home = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let original = home.path("original");
        answer(&run(&original, &["seed", "demo"]));
        answer(&run(&original, &["backup", text(&home.backup())]));
        home
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

    /// Asserts that a file is refused for this reason, and that nothing is left of it.
    fn assert_refuses(&self, file: &Path, reason: &str) {
        let said = refusal(&self.restore(file));
        assert!(said.contains("cannot restore") && said.contains(reason), "{said}");
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
fn a_restored_blog_goes_on() {
    let home = Home::new();
    let before = fs::read(home.backup()).unwrap();
    let said = answer(&home.restore(&home.backup()));
    assert!(said.contains("was restored to"), "{said}");
    assert_eq!(fs::read(home.backup()).unwrap(), before);

    answer(&run(&home.data(), &["check"]));
    let site = Running::start(&home.data());
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 13);
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn a_database_is_never_written_over() {
    let home = Home::new();
    answer(&home.restore(&home.backup()));
    let database = home.data().join("blog.db");
    let before = fs::read(&database).unwrap();
    let said = refusal(&home.restore(&home.backup()));
    assert!(
        said.contains(&format!("mv {}* aside/", database.display())),
        "{said}"
    );
    assert_eq!(fs::read(&database).unwrap(), before);

    fs::rename(&database, home.path("moved.db")).unwrap();
    let log = home.data().join("blog.db-wal");
    fs::write(&log, "left behind").unwrap();
    assert!(refusal(&home.restore(&home.backup())).contains("move it aside"));
    fs::remove_file(log).unwrap();
    answer(&home.restore(&home.backup()));
}

#[test]
fn nothing_is_restored_under_a_running_site() {
    let home = Home::new();
    let site = Running::start(&home.data());
    // Moved aside as somebody in haste would.
    for file in ["blog.db", "blog.db-wal", "blog.db-shm"] {
        fs::rename(home.data().join(file), home.path(file)).unwrap();
    }
    let said = refusal(&home.restore(&home.backup()));
    assert!(said.contains("is in use; stop the site"), "{said}");
    assert!(!home.data().join("blog.db").exists());
    site.kill();
    answer(&home.restore(&home.backup()));
}

#[test]
fn what_cannot_be_a_blog_is_refused() {
    let home = Home::new();
    home.assert_refuses(&home.path("nowhere.db"), "there is no such file");

    let letter = home.path("letter.db");
    fs::write(&letter, "This is a letter, not a database. ".repeat(100)).unwrap();
    home.assert_refuses(&letter, "it is no database of blog-app");

    let other = home.path("other.db");
    Connection::open(&other)
        .unwrap()
        .execute_batch("create table songs (title text)")
        .unwrap();
    home.assert_refuses(&other, "it is no database of blog-app");
}

#[test]
fn a_damaged_backup_is_refused() {
    let home = Home::new();
    let whole = fs::read(home.backup()).unwrap();
    let half = home.path("half.db");
    fs::write(&half, &whole[..whole.len() / 2]).unwrap();
    home.assert_refuses(&half, "it is damaged");

    let scratched = home.path("scratched.db");
    let mut bytes = whole;
    let middle = bytes.len() / 2;
    bytes[middle..middle + 16_384].fill(0xAA);
    fs::write(&scratched, bytes).unwrap();
    home.assert_refuses(&scratched, "it is damaged");
}

#[test]
fn a_backup_of_a_newer_version_is_refused() {
    let home = Home::new();
    Connection::open(home.backup())
        .unwrap()
        .execute_batch(
            "insert into refinery_schema_history (version, name, applied_on, checksum)
             values (900, 'future', '2030-01-01T00:00:00Z', '0')",
        )
        .unwrap();
    home.assert_refuses(&home.backup(), "schema version 900");
}
