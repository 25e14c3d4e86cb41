//! Who can read what the program writes.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::program::{Running, answer, run};

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
fn what_is_kept_is_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("blog/data");
    let site = Running::start(&data);
    assert_eq!(mode(&data), 0o700);
    answer(&run(&data, &["mail", "test", "--to", "ada@example.org"]));
    assert_eq!(mode(&data.join("outbox")), 0o700);
    let backup = folder.path().join("backup.db");
    answer(&run(&data, &["backup", backup.to_str().unwrap()]));

    let mut kept = files_below(&data);
    assert!(kept.len() >= 5, "{kept:?}");
    kept.push(backup);
    for file in kept {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    assert_eq!(site.stop(), Some(0));
}
