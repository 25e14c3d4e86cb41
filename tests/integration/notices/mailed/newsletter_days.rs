//! The days on which the newsletter is sent, and their changes.

use serde_json::{Value, json};

use super::Notices;
use crate::site_settings;

const READER: &str = "dee@example.net";

impl Notices {
    /// Publishes a post, and returns the subjects of the newsletters so far.
    async fn publish_and_wait(&self, title: &str) -> Vec<String> {
        self.publish(&self.root.token, title, json!({})).await;
        self.next_morning().await;
        self.newsletters()
    }

    fn newsletters(&self) -> Vec<String> {
        let mails = self.mails_to(READER).into_iter();
        let newsletters = mails.filter(|mail| mail.text.starts_with("New "));
        newsletters
            .map(|mail| {
                let (subject, _) = mail.subject.split_once(" · ").unwrap();
                subject.to_owned()
            })
            .collect()
    }

    async fn choose_days(&self, days: &[&str]) -> Value {
        let changes = json!({"newsletterDays": days});
        site_settings::change(&self.site, &self.root.token, changes).await
    }
}

#[tokio::test]
async fn it_is_sent_on_the_chosen_days_with_the_posts_since_the_day_before() {
    // It is a Sunday.
    let site = Notices::new().await;
    site.write_due().await;
    site.subscribed(READER, "weekly").await;
    let stored = site.choose_days(&["thursday", "tuesday"]).await;
    assert_eq!(stored["newsletterDays"], json!(["tuesday", "thursday"]));
    assert!(site.publish_and_wait("On Monday").await.is_empty());
    let newsletters = site.publish_and_wait("On Tuesday").await;
    assert_eq!(
        newsletters,
        ["3 new posts since Monday"],
        "with the one of the fixture"
    );
    assert_eq!(site.publish_and_wait("On Wednesday").await.len(), 1);
    let newsletters = site.publish_and_wait("On Thursday").await;
    assert_eq!(newsletters[1], "2 new posts since Tuesday");
    let mail = site.mails_to(READER).into_iter().next_back().unwrap();
    assert!(mail.text.contains("New since Tuesday"), "{}", mail.text);
    assert!(
        mail.text
            .contains("on Tuesdays and Thursdays because you subscribed"),
        "{}",
        mail.text
    );
    for _ in 0..4 {
        site.next_morning().await;
    }
    assert_eq!(site.newsletters().len(), 2);
    assert_eq!(site.publish_and_wait("On Tuesday again").await.len(), 3);
}

#[tokio::test]
async fn a_change_sends_nothing_and_counts_from_the_next_sending_on() {
    let site = Notices::new().await;
    site.write_due().await;
    site.subscribed(READER, "weekly").await;
    // Monday 07:00.
    assert_eq!(site.publish_and_wait("One").await.len(), 1);
    // Wednesday 07:00.
    site.publish_and_wait("Two").await;
    site.publish_and_wait("Three").await;
    for days in [
        &["tuesday"][..],
        &["wednesday"],
        &["monday", "tuesday", "wednesday"],
        &["wednesday"],
    ] {
        site.choose_days(days).await;
        site.write_due().await;
        assert_eq!(site.newsletters().len(), 1, "{days:?}");
    }
    for _ in 0..6 {
        site.next_morning().await;
        assert_eq!(site.newsletters().len(), 1);
    }
    site.next_morning().await;
    let newsletters = site.newsletters();
    assert_eq!(newsletters.len(), 2, "the Wednesday after");
    assert_eq!(newsletters[1], "2 new posts this week", "nothing is lost");
}

#[tokio::test]
async fn a_sending_that_was_due_before_a_change_is_made_up_for() {
    let site = Notices::new().await;
    site.write_due().await;
    site.subscribed(READER, "weekly").await;
    site.publish(&site.root.token, "One", json!({})).await;
    // Past Monday 07:00, but nothing was written yet.
    site.site.clock.advance_seconds(20 * 3_600);
    site.choose_days(&["friday"]).await;
    site.write_due().await;
    assert_eq!(site.newsletters().len(), 1);
}

#[tokio::test]
async fn without_a_newsletter_so_far_a_change_begins_none_in_the_past() {
    let site = Notices::new().await;
    site.subscribed(READER, "weekly").await;
    site.choose_days(&["saturday"]).await;
    site.write_due().await;
    for _ in 0..5 {
        site.next_morning().await;
    }
    let before = site.newsletters().len();
    site.publish(&site.root.token, "One", json!({})).await;
    site.next_morning().await;
    assert_eq!(site.newsletters().len(), before + 1);
}

#[tokio::test]
async fn the_configuration_gives_the_days_and_the_environment_locks_them() {
    let site = Notices::configured(&[("MAIL__NEWSLETTER_DAYS", "wednesday,monday")]).await;
    let settings = site.get_as(&site.root.token, "/admin/site").await["settings"].clone();
    assert_eq!(settings["newsletterDays"], json!(["monday", "wednesday"]));
    assert_eq!(
        settings["locked"],
        json!([{"field": "newsletterDays", "variable": "BLOG_APP_MAIL__NEWSLETTER_DAYS"}])
    );
    let mut wanted = settings.clone();
    wanted["newsletterDays"] = json!(["friday"]);
    let refused = site.send("PUT".parse().unwrap(), "/admin/site", &site.root.token, wanted);
    let refused = refused.await;
    assert_eq!(refused.status_code(), 400);
    let message = refused.json::<Value>()["errors"]["newsletterDays"].clone();
    assert!(
        message
            .as_str()
            .unwrap()
            .contains("BLOG_APP_MAIL__NEWSLETTER_DAYS"),
        "{message}"
    );
}

#[tokio::test]
async fn pages_say_on_which_days_it_comes() {
    let site = Notices::new().await;
    let pages = async || {
        let mut texts = Vec::new();
        for path in ["/newsletter", "/blog/one"] {
            texts.push(site.site.server.get(path).await.text());
        }
        texts
    };
    site.publish(&site.root.token, "One", json!({})).await;
    for (days, label) in [
        (&["friday"][..], "Once a week"),
        (&["monday", "friday"], "On Mondays and Fridays"),
        (&["monday"], "Once a week"),
    ] {
        site.choose_days(days).await;
        let option = format!("<option value=\"weekly\">{label}</option>");
        let meta = format!("<meta name=\"newsletter-days\" content=\"{label}\">");
        for page in pages().await {
            assert!(page.contains(&option), "{page}");
            assert_eq!(page.contains(&meta), days.len() > 1, "{page}");
        }
    }
}

#[tokio::test]
async fn at_least_one_day_is_needed() {
    let site = Notices::new().await;
    let settings = site.get_as(&site.root.token, "/admin/site").await["settings"].clone();
    for days in [json!([]), json!(["someday"]), json!("monday"), json!([1])] {
        let mut wanted = settings.clone();
        wanted["newsletterDays"] = days.clone();
        let refused = site.send("PUT".parse().unwrap(), "/admin/site", &site.root.token, wanted);
        assert_eq!(refused.await.status_code(), 400, "{days}");
    }
}
