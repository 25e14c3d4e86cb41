//! The lock of the data folder, the clean-up of killed backups, and the clean-up of mail files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use blog_app::domain::{Clock as _, SystemClock};
use rusqlite::Connection;
use serde_json::json;

use crate::support::program::{RunningSite, command, expect_failure, expect_success, run};
use crate::support::{post, post_with_changes, wait_until};

fn file_names(folder: &Path) -> Vec<String> {
    let mut file_names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    file_names.sort();
    file_names
}

#[test]
fn rejects_a_second_serve_but_runs_other_commands_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = RunningSite::start(&data);
    let message = expect_failure(&run(&data, &["serve", "--listen", "127.0.0.1:0"]));
    assert!(
        message.contains("another `blog-app serve` runs on the data folder")
            && message.contains("--data-dir"),
        "{message}"
    );
    assert!(message.contains(data.to_str().unwrap()), "{message}");

    let posts = folder.path().join("posts.jsonl");
    fs::write(&posts, post(1).to_string()).unwrap();
    expect_success(&run(&data, &["import", "posts", posts.to_str().unwrap()]));
    expect_success(&run(&data, &["check"]));
    expect_success(&run(&data, &["admin", "list"]));
    expect_success(&run(
        &data,
        &["backup", folder.path().join("copy.db").to_str().unwrap()],
    ));
    // A running site sees the writes of other processes within a second.
    wait_until(|| site.get("/api/blogs").contains("post-1"));

    let elsewhere = RunningSite::start(&folder.path().join("another"));
    assert_eq!(elsewhere.stop(), Some(0));
    site.kill();
    let next = RunningSite::start(&data);
    assert_eq!(next.stop(), Some(0));
    assert_eq!(RunningSite::start(&data).stop(), Some(0));
}

/// Creates a site whose backup takes long enough to be killed in the middle.
fn create_large_site(data: &Path) {
    expect_success(&run(data, &["seed", "avatars"]));
    Connection::open(data.join("blog.db"))
        .unwrap()
        .execute_batch(
            "create table ballast (bytes blob);
             with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 60)
             insert into ballast select randomblob(1000000) from numbers;",
        )
        .unwrap();
}

/// Kills a backup to `target` while its file grows, and returns whether a partial file is left.
fn kill_a_backup(data: &Path, target: &Path) -> bool {
    let part = PathBuf::from(format!("{}.part", target.display()));
    let mut backup = command(data, &["backup", target.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while fs::metadata(&part).map_or(0, |file| file.len()) < 1_000_000 {
        assert!(start.elapsed() < Duration::from_mins(1));
        if backup.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
    backup.kill().unwrap();
    backup.wait().unwrap();
    part.exists()
}

#[test]
fn a_backup_removes_the_partial_files_of_killed_ones() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (monday, tuesday) = (folder.path().join("monday"), folder.path().join("tuesday"));
    fs::create_dir(&monday).unwrap();
    fs::create_dir(&tuesday).unwrap();
    create_large_site(&data);
    let was_killed = (0..20).any(|number| kill_a_backup(&data, &monday.join(format!("{number}.db"))));
    assert!(was_killed, "no backup could be killed in the middle");
    let partial: Vec<String> = file_names(&monday)
        .into_iter()
        .filter(|name| name.contains(".part"))
        .collect();
    assert!(!partial.is_empty());

    let copy = tuesday.join("copy.db");
    expect_success(&run(&data, &["backup", copy.to_str().unwrap()]));
    let partial: Vec<String> = file_names(&monday)
        .into_iter()
        .filter(|name| name.contains(".part"))
        .collect();
    assert!(partial.is_empty(), "{partial:?}");
    assert_eq!(file_names(&tuesday), ["copy.db"]);
    let restored = folder.path().join("restored");
    expect_success(&run(&restored, &["restore", copy.to_str().unwrap()]));
    assert!(expect_success(&run(&restored, &["check"])).contains("The database is whole"));
}

#[test]
fn warns_once_about_a_partial_file_that_cannot_be_removed_and_backs_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    assert_eq!(RunningSite::start(&data).stop(), Some(0));
    // A folder cannot be removed as a file.
    let leftover = folder.path().join("monday.db.part");
    fs::create_dir(&leftover).unwrap();
    fs::write(data.join("backup.lock"), leftover.to_str().unwrap()).unwrap();
    for (copy, is_warned) in [("tuesday.db", true), ("wednesday.db", false)] {
        let copy = folder.path().join(copy);
        let output = run(&data, &["backup", copy.to_str().unwrap()]);
        expect_success(&output);
        assert!(copy.exists());
        let warning = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            warning.contains(leftover.to_str().unwrap()),
            is_warned,
            "{warning}"
        );
    }
}

#[test]
fn deletes_mail_files_after_30_days() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = RunningSite::start(&data);
    let body = json!({"name": "Ada", "email": "ada@example.org", "password": "correct horse"});
    let registered = ureq::post(format!("http://{}/api/auth/register", site.address)).send_json(body);
    assert_eq!(registered.unwrap().status(), 201);
    let outbox = data.join("outbox");
    let sent = || {
        Connection::open(data.join("blog.db"))
            .unwrap()
            .query_row(
                "select count(*) from outbox where done_at is not null",
                [],
                |row| row.get::<_, i64>(0),
            )
            .unwrap()
    };
    wait_until(|| sent() == 1);
    assert_eq!(file_names(&outbox).len(), 1);
    assert_eq!(site.stop(), Some(0));

    let set_age = |days: i64| {
        let minutes = days * 24 * 60 + 1;
        let written_at = SystemClock
            .now()
            .plus_milliseconds(-minutes * 60_000)
            .milliseconds();
        let written_at = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(written_at).unwrap());
        let file = fs::File::options()
            .write(true)
            .open(outbox.join(&file_names(&outbox)[0]))
            .unwrap();
        file.set_modified(written_at).unwrap();
        Connection::open(data.join("blog.db"))
            .unwrap()
            .execute(
                "update outbox set done_at = unixepoch('now') * 1000 - ?1 * 86400000 - 60000",
                [days],
            )
            .unwrap();
    };
    set_age(29);
    let site = RunningSite::start(&data);
    site.get("/api/ready");
    assert_eq!(site.stop(), Some(0));
    assert_eq!((file_names(&outbox).len(), sent()), (1, 1));
    set_age(30);
    let site = RunningSite::start(&data);
    wait_until(|| file_names(&outbox).is_empty() && sent() == 0);
    assert_eq!(site.stop(), Some(0));
}

#[test]
fn an_import_reports_the_line_of_an_author_with_direction_characters() {
    let folder = tempfile::tempdir().unwrap();
    let posts = folder.path().join("posts.jsonl");
    let lines = [
        post(1).to_string(),
        post_with_changes(2, json!({"author": "Ada\u{202e}nimda"})).to_string(),
    ];
    fs::write(&posts, lines.join("\n")).unwrap();
    let message = expect_failure(&run(
        &folder.path().join("data"),
        &["import", "posts", posts.to_str().unwrap()],
    ));
    assert!(message.contains("posts.jsonl:2: author: "), "{message}");
}
