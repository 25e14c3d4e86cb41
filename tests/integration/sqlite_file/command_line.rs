//! Commands on a database file that is missing, damaged or copied.

use std::fs;

use crate::support::program::{expect_failure, expect_success, run};

#[test]
fn a_backup_is_a_complete_database() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    expect_success(&run(&data, &["seed", "demo"]));
    let copy = folder.path().join("copy");
    fs::create_dir(&copy).unwrap();
    let file = copy.join("blog.db");
    expect_success(&run(&data, &["backup", file.to_str().unwrap()]));
    assert!(expect_success(&run(&copy, &["check"])).contains("The database is whole"));
    assert!(expect_failure(&run(&data, &["backup", file.to_str().unwrap()])).contains("choose another"));
}

#[test]
fn reports_a_database_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir_all(data.join("blog.db")).unwrap();
    let message = expect_failure(&run(&data, &["seed", "avatars"]));
    assert!(message.contains("cannot write the database"), "{message}");
}

#[test]
fn commands_that_need_a_database_report_its_absence() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for command in [
        vec!["check"],
        vec!["backup", "x.db"],
        vec!["sitemap"],
        vec!["admin", "list"],
    ] {
        let output = run(&data, &command);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            String::from_utf8(output.stderr)
                .unwrap()
                .contains("there is no blog in"),
            "{command:?}"
        );
    }
    assert!(!data.exists());
}

#[test]
fn check_detects_a_truncated_database() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    expect_success(&run(&data, &["seed", "demo"]));
    let database = fs::OpenOptions::new()
        .write(true)
        .open(data.join("blog.db"))
        .unwrap();
    // Removes the last pages, as in an incomplete copy.
    database.set_len(database.metadata().unwrap().len() / 2).unwrap();
    assert_eq!(run(&data, &["check"]).status.code(), Some(1));
}

#[test]
fn check_reports_a_secret_in_the_data_folder_that_is_too_short() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    expect_success(&run(&data, &["seed", "avatars"]));
    fs::write(data.join("secret"), "short").unwrap();
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        assert!(expect_failure(&run(&data, command)).contains("too short to be a secret"));
    }
}
