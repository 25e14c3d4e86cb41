//! The digests of days and weeks.

use blog_app::domain::{Clock as _, SubscriberId, SystemEntropy};
use serde_json::json;

use super::{Notices, unsubscribe_path};
use crate::support::database;

const HOUR_SECONDS: i64 = 3_600;

impl Notices {
    /// Lets the clock reach 07:00 UTC of the next day, and writes what is due. The clock starts at noon of a Sunday.
    pub(super) async fn next_morning(&self) {
        let now = self.site.clock.now().milliseconds() / 1_000;
        let day = 24 * HOUR_SECONDS;
        let morning = (now - 7 * HOUR_SECONDS).div_euclid(day) * day + day + 7 * HOUR_SECONDS;
        self.site.clock.advance_seconds(morning - now);
        self.write_due().await;
    }

    async fn prefer(&self, how: &serde_json::Value) {
        let path = format!("PUT /users/{}/preferences", self.ada.id);
        let body = json!({"preferences": how});
        self.call(&path, &self.ada.token, body).await;
    }
}

#[tokio::test]
async fn followers_and_subscribers_get_the_posts_of_the_week_once() {
    let site = Notices::new().await;
    site.write_due().await;
    site.subscribed("dee@example.net", "weekly").await;
    site.subscribed("eve@example.net", "daily").await;
    site.follow(&site.ada.token, "tag", "green").await;
    site.follow(&site.bo.token, "author", &site.author.id.to_string())
        .await;
    site.follow(&site.cy.token, "tag", "green").await;
    let off = json!({"preferences": {"post": "off"}});
    let path = format!("PUT /users/{}/preferences", site.cy.id);
    site.call(&path, &site.cy.token, off).await;
    site.publish(&site.root.token, "Forks", json!({"tags": ["GREEN"]}))
        .await;
    site.publish(&site.author.token, "Rakes", json!({"tags": ["Red"]}))
        .await;
    site.publish(&site.author.token, "Quiet", json!({"announce": false}))
        .await;
    site.next_morning().await;
    site.write_due().await;
    let titles = |address: &str| {
        let mails = site.mails_to(address);
        let digests = mails.iter().filter(|mail| mail.text.starts_with("New "));
        let listed = digests.map(|mail| {
            let lines = mail.text.lines().filter_map(|line| line.strip_prefix("* "));
            lines.collect::<Vec<_>>().join(", ")
        });
        listed.collect::<Vec<String>>()
    };
    assert_eq!(titles("dee@example.net"), ["Rakes, Forks, On gardens"]);
    assert_eq!(titles("eve@example.net"), ["Rakes, Forks, On gardens"]);
    assert_eq!(titles(&site.ada.email), ["Forks, On gardens"]);
    assert_eq!(titles(&site.bo.email), ["Rakes, On gardens"]);
    assert!(titles(&site.cy.email).is_empty());
    let mail = site.mails_to(&site.ada.email).remove(0);
    assert!(
        mail.subject.starts_with("2 new posts this week · "),
        "{}",
        mail.subject
    );
    assert!(
        mail.text
            .contains("once a week because you follow authors or tags"),
        "{}",
        mail.text
    );
    // Nothing new: no mail.
    for _ in 0..8 {
        site.next_morning().await;
    }
    assert_eq!(titles("dee@example.net").len(), 1);
    assert_eq!(site.query("select count(*) from deliveries"), ["4"]);
    assert_eq!(
        site.query("select count(*) from digests where finished_at is null"),
        ["0"]
    );
}

#[tokio::test]
async fn notices_of_kinds_that_are_wanted_together_are_in_the_digest() {
    let site = Notices::new().await;
    site.write_due().await;
    site.prefer(&json!({"reply": "daily", "mention": "weekly"})).await;
    let parent = site.said(&site.ada.token, None, "Which spade?").await;
    site.said(&site.bo.token, Some(&parent), "This one").await;
    let removed = site.said(&site.cy.token, Some(&parent), "Rude words").await;
    site.moderate(&removed, "remove").await;
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
    site.next_morning().await;
    let mails = site.mails_to(&site.ada.email);
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert!(
        mail.subject.starts_with("Your notices today · "),
        "{}",
        mail.subject
    );
    let also: Vec<&str> = mail.text.lines().filter(|line| line.starts_with("* ")).collect();
    assert_eq!(also, ["* Bo replied to your comment: On gardens"]);
}

#[tokio::test]
async fn the_link_of_a_digest_ends_it_alone() {
    let site = Notices::new().await;
    site.write_due().await;
    site.prefer(&json!({"post": "daily"})).await;
    site.follow(&site.ada.token, "tag", "green").await;
    site.publish(&site.author.token, "Forks", json!({})).await;
    site.next_morning().await;
    let path = unsubscribe_path(&site.mails_to(&site.ada.email)[0]);
    site.site.server.post(&path).await.assert_status_ok();
    let preferences = format!("/users/{}/preferences", site.ada.id);
    let preferences = site.get_as(&site.ada.token, &preferences).await;
    assert_eq!(preferences["preferences"]["post"], "off");
    assert_eq!(preferences["preferences"]["reply"], "each");
}

#[tokio::test]
async fn a_digest_reaches_hundreds_in_steps_and_leaves_out_who_refuses_mail() {
    let site = Notices::new().await;
    site.write_due().await;
    let rows: Vec<String> = (0..450)
        .map(|number| {
            let id = SubscriberId::new(site.site.clock.now(), &SystemEntropy);
            format!("('{id}', 's{number}@example.net', 'weekly', 1, 1)")
        })
        .collect();
    let rows = format!(
        "insert into subscribers (id, email, how, created_at, confirmed_at) values {};
         insert into suppressed (email, reason, at) values ('s7@example.net', '550', 1)",
        rows.join(", ")
    );
    database::execute(site.site.folder(), &rows);
    site.next_morning().await;
    let sent = "select count(distinct recipient) from outbox where kind = 'digest'";
    assert_eq!(site.query(sent), ["449"]);
    assert_eq!(
        site.query("select count(*) from outbox where kind = 'digest'"),
        ["449"]
    );
    assert_eq!(site.query("select count(*) from deliveries"), ["449"]);
}
