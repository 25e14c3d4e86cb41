//! `blog-app import` of other systems, by the real program.

use std::fs;

use serde_json::{Value, json};

use crate::support::database;
use crate::support::program::{expect_failure, expect_success, run};

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
fn what_is_no_text_is_told_and_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    fs::create_dir_all(site.join("_posts")).unwrap();
    fs::write(site.join("_config.yml"), "title: Harbour").unwrap();
    fs::write(
        site.join("_posts/2020-01-02-one.md"),
        "---\ntitle: One\n---\nText",
    )
    .unwrap();
    fs::write(site.join("README.md"), "How to build it").unwrap();
    let report = folder.path().join("report.json");
    let output = run(
        &folder.path().join("data"),
        &[
            "import",
            "markdown",
            site.to_str().unwrap(),
            "--report",
            report.to_str().unwrap(),
        ],
    );
    let printed = expect_success(&output);
    let reason = "It describes the project and is no text of the site";
    for line in [
        "posts: 1 new, 0 skipped, 0 refused".to_owned(),
        format!("left out: 1 (README.md): {reason}"),
    ] {
        assert!(
            printed.lines().any(|printed| printed == line),
            "{line}: {printed}"
        );
    }
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    assert_eq!(
        report["leftOut"],
        json!([{"reason": reason, "count": 1, "sources": ["README.md"]}])
    );
    assert_eq!(report["totals"]["posts"]["refused"], 0);
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
