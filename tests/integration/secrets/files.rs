//! Permissions of the files that the program writes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::database;
use crate::support::program::{RunningSite, expect_success, run};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn creates_files_that_only_their_owner_can_read() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("blog/data");
    let site = RunningSite::start(&data);
    assert_eq!(mode(&data), 0o700);
    expect_success(&run(&data, &["mail", "test", "--to", "ada@example.org"]));
    assert_eq!(mode(&data.join("outbox")), 0o700);
    let backup = folder.path().join("backup.db");
    expect_success(&run(&data, &["backup", backup.to_str().unwrap()]));

    let mut files = files_below(&data);
    // The secret, the database and its logs are files only without a server.
    let expected = if database::is_postgres() { 3 } else { 5 };
    assert!(files.len() >= expected, "{files:?}");
    files.push(backup);
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    assert_eq!(site.stop(), Some(0));
}
