//! The newsletter: subscriptions without an account, and what the staff see of them.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Notices, paths, unsubscribe_path};
use crate::support::accounts::assert_rejected;
use crate::support::database;

const DAY_SECONDS: i64 = 24 * 3_600;

impl Notices {
    async fn subscribe(&self, email: &str, how: &str) -> Value {
        let body = json!({"email": email, "how": how});
        self.call("POST /newsletter", "", body).await
    }

    /// Subscribes an address and confirms it, and returns the path of the confirmation.
    pub(super) async fn subscribed(&self, email: &str, how: &str) -> String {
        self.site.clock.advance_seconds(1);
        self.subscribe(email, how).await;
        let mail = self.site.last_email(email);
        let path = paths(&mail).into_iter().find(|path| path.contains("/confirm/"));
        let path = path.unwrap();
        self.site.server.post(&path).await.assert_status_ok();
        path
    }
}

#[tokio::test]
async fn an_address_gets_the_newsletter_once_it_has_confirmed() {
    let site = Notices::new().await;
    let response = site.subscribe("Dee@Example.net ", "weekly").await;
    assert_eq!(
        response,
        json!({"success": true, "message": "Check your inbox to confirm"})
    );
    let confirmed = "select count(*) from subscribers where confirmed_at is not null";
    let mail = site.mails_to("dee@example.net").remove(0);
    assert_eq!(
        site.query("select kind from outbox where recipient = 'dee@example.net'"),
        ["account"]
    );
    let path = paths(&mail)
        .into_iter()
        .find(|path| path.contains("/confirm/"))
        .unwrap();
    let page = site.site.server.get(&path).await.text();
    assert!(
        page.contains("<button type=\"submit\" class=\"primary\">Confirm</button>"),
        "{page}"
    );
    assert_eq!(site.query(confirmed), ["0"]);
    for _ in 0..2 {
        let done = site.site.server.post(&path).await;
        done.assert_status_ok();
        assert!(done.text().contains("You are subscribed"), "{}", done.text());
    }
    assert_eq!(site.query(confirmed), ["1"]);
}

#[tokio::test]
async fn says_the_same_whatever_is_known_of_an_address_and_mails_it_once_an_hour() {
    let site = Notices::new().await;
    let first = site.subscribe("dee@example.net", "weekly").await;
    site.site.clock.advance_seconds(3_599);
    assert_eq!(site.subscribe("dee@example.net", "daily").await, first);
    assert_eq!(site.mails_to("dee@example.net").len(), 1);
    site.site.clock.advance_seconds(1);
    assert_eq!(site.subscribe("dee@example.net", "daily").await, first);
    assert_eq!(site.mails_to("dee@example.net").len(), 2);
    assert_eq!(site.query("select how from subscribers"), ["daily"]);
    site.site.clock.advance_seconds(3_601);
    site.subscribed("dee@example.net", "each").await;
    site.site.clock.advance_seconds(3_601);
    assert_eq!(site.subscribe("dee@example.net", "weekly").await, first);
    assert_eq!(site.mails_to("dee@example.net").len(), 3);
    assert_eq!(site.query("select how from subscribers"), ["each"]);
    let suppressed = "insert into suppressed (email, reason, at) values ('eve@example.net', '550', 1)";
    database::execute(site.site.folder(), suppressed);
    assert_eq!(site.subscribe("eve@example.net", "weekly").await, first);
    assert!(site.mails_to("eve@example.net").is_empty());
}

#[tokio::test]
async fn refuses_what_is_no_address_or_no_way() {
    let site = Notices::new().await;
    for (body, field) in [
        (json!({"email": "dee"}), "email"),
        (json!({"email": "dee@example.net", "how": "off"}), "how"),
        (json!({"email": "dee@example.net", "how": "hourly"}), "how"),
    ] {
        let refused = site.send(Method::POST, "/newsletter", "", body.clone()).await;
        assert_eq!(refused.status_code(), 400, "{body}");
        assert!(
            refused.text().contains(&format!("\"{field}\"")),
            "{}",
            refused.text()
        );
    }
}

