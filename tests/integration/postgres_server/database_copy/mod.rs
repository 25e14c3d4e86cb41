//! `blog-app db copy` between SQLite and PostgreSQL, and backups of a database on a server.

mod backups;
mod interruptions;
mod test_site;

use std::fs;

use rusqlite::Connection;

use crate::support::postgres::{is_installed, new_database, query};
use test_site::{Folder, assert_equal, odd_id};

/// The number of rows in tables of the program, but those that a migration makes.
const ROWS: &str = "select (select count(*) from posts) + (select count(*) from users) + (select count(*) from avatars)
    + (select count(*) from category_totals) + (select count(*) from comments) + (select count(*) from post_likes)";

#[test]
fn every_table_is_equal_after_the_way_there_and_back() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    let report = folder.run(&["db", "copy", "--to", &server.url]).success();
    assert!(
        report.contains("13 posts, 24 readers, ") && report.lines().count() == 1,
        "{report}"
    );
    folder.run_on(&server.url, &["check"]).assert_whole();
    assert_eq!(
        query(
            &server.url,
            "select count(*) from pg_trigger where tgenabled <> 'O'"
        ),
        "0"
    );
    assert_eq!(
        query(
            &server.url,
            "select reltuples from pg_class where relname = 'posts'"
        ),
        "13"
    );

    let back = folder.path("back.db");
    folder.copy(&server.url, back.to_str().unwrap()).success();
    assert_equal(&folder.source(), &back);
}

#[test]
fn the_site_runs_on_after_each_move() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run(&["db", "copy", "--to", &server.url]).success();
    let site = folder.serve_on(&server.url);
    folder.assert_accepts_writes(&site, "quokka");
    assert_eq!(site.stop(), Some(0));
    assert_numbers_continue(&server.url);
    folder.run_on(&server.url, &["check"]).assert_whole();

    let back = ["db", "copy", "--from", &server.url, "--to", "config"];
    folder.run_in("moved", &back).success();
    let site = folder.serve("moved");
    folder.assert_accepts_writes(&site, "numbat");
    assert_eq!(site.stop(), Some(0));
    folder.run_in("moved", &["check"]).assert_whole();
}

/// Asserts that the next number of each table is higher than all that it has.
fn assert_numbers_continue(url: &str) {
    let columns = query(
        url,
        "select attrelid::regclass || ' ' || attname from pg_attribute where attidentity <> ''",
    );
    assert!(columns.lines().count() >= 4, "{columns}");
    for line in columns.lines() {
        let (table, column) = line.split_once(' ').unwrap();
        let next = format!("nextval(pg_get_serial_sequence('{table}', '{column}'))");
        let is_higher = format!("select {next} > coalesce(max({column}), 0) from {table}");
        assert_eq!(query(url, &is_higher), "t", "{line}");
    }
}

#[test]
fn keeps_nothing_that_differs_from_the_source() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run_on(&server.url, &["seed", "avatars"]).success();
    // Each row of one table changes another, which was copied before.
    query(
        &server.url,
        "delete from avatars;
         create function tamper() returns boolean language plpgsql as $$ begin
             update users set bio = 'tampered' where bio <> 'tampered';
             return true;
         end $$;
         alter table post_likes add constraint tamper check (tamper())",
    );
    let message = folder.copy("config", &server.url).failure();
    assert!(
        message.contains("the copy of the table users differs"),
        "{message}"
    );
    assert_eq!(query(&server.url, ROWS), "0");
}

#[test]
fn names_the_column_of_a_text_that_postgres_cannot_store() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    let database = folder.open_source();
    let set_subject = |value: &str| {
        let sql = format!("update outbox set subject = {value} where id = '{}'", odd_id(0));
        assert_eq!(database.execute(&sql, []).unwrap(), 1);
    };
    set_subject("'a' || char(0) || 'b'");
    let message = folder.copy("config", &server.url).failure();
    assert!(
        message.contains("outbox.subject") && message.contains("U+0000"),
        "{message}"
    );
    assert_eq!(query(&server.url, ROWS), "0");

    set_subject("'ab'");
    folder.copy("config", &server.url).success();
}

#[test]
fn copies_only_to_an_empty_place() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run_on(&server.url, &["seed", "avatars"]).success();
    let message = folder.copy("config", &server.url).failure();
    assert!(message.contains("its table avatars has rows"), "{message}");
    assert_eq!(query(&server.url, "select count(*) from avatars"), "6");

    fs::write(folder.path("other.db"), "a file").unwrap();
    let message = folder.copy("config", "other.db").failure();
    assert!(message.contains("there is a database already"), "{message}");
    assert_eq!(fs::read_to_string(folder.path("other.db")).unwrap(), "a file");
    fs::rename(folder.path("other.db"), folder.path("other.db-wal")).unwrap();
    let message = folder.copy("config", "other.db").failure();
    assert!(message.contains("or a log of one"), "{message}");
}

