//! The real program, killed while it tells followers of a post.

use std::fs;
use std::path::Path;

use super::{USER_COLUMNS, insert_rows, user_row};
use crate::support::program::{RunningSite, expect_success, run};
use crate::support::{database, post, wait_until};

const FOLLOWERS: usize = 10_000;
/// The program is killed when so many followers have been told.
const KILLED_AT: [usize; 4] = [500, 2_500, 4_500, 7_000];

fn told(data: &Path) -> usize {
    let counted = database::query(data, "select count(*) from notifications");
    counted[0].parse().unwrap()
}

/// Creates a database with a post and the followers of its tag, who are still to be told.
fn prepare(data: &Path) {
    let posts = data.join("posts.jsonl");
    fs::write(&posts, post(1).to_string()).unwrap();
    expect_success(&run(data, &["import", "posts", posts.to_str().unwrap()]));
    let users: Vec<String> = (0..FOLLOWERS).map(user_row).collect();
    insert_rows(data, USER_COLUMNS, &users);
    for sql in [
        "insert into follows (user_id, kind, target, at) select id, 'tag', 'sample', 1 from users",
        "insert into announcements (id, kind, post_id, due_at) select id, 'post', id, 1 from posts",
    ] {
        database::execute(data, sql);
    }
}

#[test]
fn ten_thousand_followers_are_each_told_once_over_four_kills() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    prepare(data);
    for killed_at in KILLED_AT {
        let site = RunningSite::start(data);
        wait_until(|| told(data) >= killed_at);
        site.kill();
    }
    let site = RunningSite::start(data);
    wait_until(|| database::query(data, "select count(*) from announcements") == ["0"]);
    for (sql, expected) in [
        ("select count(*) from notifications", FOLLOWERS),
        ("select count(distinct account) from notifications", FOLLOWERS),
        ("select sum(unread_notices) from users", FOLLOWERS),
        ("select max(unread_notices) from users", 1),
    ] {
        assert_eq!(database::query(data, sql), [expected.to_string()], "{sql}");
    }
    assert_eq!(site.stop(), Some(0));
    expect_success(&run(data, &["check"]));
}
