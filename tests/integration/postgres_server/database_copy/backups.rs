//! Backups of a database on a server.

use blog_app_postgres_servers::Servers;
use serde_json::Value;

use super::test_site::{Folder, assert_equal};
use crate::support::postgres::{is_installed, new_database, query};

#[test]
fn a_backup_of_a_server_is_restored_and_served() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run(&["db", "copy", "--to", &server.url]).success();
    folder.run_on(&server.url, &["backup", "backup.db"]).success();
    assert_equal(&folder.source(), &folder.path("backup.db"));
    assert!(!folder.path("backup.lock").exists());
    let message = folder.run_on(&server.url, &["backup", "backup.db"]).failure();
    assert!(message.contains("choose another"), "{message}");

    let message = folder.run_on(&server.url, &["restore", "backup.db"]).failure();
    assert!(
        message.contains("blog-app db copy --from backup.db --to config"),
        "{message}"
    );
    let empty = new_database();
    folder
        .run_on(
            &empty.url,
            &["db", "copy", "--from", "backup.db", "--to", "config"],
        )
        .success();
    folder.run_on(&empty.url, &["check"]).assert_whole();

    folder.run_in("restored", &["restore", "backup.db"]).success();
    let site = folder.serve("restored");
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 13);
    assert_eq!(site.stop(), Some(0));
}

/// The versions of a database's schema, of which a test makes one older.
const VERSIONS: &str = "select max(version) from refinery_schema_history";

#[test]
fn a_newer_version_neither_backs_a_server_up_nor_migrates_it_before_the_site_starts() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::new(), new_database());
    let message = folder.run_on(&server.url, &["check"]).success();
    assert!(message.contains("has no tables yet"), "{message}");
    assert_eq!(query(&server.url, "select to_regclass('posts') is null"), "t");

    folder.run_on(&server.url, &["seed", "avatars"]).success();
    let latest: u32 = query(&server.url, VERSIONS).parse().unwrap();
    query(
        &server.url,
        &format!("delete from refinery_schema_history where version = {latest}"),
    );
    let message = folder.run_on(&server.url, &["backup", "backup.db"]).failure();
    assert!(
        message.contains("make its backup with the blog-app that wrote it"),
        "{message}"
    );
    assert!(!folder.path("backup.db").exists());
    let message = folder.run_on(&server.url, &["check"]).success();
    let expected = format!(
        "The database has schema version {}, and this blog-app brings it to version {latest} when it starts. Make a backup \
         first",
        latest - 1
    );
    assert!(message.contains(&expected), "{message}");
    assert_eq!(query(&server.url, VERSIONS), (latest - 1).to_string());

    query(
        &server.url,
        &format!(
            "update refinery_schema_history set version = 900 where version = {}",
            latest - 1
        ),
    );
    let message = folder.run_on(&server.url, &["check"]).failure();
    assert!(message.contains("has schema version 900"), "{message}");
}

#[test]
fn a_backup_of_a_server_writes_nothing_there() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run(&["db", "copy", "--to", &server.url]).success();
    let url = format!("{}?options=-c%20default_transaction_read_only=on", server.url);
    folder.run_on(&url, &["backup", "backup.db"]).success();
    assert_equal(&folder.source(), &folder.path("backup.db"));
}

#[test]
fn backups_and_copies_are_those_of_the_primary() {
    if !is_installed() {
        return;
    }
    let servers = Servers::start();
    let folder = Folder::new();
    let run = |arguments: &[&str]| folder.run_on(&servers.url(), arguments);
    run(&["seed", "avatars"]).success();
    servers.primary().kill();
    for arguments in [&["backup", "one.db"][..], &["db", "copy", "--to", "one.db"]] {
        let message = run(arguments).failure();
        assert!(message.contains("is a standby"), "{message}");
    }
    assert!(!folder.path("one.db").exists());
    servers.standby().promote();
    run(&["backup", "one.db"]).success();
    run(&["db", "copy", "--to", "other.db"]).success();
}
