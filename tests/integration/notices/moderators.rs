//! Notices to editors and administrators about comments that wait for them.

use blog_app::domain::Role;
use serde_json::json;

use super::Notices;
use crate::api::spam_rules::set_rules;

async fn held(site: &Notices, token: &str) {
    let said = site.say(token, None, "A casino").await;
    assert_eq!(said["comment"]["state"], "held");
}

async fn with_rules() -> Notices {
    let site = Notices::new().await;
    set_rules(&site.site, json!({"holdWords": ["casino"]})).await;
    site
}

#[tokio::test]
async fn tells_editors_and_administrators_two_minutes_later() {
    let site = with_rules().await;
    held(&site, &site.ada.token).await;
    site.tell();
    assert!(site.told(&site.editor.token).await.is_empty());
    site.site.clock.advance_seconds(120);
    site.tell();
    for token in [&site.editor.token, &site.root.token] {
        let notices = site.notices(token).await;
        assert_eq!(notices.len(), 1);
        assert_eq!(
            (
                &notices[0]["kind"],
                &notices[0]["count"],
                &notices[0]["actor"],
                &notices[0]["blog"]
            ),
            (&json!("moderation"), &json!(1), &json!(null), &json!(null))
        );
    }
    assert!(site.told(&site.author.token).await.is_empty());
    assert!(
        site.told(&site.site.staff("connie", Role::Contributor).token)
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn tells_them_at_most_once_in_ten_minutes() {
    let site = with_rules().await;
    let mailed =
        "select count(*) from notifications where kind = 'moderation' and mail_at is not null and account in
        (select id from admins where username = 'edith')";
    held(&site, &site.ada.token).await;
    site.site.clock.advance_seconds(120);
    site.tell();
    assert_eq!(site.query(mailed), ["1"]);
    let first = site.notices(&site.editor.token).await[0]["at"].clone();
    held(&site, &site.bo.token).await;
    for _ in 0..8 {
        site.site.clock.advance_seconds(60);
        site.tell();
        assert_eq!(site.notices(&site.editor.token).await[0]["at"], first);
    }
    site.site.clock.advance_seconds(60);
    site.tell();
    let notices = site.notices(&site.editor.token).await;
    assert_eq!(
        notices.len(),
        1,
        "it takes the place of the one that was not read"
    );
    assert_eq!(notices[0]["count"], 2);
    site.site.assert_counts_are_correct();
}

#[tokio::test]
async fn tells_nobody_once_there_is_nothing_left_to_decide() {
    let site = with_rules().await;
    let said = site.say(&site.ada.token, None, "A casino").await;
    site.moderate(said["comment"]["_id"].as_str().unwrap(), "remove")
        .await;
    site.site.clock.advance_seconds(120);
    site.tell();
    assert!(site.told(&site.editor.token).await.is_empty());
    assert_eq!(site.query("select count(*) from announcements"), ["0"]);
}

#[tokio::test]
async fn a_report_tells_them_too() {
    let site = Notices::new().await;
    let id = site.said(&site.ada.token, None, "Nothing bad").await;
    let report = format!("POST /blogs/comments/{id}/report");
    site.call(&report, &site.bo.token, json!({"reason": "spam"}))
        .await;
    site.site.clock.advance_seconds(120);
    site.tell();
    assert_eq!(site.told(&site.editor.token).await, ["moderation by nobody"]);
}