#[test]
fn rejects_a_copy_to_the_same_place() {
    let folder = Folder::new();
    folder.run(&["seed", "avatars"]).success();
    std::os::unix::fs::symlink(folder.source(), folder.path("link.db")).unwrap();
    for target in ["data/blog.db", "data/../data/blog.db", "link.db", "config"] {
        let message = folder.copy("config", target).failure();
        assert!(message.contains("cannot be copied to itself"), "{message}");
    }
    if !is_installed() {
        return;
    }
    let server = new_database();
    folder.run_on(&server.url, &["seed", "avatars"]).success();
    let by_name = server.url.replace("127.0.0.1", "localhost");
    assert_ne!(by_name, server.url);
    for target in [&server.url, &by_name] {
        let message = folder.copy(&server.url, target).failure();
        assert!(message.contains("cannot be copied to itself"), "{message}");
    }
}

#[test]
fn rejects_a_source_of_another_version_or_program() {
    let folder = Folder::new();
    folder.run(&["seed", "avatars"]).success();
    let database = folder.open_source();
    let versions = "select version from refinery_schema_history order by version desc limit 1";
    let latest: u32 = database.query_row(versions, [], |row| row.get(0)).unwrap();
    for (change, expected) in [
        (
            format!("update refinery_schema_history set version = 900 where version = {latest}"),
            "schema version 900, this blog-app knows up to".to_owned(),
        ),
        (
            "delete from refinery_schema_history where version = 900".to_owned(),
            format!(
                "has schema version {}, and this blog-app copies version {latest}: copy it or make its backup with",
                latest - 1
            ),
        ),
        (
            "drop table refinery_schema_history".to_owned(),
            "is no database of blog-app".to_owned(),
        ),
    ] {
        database.execute_batch(&change).unwrap();
        let message = folder.copy("config", "copy.db").failure();
        assert!(message.contains(&expected), "{message}");
    }
    fs::write(folder.path("text.db"), "This is a text. ".repeat(100)).unwrap();
    let message = folder.copy("text.db", "copy.db").failure();
    assert!(message.contains("is no database of blog-app"), "{message}");
    let message = folder.copy("nowhere.db", "copy.db").failure();
    assert!(
        message.contains("cannot copy from nowhere.db: there is no such file"),
        "{message}"
    );
    assert!(!folder.path("nowhere.db").exists() && !folder.path("copy.db").exists());
    if !is_installed() {
        return;
    }
    let message = folder.copy(&new_database().url, "copy.db").failure();
    assert!(message.contains("is no database of blog-app"), "{message}");
}

#[test]
fn rejects_a_damaged_source() {
    let folder = Folder::with_site();
    let database = folder.open_source();
    database
        .execute_batch("pragma foreign_keys = off; delete from posts where seq = 1")
        .unwrap();
    let message = folder.copy("config", "copy.db").failure();
    assert!(message.contains("is damaged: a row of "), "{message}");
    assert!(!folder.path("copy.db").exists() && !folder.path("copy.db.part").exists());
}

#[test]
fn names_places_that_cannot_be_used_without_their_passwords() {
    let folder = Folder::new();
    folder.run(&["seed", "avatars"]).success();
    for (place, expected) in [
        (
            "postgres://blog:blog@127.0.0.1:1/blog",
            "cannot reach postgres://blog@127.0.0.1:1/blog: ",
        ),
        (
            "postgres://blog:blog@127.0.0.1:1",
            "the name of the database is missing",
        ),
        (
            "postgres://blog:blog@127.0.0.1:port/blog",
            "postgres://blog@127.0.0.1:port/blog is not valid",
        ),
        (
            "mysql://blog:blog@127.0.0.1/blog",
            "a place is the path of a file",
        ),
        ("", "a place is the path of a file"),
    ] {
        for (from, to) in [(place, "copy.db"), ("config", place)] {
            let message = folder.copy(from, to).failure();
            assert!(message.contains(expected), "{message}");
        }
    }
    let message = folder.copy("config", "nowhere/copy.db").failure();
    assert!(message.contains("cannot copy to nowhere/copy.db"), "{message}");
    let message = folder.run(&["db", "copy"]).failure();
    assert!(message.contains("--to <PLACE>"), "{message}");
}

#[test]
fn takes_the_password_of_the_settings() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::new(), new_database());
    folder.run(&["seed", "avatars"]).success();
    let url = server.url.replace("blog:blog@", "blog@");
    let message = folder.copy("config", &url).failure();
    assert!(message.contains("password"), "{message}");
    let mut copy = folder.command(&["db", "copy", "--to", &url]);
    let output = copy.env("BLOG_APP_DATABASE__PASSWORD", "blog").output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn copies_a_file_to_another() {
    let folder = Folder::with_site();
    folder.copy("config", "copy.db").success();
    assert_equal(&folder.source(), &folder.path("copy.db"));
    let mode: String = Connection::open(folder.path("copy.db"))
        .unwrap()
        .query_row("pragma journal_mode", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "delete");
}

#[test]
fn refuses_a_move_without_the_settings_of_the_server() {
    let folder = Folder::with_site();
    let source = folder.source();
    let moved = ["db", "copy", "--from", source.to_str().unwrap(), "--to", "config"];
    let message = folder.run_in("moved", &moved).failure();
    assert!(message.contains("database.url is not set"), "{message}");
    assert!(!folder.path("moved").exists());
}
