//! Threads as readers see them: depth, order, pages and the places of comments that are no longer visible.

use axum::http::Method;
use blog_app::domain::comment::CommentState;
use serde_json::{Value, json};

use super::{Discussion, assert_tombstone, id_of, ids};
use crate::support::accounts::assert_rejected;

const UNKNOWN: &str = "01a1fcb0-b5b0-7156-81ed-654973130318";

#[tokio::test]
async fn a_reply_beyond_depth_20_gets_the_parent_of_the_comment_that_it_replies_to() {
    let site = Discussion::new();
    let mut chain = vec![site.said(&site.ada.token, None, "0").await];
    for depth in 1..=23 {
        let parent = chain.last().unwrap().clone();
        let response = site.say(&site.bo.token, Some(&parent), &depth.to_string()).await;
        let comment = response.json::<Value>()["comment"].clone();
        // From 20 on, all are below the one of depth 19.
        let above = depth.min(20) - 1;
        assert_eq!(
            (&comment["depth"], &comment["parentId"], &comment["rootId"]),
            (&json!(depth.min(20)), &json!(chain[above]), &json!(chain[0])),
            "{comment}"
        );
        assert_eq!(
            comment["inReplyTo"],
            json!({"id": chain[above], "name": if above == 0 { "Ada" } else { "Bo" }})
        );
        chain.push(id_of(&comment));
    }
    for limit in [5, 23, 100] {
        assert_eq!(site.ids_below(&chain[0], limit).await, chain[1..]);
    }
    assert_eq!(site.ids_below(&chain[10], 3).await, chain[11..]);
    assert_eq!(site.ids_below(&chain[19], 2).await, chain[20..]);
    assert_eq!(site.ids_below(&chain[20], 20).await, Vec::<String>::new());
    let middle = site.get(&format!("/blogs/comments/{}", chain[10])).await;
    assert_eq!(middle["comment"]["replyCount"], 13);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn each_comment_is_followed_by_its_replies_oldest_first() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let root = site.said(ada, None, "root").await;
    let first = site.said(bo, Some(&root), "first").await;
    let second = site.said(ada, Some(&root), "second").await;
    let other = site.said(ada, None, "another thread").await;
    let below_second = site.said(bo, Some(&second), "below the second").await;
    let below_first = site.said(ada, Some(&first), "below the first").await;
    let deeper = site.said(bo, Some(&below_first), "deeper").await;
    let again = site.said(bo, Some(&first), "below the first again").await;
    let expected = [&first, &below_first, &deeper, &again, &second, &below_second];
    for limit in 1..=7 {
        assert_eq!(site.ids_below(&root, limit).await, expected.map(Clone::clone));
    }
    assert_eq!(
        site.ids_below(&first, 2).await,
        [below_first.clone(), deeper.clone(), again.clone()]
    );
    assert_eq!(site.ids_below(&other, 2).await, Vec::<String>::new());
    let threads = site.threads("").await;
    assert_eq!(ids(&threads["comments"]), [other, root]);
    assert_eq!(threads["comments"][1]["replyCount"], 6);
    assert_eq!(
        ids(&threads["comments"][1]["replies"]),
        [first.clone(), below_first.clone(), deeper.clone()]
    );
    // The flat list knows no threads: newest first.
    let flat = site.get("/blogs/post-1/comments").await;
    assert_eq!(
        (&flat["total"], &flat["comments"][6]["_id"]),
        (&json!(8), &json!(first))
    );
}

#[tokio::test]
async fn sorts_threads_and_counts_them_in_pages() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let mut roots = Vec::new();
    for number in 0..5 {
        roots.push(site.said(ada, None, &format!("Thread {number}")).await);
    }
    for root in [&roots[1], &roots[3]] {
        for number in 0..4 {
            site.said(bo, Some(root), &format!("Reply {number}")).await;
        }
    }
    // Two threads have one like each, one has two.
    for (token, number) in [(ada, 0), (bo, 0), (ada, 2), (bo, 4)] {
        site.like(token, &roots[number]).await.assert_status_ok();
    }
    for (sort, order) in [
        ("", [4, 3, 2, 1, 0]),
        ("&sort=newest", [4, 3, 2, 1, 0]),
        ("&sort=oldest", [0, 1, 2, 3, 4]),
        ("&sort=mostLiked", [0, 4, 2, 3, 1]),
    ] {
        let mut found = Vec::new();
        for page in 1..=3 {
            let body = site.threads(&format!("{sort}&limit=2&page={page}")).await;
            assert_eq!(
                (&body["total"], &body["totalPages"], &body["page"]),
                (&json!(5), &json!(3), &json!(page))
            );
            found.extend(ids(&body["comments"]));
            for thread in body["comments"].as_array().unwrap() {
                let replies = thread["replies"].as_array().unwrap().len();
                let count = thread["replyCount"].as_u64().unwrap();
                assert!(
                    (replies, count) == (0, 0) || (replies, count) == (3, 4),
                    "{thread}"
                );
            }
        }
        assert_eq!(found, order.map(|number| roots[number].clone()), "{sort}");
    }
    let beyond = site.threads("&page=4&limit=2").await;
    assert_eq!((&beyond["comments"], &beyond["total"]), (&json!([]), &json!(5)));
    // Marks are the reader's own, in threads as well.
    let path = "/api/blogs/post-1/comments?view=threads&sort=oldest";
    let own = site.site.get_as(bo, path).await;
    assert_eq!(own["comments"][0]["isLiked"], true);
    assert_eq!(own["comments"][2]["isLiked"], false);
}

