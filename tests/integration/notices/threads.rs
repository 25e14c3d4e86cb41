//! Notices of the comments on posts that readers follow.

use serde_json::json;

use super::Notices;

#[tokio::test]
async fn tells_followers_of_a_post_once_until_they_read_it() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "post", &site.post).await;
    for (number, token) in [(1, &site.ada.token), (2, &site.bo.token), (3, &site.ada.token)] {
        let id = site.said(token, None, &format!("Number {number}")).await;
        site.tell();
        let notices = site.notices(&site.cy.token).await;
        assert_eq!(notices.len(), 1);
        assert_eq!(
            (&notices[0]["kind"], &notices[0]["count"]),
            (&json!("thread"), &json!(number))
        );
        assert_eq!(notices[0]["commentId"], id);
    }
    assert_eq!(site.told(&site.cy.token).await, ["thread by Ada"]);
    let all = json!({"before": "2030-01-01T00:00:00Z"});
    site.call("POST /notifications/read", &site.cy.token, all).await;
    site.said(&site.bo.token, None, "Number 4").await;
    site.tell();
    let notices = site.notices(&site.cy.token).await;
    let counts: Vec<_> = notices
        .iter()
        .map(|notice| notice["count"].as_u64().unwrap())
        .collect();
    assert_eq!(counts, [1, 3]);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn a_reply_and_a_mention_take_precedence_over_the_thread() {
    let site = Notices::new().await;
    for token in [&site.ada.token, &site.bo.token, &site.cy.token] {
        site.follow(token, "post", &site.post).await;
    }
    let first = site.said(&site.ada.token, None, "First").await;
    site.tell();
    site.said(&site.bo.token, Some(&first), "Reply to Ada and @cy")
        .await;
    site.tell();
    assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"]);
    assert_eq!(site.told(&site.bo.token).await, ["thread by Ada"]);
    assert_eq!(
        site.told(&site.cy.token).await,
        ["mention by Bo", "thread by Ada"]
    );
    let thread = &site.notices(&site.cy.token).await[1];
    assert_eq!(thread["count"], 1, "the mention is not counted twice");
}

#[tokio::test]
async fn a_comment_that_is_removed_is_taken_out_of_the_folded_notice() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "post", &site.post).await;
    let first = site.said(&site.ada.token, None, "First").await;
    site.tell();
    let second = site.said(&site.bo.token, None, "Second").await;
    site.tell();
    site.moderate(&second, "remove").await;
    let notices = site.notices(&site.cy.token).await;
    assert_eq!(
        (&notices[0]["count"], &notices[0]["commentId"]),
        (&json!(1), &json!(null))
    );
    site.moderate(&second, "approve").await;
    site.tell();
    let notices = site.notices(&site.cy.token).await;
    assert_eq!(
        (&notices[0]["count"], &notices[0]["commentId"]),
        (&json!(2), &json!(second))
    );
    for id in [&second, &first] {
        site.moderate(id, "remove").await;
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn nobody_is_told_of_a_comment_that_is_gone_before_the_followers_were() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "post", &site.post).await;
    let id = site.said(&site.ada.token, None, "First").await;
    assert_eq!(
        site.query("select count(*) from announcements where kind = 'comment'"),
        ["1"]
    );
    let delete = format!("DELETE /blogs/comments/{id}");
    site.call(&delete, &site.ada.token, json!({})).await;
    site.tell();
    assert!(site.told(&site.cy.token).await.is_empty());
}

#[tokio::test]
async fn who_no_longer_follows_is_not_told() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "post", &site.post).await;
    let target = json!({"kind": "post", "target": site.post});
    site.call("DELETE /follows", &site.cy.token, target).await;
    site.said(&site.ada.token, None, "First").await;
    site.tell();
    assert!(site.told(&site.cy.token).await.is_empty());
    assert_eq!(
        site.query("select count(*) from announcements where kind = 'comment'"),
        ["0"]
    );
}
