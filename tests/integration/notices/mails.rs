//! Which notices get a mail, and when.

use blog_app::domain::Clock as _;
use serde_json::json;

use super::Notices;
use crate::support::database;

/// Returns the kinds of the notices whose mails are due in two minutes, but not earlier.
fn due(site: &Notices) -> Vec<String> {
    let at = site.site.clock.now().plus_milliseconds(120_000).milliseconds();
    site.query(&format!("select kind from notifications where mail_at = {at}"))
}

#[tokio::test]
async fn waits_two_minutes() {
    let site = Notices::new().await;
    site.said(&site.ada.token, None, "First").await;
    assert_eq!(due(&site), ["comment"]);
    assert_eq!(
        site.query("select count(*) from notifications where mail_at is not null"),
        ["1"]
    );
}

#[tokio::test]
async fn follows_the_preference_for_the_kind() {
    let site = Notices::new().await;
    site.follow(&site.cy.token, "post", &site.post).await;
    for (kind, how, expected) in [
        ("comment", "off", 0),
        ("comment", "daily", 0),
        ("comment", "weekly", 0),
        ("comment", "each", 1),
    ] {
        let path = format!("PUT /users/{}/preferences", site.author.id);
        let preferences = json!({"preferences": {kind: how}});
        site.call(&path, &site.author.token, preferences).await;
        database::execute(site.site.folder(), "update notifications set mail_at = null");
        site.said(&site.ada.token, None, &format!("Preference {how}"))
            .await;
        site.tell();
        let mails = due(&site);
        assert_eq!(mails.len(), expected, "{how}");
    }
    let each = json!({"preferences": {"thread": "each"}});
    site.call(
        &format!("PUT /users/{}/preferences", site.cy.id),
        &site.cy.token,
        each,
    )
    .await;
    site.said(&site.ada.token, None, "Followed").await;
    site.tell();
    let mails = due(&site);
    let threads = mails.iter().filter(|kind| *kind == "thread");
    assert_eq!(threads.count(), 1, "the folded notice gets a mail as well");
}

#[tokio::test]
async fn is_not_written_to_an_address_that_refuses_mail() {
    let site = Notices::new().await;
    let refused = format!(
        "insert into suppressed (email, reason, at) values ('{}', '550', 1)",
        site.author.email
    );
    database::execute(site.site.folder(), &refused);
    site.said(&site.ada.token, None, "First").await;
    assert!(due(&site).is_empty());
    assert_eq!(site.told(&site.author.token).await, ["comment by Ada"]);
}

#[tokio::test]
async fn is_cancelled_with_the_comment_also_in_the_outbox() {
    let site = Notices::new().await;
    let id = site.said(&site.ada.token, None, "First").await;
    let queue = |mail: &str, done: &str| {
        format!(
            "insert into outbox (id, kind, comment_id, recipient, subject, text_body, html_body, created_at, next_try_at, done_at)
             values ('{mail}', 'comment', '{id}', 'a@example.org', '', '', '', 1, 1, {done})"
        )
    };
    database::execute(site.site.folder(), &queue("waits", "null"));
    database::execute(site.site.folder(), &queue("sent", "2"));
    site.moderate(&id, "remove").await;
    assert!(due(&site).is_empty());
    assert_eq!(site.query("select id from outbox"), ["sent"]);
}