#[tokio::test]
async fn rejects_unknown_views_and_orders_by_their_field() {
    let site = Discussion::new();
    for (query, field) in [
        ("view=tree", "view"),
        ("view=", "view"),
        ("view=Threads", "view"),
        ("view=threads&sort=best", "sort"),
        ("view=threads&sort=", "sort"),
        ("view=threads&sort=mostliked", "sort"),
        ("sort=newest", "sort"),
        ("sort=unknown", "sort"),
        ("view=held&sort=newest", "sort"),
        ("view=threads&page=0", "page"),
        ("view=threads&limit=101", "limit"),
    ] {
        let path = format!("/api/blogs/post-1/comments?{query}");
        let response = site.site.request(Method::GET, &path, &site.ada.token, None).await;
        assert_eq!(response.status_code(), 400, "{query}: {}", response.text());
        assert!(response.json::<Value>()["errors"][field].is_string(), "{query}");
    }
    let id = site.said(&site.ada.token, None, "Hello").await;
    let response = site
        .site
        .server
        .get(&format!("/api/blogs/comments/{id}?sort=best"))
        .await;
    assert_eq!(response.status_code(), 400);
    let response = site.site.server.get("/api/blogs/post-1/comments?view=held").await;
    assert_eq!(response.status_code(), 401);
}

#[tokio::test]
async fn rejects_replies_to_what_readers_do_not_see() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let root = site.said(ada, None, "root").await;
    let [held, removed, deleted, gone] = ["held", "removed", "deleted", "gone"];
    let mut targets = Vec::new();
    for text in [held, removed, deleted, gone] {
        targets.push(site.said(ada, Some(&root), text).await);
    }
    // Tombstones, which have visible replies.
    for target in &targets[1..3] {
        site.said(bo, Some(target), "still there").await;
    }
    site.set_state(&targets[0], CommentState::Held);
    site.remove(&site.root.token, &targets[1])
        .await
        .assert_status_ok();
    site.delete(ada, &targets[2]).await.assert_status_ok();
    site.delete(ada, &targets[3]).await.assert_status_ok();
    let body = json!({"content": "On the other post"});
    let elsewhere = site.send(Method::POST, "/blogs/post-2/comments", ada, body).await;
    targets.push(id_of(&elsewhere.json::<Value>()["comment"]));
    targets.extend(["", "nothing", UNKNOWN, "a\0b"].map(str::to_owned));
    let before = site.counts().await;
    for target in &targets {
        for (path, token) in [
            ("/blogs/post-1/comments", bo),
            ("/admin/blogs/post-1/comments", &site.root.token),
        ] {
            let body = json!({"content": "A reply", "parentId": target});
            let response = site.send(Method::POST, path, token, body).await;
            assert_rejected(&response, 400, "The comment to reply to does not exist");
            let body = response.json::<Value>();
            assert!(body["errors"]["parentId"].is_string(), "{target}: {body}");
        }
    }
    assert_eq!(site.counts().await, before);
    // The place of a comment is no obstacle: its visible replies can be answered.
    let reply = site.ids_below(&targets[1], 1).await[0].clone();
    site.said(ada, Some(&reply), "below a tombstone").await;
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn shows_the_places_of_comments_with_visible_replies() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let mut roots = Vec::new();
    for text in ["removed", "deleted", "held"] {
        let root = site.said(ada, None, text).await;
        site.like(bo, &root).await.assert_status_ok();
        site.said(bo, Some(&root), &format!("a reply to what is {text}"))
            .await;
        roots.push(root);
    }
    site.edit(ada, &roots[0], "edited").await.assert_status_ok();
    let staff = site.staff_said(&site.root.token, None, "without replies").await;
    assert_eq!(site.counts().await, (7, 4));
    site.remove(&site.root.token, &roots[0]).await.assert_status_ok();
    site.delete(ada, &roots[1]).await.assert_status_ok();
    site.set_state(&roots[2], CommentState::Held);
    site.remove(&site.root.token, &staff).await.assert_status_ok();
    assert_eq!(site.counts().await, (3, 3));

    let threads = site.threads("&sort=oldest").await;
    assert_eq!(ids(&threads["comments"]), roots);
    for (number, state) in ["removed", "deleted", "held"].into_iter().enumerate() {
        let thread = &threads["comments"][number];
        assert_tombstone(thread, state);
        assert_eq!(thread["replyCount"], 1);
        let reply = &thread["replies"][0];
        assert_eq!(reply["user"]["name"], "Bo");
        assert_eq!(reply["inReplyTo"], json!({"id": roots[number], "name": null}));
        let single = site.get(&format!("/blogs/comments/{}", roots[number])).await;
        assert_tombstone(&single["comment"], state);
    }
    // The other lists know nothing of them.
    let flat = site.get("/blogs/post-1/comments").await;
    let blog = site.get("/blogs/post-1").await;
    for comments in [&flat["comments"], &blog["blog"]["comments"]] {
        let comments = comments.as_array().unwrap();
        assert_eq!(comments.len(), 3);
        assert!(comments.iter().all(|comment| comment["state"] == "visible"));
    }
    // Without their last reply they are gone.
    for root in &roots {
        let reply = site.ids_below(root, 1).await[0].clone();
        site.delete(bo, &reply).await.assert_status_ok();
        let path = format!("/api/blogs/comments/{root}");
        for path in [path.clone(), format!("{path}/replies")] {
            let response = site.site.server.get(&path).await;
            assert_rejected(&response, 404, "Comment not found");
        }
    }
    assert_eq!(site.counts().await, (0, 0));
    site.site.assert_counts_are_correct();
}
