//! A server that takes over may lack the last commits of the one before, and give their numbers again.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use super::SharedDatabase;
use crate::support::{Site, post};

async fn title(node: &Site) -> Value {
    let post: Value = node.server.get("/api/blogs/post-1").await.json();
    post["blog"]["title"].clone()
}

#[tokio::test]
async fn everything_is_read_again_when_another_commit_has_the_number_of_the_last_one_followed() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let node = database.site();
    node.import(&[post(1)]);
    let before = title(&node).await;
    database.query("update posts set title = 'Of another commit' where slug = 'post-1'");
    assert_eq!(title(&node).await, before, "it is cached");
    database.query(
        "update commits set batch = 'another' where number = (select max(number) from commits);
         insert into commits select max(number) + 1, 'next', '', 0 from commits;
         select pg_notify('commits', max(number)::text) from commits",
    );
    let is_read_again = async {
        while title(&node).await != "Of another commit" {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(10), is_read_again).await.unwrap();
}
