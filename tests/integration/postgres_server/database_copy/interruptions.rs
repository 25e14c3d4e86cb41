//! Copies while others write, and copies that are killed.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use super::ROWS;
use super::test_site::{Folder, assert_equal};
use crate::support::postgres::{is_installed, new_database, psql, query};
use crate::support::wait_until;

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
        checked.assert_whole();
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
                     insert into comments (id, post_id, content, created_at, root_id, path)
                     select '{begin} {number}', id, 'Written during the copy.', 1, '{begin} {number}',
                            replace('{begin} {number}', '-', '') from posts where seq = 1;
                     update posts set comment_count = comment_count + 1, thread_count = thread_count + 1 where seq = 1;
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
    folder.run_on(&server.url, &["check"]).assert_whole();
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
