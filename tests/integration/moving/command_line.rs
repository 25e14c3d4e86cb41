//! `blog-app import` of other systems, by the real program.

use std::fs;

use crate::support::database;
use crate::support::program::{expect_failure, run};

#[test]
fn names_what_is_wrong_with_what_was_given() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let export = folder.path().join("export.json");
    fs::write(&export, "{}").unwrap();
    let map = folder.path().join("map.toml");
    fs::write(&map, "Travel = \"Cooking\"").unwrap();
    let (export, map) = (export.to_str().unwrap(), map.to_str().unwrap());
    for (arguments, problem) in [
        (
            vec!["import", "ghost", "nothing.json"],
            "nothing.json cannot be read",
        ),
        (
            vec!["import", "ghost", export, "--category-map", map],
            "Travel leads to Cooking",
        ),
        (
            vec!["import", "ghost", export, "--default-category", "Cooking"],
            "Cooking is none of",
        ),
        (
            vec!["import", "ghost", export, "--media", "nothing"],
            "nothing is no folder",
        ),
        (
            vec!["import", "ghost", export, "--report", "/nothing/here.json"],
            "cannot write the report",
        ),
    ] {
        let line = expect_failure(&run(&data, &arguments));
        assert!(line.contains(problem), "{arguments:?}: {line}");
    }
}

#[test]
fn a_dry_run_makes_no_database() {
    if database::is_postgres() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let export = folder.path().join("export.json");
    fs::write(&export, "{}").unwrap();
    drop(run(
        &data,
        &["import", "ghost", export.to_str().unwrap(), "--dry-run"],
    ));
    assert!(!data.exists());
}