#[tokio::test]
async fn an_address_that_does_not_confirm_within_a_week_is_forgotten() {
    let site = Notices::new().await;
    site.subscribe("dee@example.net", "weekly").await;
    let path = paths(&site.mails_to("dee@example.net")[0]);
    let path = path.iter().find(|path| path.contains("/confirm/")).unwrap();
    site.site.clock.advance_seconds(7 * DAY_SECONDS);
    let late = site.site.server.post(path).await;
    assert_eq!(late.status_code(), 404);
    site.site.clock.advance_seconds(1);
    let now = blog_app::domain::Clock::now(&site.site.clock);
    let removed = blog_app::actions::clean_up::clean_up(&site.site.store, now)
        .await
        .unwrap();
    assert_eq!(removed.subscribers, 1);
    assert_eq!(site.query("select count(*) from subscribers"), ["0"]);
}

#[tokio::test]
async fn editors_list_and_remove_subscribers_and_test_the_newsletter() {
    let site = Notices::new().await;
    site.subscribed("dee@example.net", "daily").await;
    site.site.clock.advance_seconds(1);
    site.subscribe("eve@example.net", "weekly").await;
    let token = &site.editor.token;
    let list = site.get_as(token, "/admin/newsletter").await;
    assert_eq!(
        (&list["total"], &list["confirmed"], &list["unconfirmed"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let [eve, dee] = [0, 1].map(|index| &list["subscribers"][index]);
    assert_eq!(
        (&eve["email"], &eve["confirmedAt"]),
        (&json!("eve@example.net"), &Value::Null)
    );
    assert_eq!(
        (&dee["email"], &dee["how"]),
        (&json!("dee@example.net"), &json!("daily"))
    );
    let path = format!("/admin/subscribers/{}", dee["id"].as_str().unwrap());
    site.call(&format!("DELETE {path}"), token, json!({})).await;
    let again = site.send(Method::DELETE, &path, token, json!({})).await;
    assert_rejected(&again, 404, "There is no such subscriber");
    let address = "/admin/suppressed?email=nobody@example.net";
    let unknown = site.send(Method::DELETE, address, token, json!({})).await;
    assert_rejected(&unknown, 404, "The address is not suppressed");

    let tested = site.call("POST /admin/newsletter/test", token, json!({})).await;
    assert_eq!(
        tested["message"],
        "The newsletter is on its way to edith@example.org"
    );
    let mail = site.mails_to(&site.editor.email).remove(0);
    assert!(mail.text.contains("* On gardens"), "{}", mail.text);
    let actions = site.query(
        "select action from audit where action like '%subscriber%' or action like 'newsletter%' order by 1",
    );
    assert_eq!(actions, ["newsletter.tested", "subscriber.removed"]);
    let log = site.get_as(&site.root.token, "/admin/audit").await.to_string();
    assert!(!log.contains("example.net"), "{log}");
}

#[tokio::test]
async fn subscribers_who_want_each_post_get_a_mail_two_minutes_after_it() {
    let site = Notices::new().await;
    site.tell_all();
    site.subscribed("dee@example.net", "each").await;
    site.subscribed("eve@example.net", "weekly").await;
    let before = site.mails_to("dee@example.net").len();
    site.publish(&site.author.token, "Forks", json!({})).await;
    site.tell_all();
    assert_eq!(site.mails_to("dee@example.net").len(), before);
    site.write_mails().await;
    let mails = site.mails_to("dee@example.net");
    assert_eq!(mails.len(), before + 1);
    let mail = mails.last().unwrap();
    assert_eq!(mail.subject, "Forks");
    assert!(!mail.text.contains("/settings/mail"), "{}", mail.text);
    assert_eq!(site.mails_to("eve@example.net").len(), 1);

    let path = unsubscribe_path(mail);
    for _ in 0..2 {
        site.site.server.post(&path).await.assert_status_ok();
    }
    assert_eq!(site.query("select email from subscribers"), ["eve@example.net"]);
    site.publish(&site.author.token, "Rakes", json!({})).await;
    site.write_mails().await;
    assert_eq!(site.mails_to("dee@example.net").len(), before + 1);
}

#[tokio::test]
async fn a_post_that_is_withdrawn_within_two_minutes_reaches_no_subscriber() {
    let site = Notices::new().await;
    site.tell_all();
    site.subscribed("dee@example.net", "each").await;
    let slug = site.publish(&site.author.token, "Forks", json!({})).await;
    site.tell_all();
    let draft = super::super::body("Forks", json!({"status": "draft"}));
    site.call(&format!("PUT /blogs/update/{slug}"), &site.author.token, draft)
        .await;
    site.write_mails().await;
    assert_eq!(site.mails_to("dee@example.net").len(), 1, "the confirmation");
}
