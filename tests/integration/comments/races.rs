//! Replies to a comment that is deleted at the same moment.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{Discussion, ids};
use crate::support::database;

const ROUNDS: usize = 60;

/// Sends a request on a thread of the runtime, and returns the status.
async fn status(router: Router, method: Method, path: String, token: String, body: Value) -> u16 {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    router.oneshot(request).await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn replies_to_a_comment_that_is_deleted_at_that_moment_are_never_lost() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let (mut tombstones, mut refused) = (0, 0);
    for round in 0..ROUNDS {
        let root = site.said(ada, None, "root").await;
        let target = site.said(ada, Some(&root), "target").await;
        let reply = || {
            (
                Method::POST,
                "/api/blogs/post-1/comments".to_owned(),
                bo.clone(),
                json!({"content": "a reply", "parentId": target}),
            )
        };
        let deletion = if round % 2 == 0 {
            (
                Method::DELETE,
                format!("/api/blogs/comments/{target}"),
                ada.clone(),
                json!({}),
            )
        } else {
            let path = format!("/api/admin/comments/{target}");
            (Method::DELETE, path, site.root.token.clone(), json!({}))
        };
        let mut calls = vec![reply(), reply()];
        calls.insert(round % 3, deletion);
        let running: Vec<_> = calls
            .into_iter()
            .map(|(method, path, token, body)| {
                tokio::spawn(status(site.site.router.clone(), method, path, token, body))
            })
            .collect();
        let mut statuses = Vec::new();
        for call in running {
            statuses.push(call.await.unwrap());
        }
        assert_eq!(statuses.remove(round % 3), 200, "the deletion");
        let replies = statuses.iter().filter(|status| **status == 201).count();
        assert!(
            statuses.iter().all(|status| matches!(status, 201 | 400)),
            "{statuses:?}"
        );
        refused += statuses.len() - replies;
        tombstones += usize::from(replies > 0);

        let below = site.below(&root, 20).await;
        let expected = if replies == 0 { 0 } else { replies + 1 };
        assert_eq!(below.len(), expected, "{below:?}");
        if replies > 0 {
            let state = if round % 2 == 0 { "deleted" } else { "removed" };
            super::assert_tombstone(&below[0], state);
            assert_eq!(below[0]["replyCount"], replies);
            assert!(below[1..].iter().all(|reply| reply["parentId"] == json!(target)));
        }
        site.site.assert_counts_are_correct();
    }
    println!("{tombstones} tombstones, {refused} replies refused");
    let orphans = "select count(*) from comments
                   where parent_id is not null and parent_id not in (select id from comments)";
    assert_eq!(database::query(site.site.folder(), orphans), ["0"]);
    assert_eq!(site.counts().await.1, ROUNDS as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_whole_thread_that_is_deleted_at_once_leaves_nothing() {
    let site = Discussion::new();
    let ada = &site.ada.token;
    for round in 0..20 {
        let mut chain = vec![site.said(ada, None, "root").await];
        for depth in 1..6 {
            // A chain, a star, or something between them.
            let parent = chain[(depth - 1) * (round % 3) / 2].clone();
            chain.push(site.said(ada, Some(&parent), "below").await);
        }
        let running: Vec<_> = chain
            .iter()
            .map(|id| {
                let path = format!("/api/blogs/comments/{id}");
                let (router, token) = (site.site.router.clone(), ada.clone());
                tokio::spawn(status(router, Method::DELETE, path, token, json!({})))
            })
            .collect();
        for call in running {
            assert_eq!(call.await.unwrap(), 200);
        }
        assert_eq!(
            database::query(site.site.folder(), "select count(*) from comments"),
            ["0"]
        );
        site.site.assert_counts_are_correct();
    }
    assert_eq!(ids(&site.threads("").await["comments"]), Vec::<String>::new());
}
