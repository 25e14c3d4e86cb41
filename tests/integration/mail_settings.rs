//! The settings of the mail server in the panel: what is stored, who wins, and the mailer that follows on every node.

use std::sync::Arc;

use axum::http::Method;
use blog_app::actions::mail_settings::LiveMailer;
use blog_app::domain::outgoing_email::{EmailMessage, QueuedEmail};
use blog_app::domain::user::EmailAddress;
use blog_app::domain::{Clock as _, MailId, SystemEntropy};
use serde_json::{Value, json};

use crate::support::smtp::{Mailbox, free_port};
use crate::support::{Site, database, follow};

const PATH: &str = "/api/admin/mail";
const PASSWORD: &str = "the mail password";

fn server(port: u16) -> Value {
    json!({"host": "127.0.0.1", "port": port, "encryption": "none", "username": "blog", "password": PASSWORD,
        "from": "Bits <blog@example.org>"})
}

async fn put(site: &Site, token: &str, mail: &Value, version: u32) -> (u16, Value) {
    let body = json!({"mail": mail, "version": version});
    let response = site.request(Method::PUT, PATH, token, Some(&body)).await;
    (response.status_code().as_u16(), response.json())
}

fn mail(site: &Site) -> QueuedEmail {
    let now = site.clock.now();
    let message = EmailMessage {
        to: EmailAddress::parse("ada@example.org").unwrap(),
        subject: "Hello".to_owned(),
        text: "words".to_owned(),
        html: "<p>words</p>".to_owned(),
    };
    QueuedEmail::about_account(MailId::new(now, &SystemEntropy), message, now)
}

#[tokio::test]
async fn the_password_is_sealed_and_never_sent_back() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let (status, stored) = put(&site, &admin, &server(2_525), 0).await;
    assert_eq!(status, 200, "{stored}");
    let expected = json!({"host": "127.0.0.1", "port": 2_525, "encryption": "none", "username": "blog",
        "passwordSet": true, "from": "Bits <blog@example.org>"});
    assert_eq!(stored["settings"]["server"], expected);
    assert_eq!(stored["settings"]["version"], 1);
    assert_eq!(site.get_as(&admin, PATH).await["settings"], stored["settings"]);
    let contents = database::contents(site.folder());
    assert!(
        !contents
            .windows(PASSWORD.len())
            .any(|part| part == PASSWORD.as_bytes())
    );

    let (status, conflict) = put(&site, &admin, &server(25), 0).await;
    assert_eq!((status, &conflict["code"]), (409, &json!("version_conflict")));
    assert_eq!(conflict["settings"], stored["settings"]);

    let mut kept = server(2_525);
    kept["password"] = json!(null);
    kept["from"] = json!("Bytes <blog@example.org>");
    let (status, kept_settings) = put(&site, &admin, &kept, 1).await;
    assert_eq!(status, 200, "{kept_settings}");
    assert_eq!(kept_settings["settings"]["server"]["passwordSet"], true);
    kept["host"] = json!("evil.example.org");
    let (status, refused) = put(&site, &admin, &kept, 2).await;
    assert_eq!(status, 400);
    assert!(refused["errors"]["mail.password"].is_string(), "{refused}");
    let test = json!({"mail": kept});
    let tested = site
        .request(Method::POST, "/api/admin/mail/test", &admin, Some(&test))
        .await;
    assert_eq!(
        tested.status_code(),
        400,
        "a test does not send the password elsewhere"
    );

    let (status, removed) = put(&site, &admin, &json!(null), 2).await;
    assert_eq!((status, &removed["settings"]["server"]), (200, &json!(null)));
    let log = database::query(
        site.folder(),
        "select action || ' ' || target || ' ' || detail from audit order by target",
    );
    assert_eq!(
        log,
        [
            "mail.changed 1 host port encryption username from password",
            "mail.changed 2 from",
            "mail.changed 3 removed",
        ]
    );
}

#[tokio::test]
async fn the_configuration_wins() {
    let site = Site::configured(&[("MAIL__HOST", "smtp.example.org")]);
    let admin = site.admin("root").token;
    let (status, refused) = put(&site, &admin, &server(25), 0).await;
    assert_eq!(status, 400);
    assert!(
        refused["errors"]["mail"]
            .as_str()
            .unwrap()
            .contains("BLOG_APP_MAIL__HOST"),
        "{refused}"
    );
    assert_eq!(
        site.get_as(&admin, PATH).await["settings"]["setBy"],
        "BLOG_APP_MAIL__HOST"
    );
}

#[tokio::test]
async fn every_node_sends_by_the_new_settings_without_a_restart() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let (first_port, second_port) = (free_port(), free_port());
    let (first, second) = (Mailbox::open(first_port), Mailbox::open(second_port));
    let other_store = site.open_second_store();
    let nodes = [
        LiveMailer::new(site.store.clone(), Arc::clone(&site.mail_settings)),
        LiveMailer::new(other_store.clone(), Arc::clone(&site.mail_settings)),
    ];
    for (version, (port, mailbox)) in [(first_port, &first), (second_port, &second)]
        .into_iter()
        .enumerate()
    {
        let mut wanted = server(port);
        wanted["password"] = json!("");
        wanted["username"] = json!("");
        let (status, stored) = put(&site, &admin, &wanted, u32::try_from(version).unwrap()).await;
        assert_eq!(status, 200, "{stored}");
        follow(&other_store, &site.store).await;
        for node in &nodes {
            let mailer = node.current().unwrap();
            mailer.send(&mail(&site)).await.unwrap();
            assert!(node.is_current(&mailer));
        }
        assert_eq!(mailbox.mails().len(), nodes.len());
    }
    assert_eq!(
        first.mails().len(),
        nodes.len(),
        "the earlier server gets no more"
    );

    let test = json!({"mail": null});
    let tested = site
        .request(Method::POST, "/api/admin/mail/test", &admin, Some(&test))
        .await;
    assert_eq!(
        tested.json::<Value>(),
        json!({"success": true, "isSent": true, "error": null})
    );
    let test = second.mails().pop().unwrap();
    assert!(test.contains("To: root@example.org"), "{test}");
}
