//! Two clicks that arrive at two nodes at the same time are one.

use std::sync::mpsc;
use std::time::Duration;

use blog_app::store::StoreError;
use serde_json::{Value, json};

use super::SharedDatabase;
use crate::support::postgres::query;
use crate::support::{post, wait_until};

/// Toggles a mark at two nodes, so that neither has stored its own before the other has begun.
async fn toggle_at_both(database: &SharedDatabase, path_of: impl Fn(&str) -> String) -> Vec<Value> {
    let nodes = [database.site(), database.site()];
    nodes[0].import(&[post(1)]);
    let ada = nodes[0].reader("Ada");
    let comment: Value = nodes[0]
        .server
        .post("/api/blogs/post-1/comments")
        .authorization_bearer(&ada.token)
        .json(&json!({"content": "To be liked."}))
        .await
        .json();
    let path = path_of(comment["comment"]["id"].as_str().unwrap());

    // All writes wait for this one.
    let (release, released) = mpsc::channel::<()>();
    let (start, started) = tokio::sync::oneshot::channel::<()>();
    let blocking = database.open();
    let blocker = tokio::spawn(async move {
        let blocked = blocking.write(move |_| {
            start.send(()).unwrap();
            // Fails if the test does.
            released
                .recv_timeout(Duration::from_secs(4))
                .map_err(|_| StoreError::Closed)
        });
        blocked.await
    });
    started.await.unwrap();
    let toggle = |node: usize| nodes[node].post_as(&path, &ada.token);
    let url = database.url().to_owned();
    let wait_and_release = tokio::task::spawn_blocking(move || {
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted
                       and database = (select oid from pg_database where datname = current_database())";
        wait_until(|| query(&url, waiting) == "2");
        release.send(()).unwrap();
    });
    let (first, second, released) = tokio::join!(
        async { toggle(0).await },
        async { toggle(1).await },
        wait_and_release
    );
    released.unwrap();
    blocker.await.unwrap().unwrap();
    nodes[0].assert_counts_are_correct();
    [first, second].map(|response| response.json()).into()
}

#[tokio::test]
async fn concurrent_likes_of_a_post_at_two_nodes_count_as_one() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    for response in toggle_at_both(&database, |_| "/api/blogs/post-1/like".to_owned()).await {
        assert_eq!(response["isLiked"], true, "{response}");
        assert_eq!(response["likeCount"], 1, "{response}");
    }
    assert_eq!(database.query("select count(*) from post_likes"), ["1"]);
}

#[tokio::test]
async fn concurrent_bookmarks_at_two_nodes_count_as_one() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    for response in toggle_at_both(&database, |_| "/api/blogs/post-1/bookmark".to_owned()).await {
        assert_eq!(response["isBookmarked"], true, "{response}");
    }
    assert_eq!(database.query("select count(*) from post_bookmarks"), ["1"]);
}

#[tokio::test]
async fn concurrent_likes_of_a_comment_at_two_nodes_count_as_one() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let path = |comment: &str| format!("/api/blogs/comments/{comment}/like");
    for response in toggle_at_both(&database, path).await {
        assert_eq!(response["isLiked"], true, "{response}");
        assert_eq!(response["likeCount"], 1, "{response}");
    }
    assert_eq!(database.query("select count(*) from comment_likes"), ["1"]);
}

#[tokio::test]
async fn a_second_like_takes_back_the_first_one_of_another_node() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let nodes = [database.site(), database.site()];
    nodes[0].import(&[post(1)]);
    let ada = nodes[0].reader("Ada");
    for number in 0..4 {
        let response = nodes[number % 2]
            .post_as("/api/blogs/post-1/like", &ada.token)
            .await;
        let response: Value = response.json();
        assert_eq!(response["isLiked"], number % 2 == 0, "{response}");
    }
    database.query("update posts set status = 'draft'");
    let draft = database.query("select id from posts").remove(0);
    for post in [draft.as_str(), "no-such-post"] {
        let path = format!("/api/blogs/{post}/like");
        assert_eq!(nodes[0].post_as(&path, &ada.token).await.status_code(), 404);
    }
}
