//! Work in intervals is done by one of several nodes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use blog_app::actions::clean_up::{clean_up, clean_up_if_due};
use blog_app::actions::tasks::{Task, go_on, is_due};
use blog_app::domain::{Clock as _, SystemClock};
use blog_app::store::StoreError;
use tempfile::NamedTempFile;

use super::SharedDatabase;
use crate::support::program::{RunningSite, environment};
use crate::support::{SECRET, run_concurrently, wait_until};

const INTERVAL: Duration = Duration::from_mins(10);
const INTERVAL_SECONDS: i64 = 600;

#[tokio::test]
async fn one_of_two_nodes_cleans_up_in_an_interval() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = [database.open(), database.open()];
    let clean_up_at_both = || async {
        let now = database.clock.now();
        let removed = run_concurrently(2, |node| clean_up_if_due(&nodes[node], now, INTERVAL)).await;
        removed
            .into_iter()
            .filter(|removed| removed.as_ref().unwrap().is_some())
            .count()
    };
    assert_eq!(clean_up_at_both().await, 1);
    assert_eq!(clean_up_at_both().await, 0);
    database.clock.advance_seconds(INTERVAL_SECONDS);
    assert_eq!(clean_up_at_both().await, 1);
    for node in &nodes {
        // Also if the other one is not there any more.
        database.clock.advance_seconds(INTERVAL_SECONDS);
        let removed = clean_up_if_due(node, database.clock.now(), INTERVAL).await;
        assert!(removed.unwrap().is_some());
    }
}

#[tokio::test]
async fn one_of_two_nodes_renders_until_it_has_finished() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = [database.open(), database.open()];
    let is_due_at = |node: usize| is_due(&nodes[node], Task::Rendering, database.clock.now(), INTERVAL);
    assert!(is_due_at(0).await.unwrap());
    assert!(!is_due_at(1).await.unwrap());
    assert!(
        is_due(&nodes[1], Task::CleanUp, database.clock.now(), INTERVAL)
            .await
            .unwrap()
    );
    database.clock.advance_seconds(INTERVAL_SECONDS / 2);
    let going_on = go_on(&nodes[0], Task::Rendering, database.clock.now(), INTERVAL);
    going_on.await.unwrap();
    database.clock.advance_seconds(INTERVAL_SECONDS / 2);
    assert!(!is_due_at(1).await.unwrap());
    database.clock.advance_seconds(INTERVAL_SECONDS / 2);
    assert!(is_due_at(1).await.unwrap());
}

#[test]
fn the_second_program_leaves_the_work_to_the_first() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let logs = [NamedTempFile::new().unwrap(), NamedTempFile::new().unwrap()];
    let settings = environment(&[
        ("DATABASE__URL", database.url()),
        ("DATABASE__POOL", "2"),
        ("AUTH__SECRET", SECRET),
        ("LOG__LEVEL", "debug"),
    ]);
    let start = |node: usize| {
        RunningSite::start_logging(folders[node].path(), &settings, logs[node].reopen().unwrap())
    };
    let done = ["cleaned up the database", "the texts of all posts are rendered"];
    let left = ["another node cleans up the database", "another node renders"];
    let _first = start(0);
    wait_until(|| contains_all(logs[0].path(), done));
    let _second = start(1);
    wait_until(|| contains_all(logs[1].path(), left));
    let second = fs::read_to_string(logs[1].path()).unwrap();
    assert!(!done.iter().any(|message| second.contains(message)), "{second}");
}

fn contains_all(log: &Path, messages: [&str; 2]) -> bool {
    let text = fs::read_to_string(log).unwrap();
    messages.iter().all(|message| text.contains(message))
}

/// Returns the numbers of the commits of more than a day ago.
fn old_commits(database: &SharedDatabase) -> usize {
    let old = "select number from commits
               where committed_at < extract(epoch from now() - interval '1 day') * 1000";
    database.query(old).len()
}

#[tokio::test]
async fn removes_the_commits_of_more_than_a_day_ago_but_the_last_one() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let [node, other] = [database.open(), database.open()];
    database.query(
        "insert into commits (number, batch, changes, committed_at)
         select number, 'old ' || number, '', number from generate_series(
             (select coalesce(max(number), 0) + 1 from commits), 1300) as numbers (number);
         update commits set committed_at = 0",
    );
    let removed = clean_up(&node, SystemClock.now()).await.unwrap();
    assert_eq!(old_commits(&database), 0);
    assert!(removed.commits > 1_000, "{removed:?}");
    let kept = database.query("select min(number) from commits").remove(0);
    assert!(kept.parse::<u32>().unwrap() > 1_300, "{kept}");

    // Nothing else was written for two days: the last commit stays, and the next one continues its number.
    database.query(
        "delete from commits where number < (select max(number) from commits);
         update commits set committed_at = 0",
    );
    let last: u64 = database
        .query("select number from commits")
        .remove(0)
        .parse()
        .unwrap();
    other.write(|_| Ok::<_, StoreError>(())).await.unwrap();
    let numbers = database.query("select number from commits order by number");
    assert_eq!(numbers, [last, last + 1].map(|number| number.to_string()));
}

#[tokio::test]
async fn keeps_a_commit_after_a_recent_one_whatever_its_time() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let node = database.open();
    for _ in 0..5 {
        node.write(|_| Ok::<_, StoreError>(())).await.unwrap();
    }
    database.query("update commits set committed_at = 0 where number > (select min(number) from commits)");
    let old = old_commits(&database);
    assert!(old >= 4);
    let removed = clean_up(&node, SystemClock.now()).await.unwrap();
    assert_eq!((removed.commits, old_commits(&database)), (0, old));
}
