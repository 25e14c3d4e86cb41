//! `blog-app db copy` between SQLite and PostgreSQL, and backups of a database on a server.

mod test_site;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use rusqlite::Connection;
use serde_json::Value;

use crate::support::postgres::{is_installed, new_database, psql, query};
use crate::support::wait_until;
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
    assert!(
        folder
            .run_on(&server.url, &["check"])
            .success()
            .contains("The database is whole")
    );
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
    assert!(
        folder
            .run_on(&server.url, &["check"])
            .success()
            .contains("The database is whole")
    );

    let back = ["db", "copy", "--from", &server.url, "--to", "config"];
    folder.run_in("moved", &back).success();
    let site = folder.serve("moved");
    folder.assert_accepts_writes(&site, "numbat");
    assert_eq!(site.stop(), Some(0));
    assert!(
        folder
            .run_in("moved", &["check"])
            .success()
            .contains("The database is whole")
    );
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
fn copies_one_snapshot_while_others_write() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    let database = folder.open_source();
    let write = move |comment: &str| database.execute_batch(comment).unwrap();
    during_writes("begin immediate", write, || {
        folder.run(&["db", "copy", "--to", &server.url]).success();
    });
    let write = |comment: &str| drop(query(&server.url, comment));
    during_writes("begin", write, || {
        folder.run_on(&server.url, &["backup", "backup.db"]).success();
    });
    folder.run_in("restored", &["restore", "backup.db"]).success();
    // Every count is right, so that all tables are of one moment.
    for checked in [
        folder.run_on(&server.url, &["check"]),
        folder.run_in("restored", &["check"]),
    ] {
        assert!(checked.success().contains("The database is whole"));
    }
}

/// Writes comments, each with its count, before `work` and until it ends.
fn during_writes(begin: &str, write: impl Fn(&str) + Send, work: impl FnOnce()) {
    let (written, first) = mpsc::channel();
    let (stop, stopped) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut number = 0;
            // Ends also when `work` panics.
            while stopped.try_recv() == Err(TryRecvError::Empty) {
                write(&format!(
                    "{begin};
                     insert into comments (id, post_id, content, created_at)
                     select '{begin} {number}', id, 'Written during the copy.', 1 from posts where seq = 1;
                     update posts set comment_count = comment_count + 1 where seq = 1;
                     commit"
                ));
                if number == 0 {
                    written.send(()).unwrap();
                }
                number += 1;
            }
        });
        first.recv().unwrap();
        work();
        drop(stop);
    });
}

#[test]
fn a_copy_that_is_killed_leaves_an_empty_database() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    // Creates the tables.
    folder.run_on(&server.url, &["seed", "avatars"]).success();
    query(&server.url, "delete from avatars");
    // Reads are possible, but no row can be copied into this table.
    let (lock, locked) = lock_table(&server.url, "post_likes");
    let mut copy = start_copy(&folder, &["--to", &server.url]);
    let waits =
        "select count(*) from pg_locks where not granted and relation = cast('post_likes' as regclass)";
    wait_until(|| query(&server.url, waits) == "1");
    copy.kill().unwrap();
    copy.wait().unwrap();
    assert_eq!(query(&server.url, ROWS), "0");
    release(lock, locked);

    folder.run(&["db", "copy", "--to", &server.url]).success();
    assert!(
        folder
            .run_on(&server.url, &["check"])
            .success()
            .contains("The database is whole")
    );
}

#[test]
fn a_copy_that_is_killed_leaves_no_database_file() {
    if !is_installed() {
        return;
    }
    let (folder, server) = (Folder::with_site(), new_database());
    folder.run(&["db", "copy", "--to", &server.url]).success();
    // Reading this table takes a minute, counting its rows does not.
    query(
        &server.url,
        "alter table post_likes enable row level security; alter table post_likes force row level security;
         create policy slow on post_likes using
             (case when current_query() like '%order by%' then pg_sleep(60) is not null else true end)",
    );
    let back = folder.path("back.db");
    let mut copy = start_copy(&folder, &["--from", &server.url, "--to", "back.db"]);
    let sleeps = "from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
    wait_until(|| query(&server.url, &format!("select count(*) {sleeps}")) == "1");
    assert!(folder.path("back.db.part").exists());
    let second = folder.copy(&server.url, "back.db").failure();
    assert!(second.contains("is in use"), "{second}");
    copy.kill().unwrap();
    copy.wait().unwrap();
    assert!(!back.exists() && folder.path("back.db.part").exists());
    query(&server.url, &format!("select pg_terminate_backend(pid) {sleeps}"));
    query(
        &server.url,
        "drop policy slow on post_likes; alter table post_likes no force row level security, disable row level security",
    );

    folder.copy(&server.url, "back.db").success();
    assert!(!folder.path("back.db.part").exists());
    assert_equal(&folder.source(), &back);
}

fn start_copy(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = folder.command(&[&["db", "copy"], arguments].concat());
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Prevents writes to a table, as a second session. Returns it with what it prints.
fn lock_table(url: &str, table: &str) -> (Child, BufReader<ChildStdout>) {
    let mut session = psql()
        .args(["-XAtq", url])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = session.stdin.as_ref().unwrap();
    writeln!(input, "begin; lock table {table} in share mode;\n\\echo locked").unwrap();
    let mut output = BufReader::new(session.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "locked\n");
    (session, output)
}

fn release(mut session: Child, _output: BufReader<ChildStdout>) {
    drop(session.stdin.take());
    session.wait().unwrap();
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
    assert!(
        folder
            .run_on(&empty.url, &["check"])
            .success()
            .contains("The database is whole")
    );

    folder.run_in("restored", &["restore", "backup.db"]).success();
    let site = folder.serve("restored");
    let blogs: Value = serde_json::from_str(&site.get("/api/blogs")).unwrap();
    assert_eq!(blogs["total"], 13);
    assert_eq!(site.stop(), Some(0));
}

/// The versions of a database's schema, of which a test makes one older.
const VERSIONS: &str = "select string_agg(version::text, ' ') from refinery_schema_history";

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
        &format!("update refinery_schema_history set version = {}", latest - 1),
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

    query(&server.url, "update refinery_schema_history set version = 900");
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
