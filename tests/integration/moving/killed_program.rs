//! The real program, killed in the middle of an import: the next one goes on where it was, and comes to the same end.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::support::imports::ghost_export;
use crate::support::program::{command, expect_success, run};
use crate::support::{database, wait_until};

const POSTS: u32 = 2_000;

fn posts(data: &Path) -> u32 {
    database::query(data, "select count(*) from posts")[0]
        .parse()
        .unwrap()
}

/// Everything that was imported but ids, in an order that does not depend on them.
fn contents(data: &Path) -> Vec<String> {
    [
        "select slug || title || html || created_at from posts join post_contents on post_seq = seq order by slug",
        "select path || target || source from redirects order by path",
        "select system || kind || source_id from import_sources order by kind, source_id",
    ]
    .iter()
    .flat_map(|sql| database::query(data, sql))
    .collect()
}

#[test]
fn an_import_that_is_killed_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let export = folder.path().join("blog.json");
    fs::write(&export, ghost_export(POSTS)).unwrap();
    let import = ["import", "ghost", export.to_str().unwrap()];
    let whole = folder.path().join("whole");
    expect_success(&run(&whole, &import));
    let data = folder.path().join("data");
    // The tables are there before the first kill.
    expect_success(&run(&data, &["seed", "avatars"]));
    for at_least in [1, POSTS / 2] {
        let mut killed = command(&data, &import)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until(|| posts(&data) >= at_least || killed.try_wait().unwrap().is_some());
        killed.kill().unwrap();
        killed.wait().unwrap();
        let stored = posts(&data);
        assert!(stored >= at_least && stored < POSTS, "{stored}");
    }
    let said = expect_success(&run(&data, &import));
    assert!(!said.contains(&format!("posts: {POSTS} new")), "{said}");
    assert_eq!(contents(&data), contents(&whole));
    assert_eq!(posts(&data), POSTS);
    expect_success(&run(&data, &["check"]));
    let again = expect_success(&run(&data, &import));
    assert!(
        again.contains(&format!("posts: 0 new, {POSTS} skipped, 0 refused")),
        "{again}"
    );
    for data in [&data, &whole] {
        database::forget(data);
    }
}
