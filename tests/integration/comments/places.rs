//! The pages on which a comment is found, for links to it.

use serde_json::json;

use super::{Discussion, ids};
use crate::support::accounts::assert_rejected;

#[tokio::test]
async fn a_comment_is_found_on_the_pages_that_it_names() {
    let site = Discussion::new();
    let (ada, bo) = (&site.ada.token, &site.bo.token);
    let mut roots = Vec::new();
    for number in 0..45 {
        roots.push(site.said(ada, None, &format!("Thread {number}")).await);
    }
    for number in (0..45).step_by(7) {
        site.like(bo, &roots[number]).await.assert_status_ok();
    }
    let mut replies = Vec::new();
    for number in 0..41 {
        let parent = if number % 3 == 0 { None } else { replies.last() };
        let parent: &String = parent.unwrap_or(&roots[11]);
        let reply = site.said(bo, Some(parent), &format!("Reply {number}")).await;
        replies.push(reply);
    }
    for sort in ["newest", "oldest", "mostLiked"] {
        for root in &roots {
            let found = site.get(&format!("/blogs/comments/{root}?sort={sort}")).await;
            assert_eq!(
                (&found["root"], &found["repliesPage"]),
                (&json!(root), &json!(null))
            );
            let page = &found["page"];
            let threads = site.threads(&format!("&sort={sort}&page={page}")).await;
            assert!(ids(&threads["comments"]).contains(root), "{sort} {found}");
        }
        for reply in &replies {
            let found = site.get(&format!("/blogs/comments/{reply}?sort={sort}")).await;
            assert_eq!(found["root"], json!(roots[11]));
            let threads = format!("&sort={sort}&page={}", found["page"]);
            let threads = site.threads(&threads).await;
            assert!(ids(&threads["comments"]).contains(&roots[11]));
            let page = &found["repliesPage"];
            let page = site
                .get(&format!("/blogs/comments/{}/replies?page={page}", roots[11]))
                .await;
            assert!(ids(&page["replies"]).contains(reply), "{found}");
        }
    }
    let found = site.get(&format!("/blogs/comments/{}", replies[0])).await;
    assert_eq!(found["blog"]["slug"], "post-1");
    let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
    let mut expected = ["success", "comment", "blog", "root", "page", "repliesPage"];
    expected.sort_unstable();
    let mut keys: Vec<&str> = keys.into_iter().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, expected);
}

#[tokio::test]
async fn comments_on_drafts_and_unknown_comments_are_not_found() {
    let site = Discussion::new();
    let id = site.said(&site.ada.token, None, "Hello").await;
    site.said(&site.bo.token, Some(&id), "Hello").await;
    site.site
        .execute_elsewhere("update posts set status = 'draft' where slug = 'post-1'")
        .await;
    for id in [&*id, "nothing", "01a1fcb0-b5b0-7156-81ed-654973130318"] {
        for rest in ["", "/replies"] {
            let path = format!("/api/blogs/comments/{id}{rest}");
            assert_rejected(&site.site.server.get(&path).await, 404, "Comment not found");
        }
    }
    let response = site
        .site
        .server
        .get("/api/blogs/post-1/comments?view=threads")
        .await;
    assert_rejected(&response, 404, "Blog not found");
}
