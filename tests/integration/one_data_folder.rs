//! One data folder has one site, and a backup that was killed leaves nothing behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use blog_app::domain::{Clock as _, SystemClock};
use rusqlite::Connection;
use serde_json::json;

use crate::support::program::{Running, answer, command, refusal, run};
use crate::support::{post, post_with};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_second_serve_is_refused_and_commands_beside_it_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Running::start(&data);
    let said = refusal(&run(&data, &["serve", "--listen", "127.0.0.1:0"]));
    assert!(
        said.contains("another `blog-app serve` runs on the data folder") && said.contains("--data-dir"),
        "{said}"
    );
    assert!(said.contains(data.to_str().unwrap()), "{said}");

    let posts = folder.path().join("posts.jsonl");
    fs::write(&posts, post(1).to_string()).unwrap();
    answer(&run(&data, &["import", "posts", posts.to_str().unwrap()]));
    answer(&run(&data, &["check"]));
    answer(&run(&data, &["admin", "list"]));
    answer(&run(
        &data,
        &["backup", folder.path().join("copy.db").to_str().unwrap()],
    ));
    // A running site sees what others wrote within a second.
    wait_until(|| site.get("/api/blogs").contains("post-1"));

    let elsewhere = Running::start(&folder.path().join("another"));
    assert_eq!(elsewhere.stop(), Some(0));
    site.kill();
    let next = Running::start(&data);
    assert_eq!(next.stop(), Some(0));
    assert_eq!(Running::start(&data).stop(), Some(0));
}

/// A blog whose backup takes long enough to be killed in the middle.
fn large_blog(data: &Path) {
    answer(&run(data, &["seed", "avatars"]));
    Connection::open(data.join("blog.db"))
        .unwrap()
        .execute_batch(
            "create table ballast (bytes blob);
             with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 60)
             insert into ballast select randomblob(1000000) from numbers;",
        )
        .unwrap();
}

/// Kills a backup to `target` once it has begun to grow, and gives whether it left something behind.
fn kill_a_backup(data: &Path, target: &Path) -> bool {
    let part = PathBuf::from(format!("{}.part", target.display()));
    let mut backup = command(data, &["backup", target.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while fs::metadata(&part).map_or(0, |file| file.len()) < 1_000_000 {
        assert!(begun.elapsed() < Duration::from_mins(1));
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
fn a_backup_clears_what_a_killed_one_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (monday, tuesday) = (folder.path().join("monday"), folder.path().join("tuesday"));
    fs::create_dir(&monday).unwrap();
    fs::create_dir(&tuesday).unwrap();
    large_blog(&data);
    let was_killed = (0..20).any(|number| kill_a_backup(&data, &monday.join(format!("{number}.db"))));
    assert!(was_killed, "no backup could be killed in the middle");
    let left: Vec<String> = names(&monday)
        .into_iter()
        .filter(|name| name.contains(".part"))
        .collect();
    assert!(!left.is_empty());

    let copy = tuesday.join("copy.db");
    answer(&run(&data, &["backup", copy.to_str().unwrap()]));
    let left: Vec<String> = names(&monday)
        .into_iter()
        .filter(|name| name.contains(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(names(&tuesday), ["copy.db"]);
    let restored = folder.path().join("restored");
    answer(&run(&restored, &["restore", copy.to_str().unwrap()]));
    assert!(answer(&run(&restored, &["check"])).contains("The database is whole"));
}

#[test]
fn a_leftover_that_cannot_be_removed_is_warned_of_once_and_stops_no_backup() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    assert_eq!(Running::start(&data).stop(), Some(0));
    // Nobody removes a folder as if it were a file.
    let leftover = folder.path().join("monday.db.part");
    fs::create_dir(&leftover).unwrap();
    fs::write(data.join("backup.lock"), leftover.to_str().unwrap()).unwrap();
    for (copy, is_warned) in [("tuesday.db", true), ("wednesday.db", false)] {
        let copy = folder.path().join(copy);
        let output = run(&data, &["backup", copy.to_str().unwrap()]);
        answer(&output);
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
fn mails_in_files_are_deleted_30_days_after_they_went() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let site = Running::start(&data);
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
    assert_eq!(names(&outbox).len(), 1);
    assert_eq!(site.stop(), Some(0));

    let age = |days: i64| {
        let minutes = days * 24 * 60 + 1;
        let went = SystemClock
            .now()
            .plus_milliseconds(-minutes * 60_000)
            .milliseconds();
        let went = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(went).unwrap());
        let file = fs::File::options()
            .write(true)
            .open(outbox.join(&names(&outbox)[0]))
            .unwrap();
        file.set_modified(went).unwrap();
        Connection::open(data.join("blog.db"))
            .unwrap()
            .execute(
                "update outbox set done_at = unixepoch('now') * 1000 - ?1 * 86400000 - 60000",
                [days],
            )
            .unwrap();
    };
    age(29);
    let site = Running::start(&data);
    site.get("/api/ready");
    assert_eq!(site.stop(), Some(0));
    assert_eq!((names(&outbox).len(), sent()), (1, 1));
    age(30);
    let site = Running::start(&data);
    wait_until(|| names(&outbox).is_empty() && sent() == 0);
    assert_eq!(site.stop(), Some(0));
}

fn wait_until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_mins(1), "waited in vain");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_import_reports_the_line_of_an_author_with_direction_characters() {
    let folder = tempfile::tempdir().unwrap();
    let posts = folder.path().join("posts.jsonl");
    let lines = [
        post(1).to_string(),
        post_with(2, json!({"author": "Ada\u{202e}nimda"})).to_string(),
    ];
    fs::write(&posts, lines.join("\n")).unwrap();
    let said = refusal(&run(
        &folder.path().join("data"),
        &["import", "posts", posts.to_str().unwrap()],
    ));
    assert!(said.contains("posts.jsonl:2: author: "), "{said}");
}
