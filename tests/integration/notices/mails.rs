//! Which notices get a mail, and when.

use blog_app::domain::{Clock as _, Time};
use blog_app::store::notices::{self, DueMail};
use blog_app::store::{Store, StoreError};
use serde_json::json;

use super::Notices;
use crate::support::{blocking, database};

/// Returns the mails that are due at a time.
fn due(store: &Store, now: Time) -> Vec<DueMail> {
    let due: Result<_, StoreError> =
        blocking(|| store.read_blocking(move |tx| notices::due_mails(tx, now, 100)));
    due.unwrap()
}

fn kinds(mails: &[DueMail]) -> Vec<&'static str> {
    mails.iter().map(|mail| mail.kind.name()).collect()
}

#[tokio::test]
async fn waits_two_minutes_and_is_written_once() {
    let site = Notices::new().await;
    let first = site.said(&site.ada.token, None, "First").await;
    let now = site.site.clock.now();
    assert!(due(&site.site.store, now.plus_milliseconds(119_999)).is_empty());
    let mails = due(&site.site.store, now.plus_milliseconds(120_000));
    assert_eq!(kinds(&mails), ["comment"]);
    assert_eq!(mails[0].account.to_string(), site.author.id.to_string());
    assert_eq!(mails[0].comment.unwrap().to_string(), first);
    assert_eq!(mails[0].actor.unwrap().to_string(), site.ada.id.to_string());
    let next: Result<_, StoreError> = blocking(|| site.site.store.read_blocking(|tx| notices::next_mail(tx)));
    assert_eq!(next.unwrap(), Some(now.plus_milliseconds(120_000)));
    let id = mails[0].id;
    let written: Result<(), StoreError> = blocking(|| {
        site.site
            .store
            .write_blocking(move |tx| notices::mail_written(tx, id))
    });
    written.unwrap();
    assert!(due(&site.site.store, now.plus_milliseconds(1_000_000)).is_empty());
    assert_eq!(site.told(&site.author.token).await, ["comment by Ada"]);
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
        let mails = due(&site.site.store, site.site.clock.now().plus_milliseconds(120_000));
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
    let mails = due(&site.site.store, site.site.clock.now().plus_milliseconds(120_000));
    let threads = mails.iter().filter(|mail| mail.kind.name() == "thread");
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
    assert!(due(&site.site.store, site.site.clock.now().plus_milliseconds(120_000)).is_empty());
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
    assert!(due(&site.site.store, site.site.clock.now().plus_milliseconds(120_000)).is_empty());
    assert_eq!(site.query("select id from outbox"), ["sent"]);
}
