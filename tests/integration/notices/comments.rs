//! Notices of comments: replies, mentions, and comments on one's own posts.

use axum::http::Method;
use serde_json::json;

use super::Notices;
use crate::api::spam_rules::set_rules;

#[tokio::test]
async fn tells_the_author_of_the_post_and_the_one_replied_to_and_those_mentioned() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    assert_eq!(site.told(&site.author.token).await, ["comment by Ada"]);
    let reply = site
        .said(&site.bo.token, Some(&first), "As @Cy and @edith say")
        .await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"]);
    assert_eq!(site.told(&site.cy.token).await, ["mention by Bo"]);
    assert_eq!(site.told(&site.editor.token).await, ["mention by Bo"]);
    assert_eq!(
        site.told(&site.author.token).await,
        ["comment by Bo", "comment by Ada"]
    );
    let notice = &site.notices(&site.ada.token).await[0];
    assert_eq!(notice["commentId"], reply);
    assert_eq!(notice["blog"]["slug"], site.post);
    assert_eq!(notice["actor"]["id"], site.bo.id.to_string());
    assert_eq!(notice["actor"]["profileImage"]["url"], "/avatars/mentor.svg");
    assert_eq!((&notice["count"], &notice["detail"]), (&json!(1), &json!("")));
    assert_eq!(notice["readAt"], json!(null));
}

#[tokio::test]
async fn one_comment_gives_a_person_one_notice_and_a_reply_takes_precedence() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    site.said(&site.bo.token, Some(&first), "Yes, @ada, and @Ada")
        .await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"]);
    let by_author = site.said_by_staff(&site.author.token, None, "Welcome").await;
    site.said(&site.bo.token, Some(&by_author), "Thanks, @arthur")
        .await;
    site.said(&site.bo.token, None, "And another thing, @arthur")
        .await;
    assert_eq!(
        site.told(&site.author.token).await,
        ["mention by Bo", "reply by Bo", "comment by Bo", "comment by Ada"]
    );
}

#[tokio::test]
async fn nobody_is_told_of_their_own_act() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "I, @Ada").await;
    site.said(&site.ada.token, Some(&first), "And again").await;
    assert!(site.told(&site.ada.token).await.is_empty());
    site.said_by_staff(&site.author.token, None, "My post, says @arthur")
        .await;
    assert_eq!(
        site.told(&site.author.token).await,
        ["comment by Ada", "comment by Ada"]
    );
}

#[tokio::test]
async fn tells_all_authors_of_a_post() {
    let site = Notices::new().await;
    let authors = json!({"authors": [site.author.id.to_string(), site.root.id.to_string()]});
    let path = format!("PUT /blogs/{}/authors", site.post);
    site.call(&path, &site.root.token, authors).await;
    site.said(&site.ada.token, None, "Hello").await;
    assert_eq!(site.told(&site.author.token).await, ["comment by Ada"]);
    assert_eq!(site.told(&site.root.token).await, ["comment by Ada"]);
}

#[tokio::test]
async fn tells_the_first_10_of_50_people_whom_a_comment_mentions_and_says_so() {
    let site = Notices::new().await;
    let people: Vec<_> = (0..50)
        .map(|number| site.site.reader(&format!("Reader{number}")))
        .collect();
    let names = |count: usize| -> String {
        let names: Vec<String> = (0..count)
            .map(|number| format!("@nobody{number} @reader{number}"))
            .collect();
        names.join(" ")
    };
    let response = site.say(&site.ada.token, None, &names(10)).await;
    assert_eq!(response["message"], "Comment added successfully");
    let response = site.say(&site.ada.token, None, &names(50)).await;
    assert_eq!(
        response["message"],
        "Comment added successfully Only the first 10 people whom you mentioned are told."
    );
    let id = response["comment"]["_id"].as_str().unwrap();
    let told = site.query(&format!(
        "select count(*) from notifications where kind = 'mention' and comment_id = '{id}'"
    ));
    assert_eq!(told, ["10"]);
    assert_eq!(site.told(&people[9].token).await.len(), 2);
    assert!(site.told(&people[10].token).await.is_empty());
}

#[tokio::test]
async fn an_edit_tells_those_whom_it_mentions_only_now() {
    let site = Notices::new().await;
    let id = site.said(&site.ada.token, None, "Ask @bo").await;
    let path = format!("PATCH /blogs/comments/{id}");
    let edit = json!({"content": "Ask @bo or @cy"});
    let edited = site.call(&path, &site.ada.token, edit).await;
    assert_eq!(edited["message"], "Comment updated successfully");
    assert_eq!(site.told(&site.bo.token).await, ["mention by Ada"]);
    assert_eq!(site.told(&site.cy.token).await, ["mention by Ada"]);
    assert_eq!(site.told(&site.author.token).await, ["comment by Ada"]);
}

#[tokio::test]
async fn withdraws_the_notices_of_a_comment_that_is_no_longer_visible() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    for action in ["remove", "spam", "delete", "by staff"] {
        let reply = site
            .said(&site.bo.token, Some(&first), &format!("{action}, @cy"))
            .await;
        assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"], "{action}");
        match action {
            "delete" => {
                let path = format!("/blogs/comments/{reply}");
                let deleted = site.send(Method::DELETE, &path, &site.bo.token, json!({})).await;
                deleted.assert_status_ok();
            }
            "by staff" => {
                let path = format!("DELETE /admin/comments/{reply}");
                site.call(&path, &site.editor.token, json!({})).await;
            }
            _ => site.moderate(&reply, action).await,
        }
        for token in [&site.ada.token, &site.cy.token] {
            assert!(site.told(token).await.is_empty(), "{action}");
        }
    }
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn tells_of_a_comment_again_that_is_approved_later() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    let reply = site.said(&site.bo.token, Some(&first), "Reply").await;
    site.moderate(&reply, "remove").await;
    site.site.clock.advance_seconds(3_600);
    site.moderate(&reply, "approve").await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"]);
    assert_eq!(
        site.told(&site.author.token).await,
        ["comment by Bo", "comment by Ada"]
    );
}

#[tokio::test]
async fn tells_only_moderators_of_a_comment_that_is_held_back_until_it_is_approved() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    set_rules(&site.site, json!({"holdWords": ["casino"]})).await;
    let held = site.say(&site.bo.token, Some(&first), "A casino, @cy").await;
    assert_eq!(held["comment"]["state"], "held");
    for token in [&site.ada.token, &site.cy.token] {
        assert!(site.told(token).await.is_empty());
    }
    site.moderate(held["comment"]["_id"].as_str().unwrap(), "approve")
        .await;
    assert_eq!(site.told(&site.ada.token).await, ["reply by Bo"]);
    assert_eq!(site.told(&site.cy.token).await, ["mention by Bo"]);
}
