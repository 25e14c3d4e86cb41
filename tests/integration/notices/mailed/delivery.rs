//! The delivery of mails to a mail server: their headers, their pace, and addresses that refuse them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use blog_app::actions::mail_queue::{MailQueue, QueueError};
use blog_app::auth::secret::SigningSecret;
use blog_app::domain::notice::NoticeKind;
use blog_app::domain::outgoing_email::{EmailMessage, MailKind, NoticeEmail};
use blog_app::domain::user::EmailAddress;
use blog_app::domain::{Clock as _, SystemEntropy, Time};
use blog_app::store::Store;
use serde_json::json;

use super::{HTTPS, Notices, header, headers, smtp};
use crate::support::accounts::PASSWORD;
use crate::support::program::RunningSite;
use crate::support::smtp::{Mailbox, ServerFailure, free_port};
use crate::support::{SECRET, blocking, database, mail_queue};

fn news_to(address: &str) -> EmailMessage {
    EmailMessage {
        to: EmailAddress::parse(address).unwrap(),
        subject: "News".to_owned(),
        text: "News".to_owned(),
        html: "<p>News</p>".to_owned(),
    }
}

fn notice_to(address: &str) -> NoticeEmail {
    NoticeEmail {
        mail: news_to(address),
        kind: MailKind::Notice(NoticeKind::Post),
        dedupe_key: Some(format!("post:{address}")),
        unsubscribe_url: "https://blog.example.org/unsubscribe/abc".to_owned(),
        thread: None,
        comment: None,
    }
}

/// Puts notices to `reader-0@example.org` and so on into the outbox of a site with the secret of the tests.
pub fn queue_notices(store: &Store, count: usize, now: Time) {
    let mail_queue = mail_queue();
    let queue = move |tx: &mut blog_app::store::Tx<'_>| -> Result<(), QueueError> {
        for number in 0..count {
            let notice = notice_to(&format!("reader-{number}@example.org"));
            assert!(mail_queue.add_notice(tx, &notice, now)?);
            assert!(!mail_queue.add_notice(tx, &notice, now)?);
        }
        Ok(())
    };
    blocking(|| store.write_blocking(queue)).unwrap();
}

/// A site with mails of all kinds in its outbox.
async fn with_mails_of_all_kinds() -> Notices {
    let site = Notices::configured(&[HTTPS]).await;
    site.follow(&site.cy.token, "post", &site.post).await;
    site.follow(&site.cy.token, "author", &site.author.id.to_string())
        .await;
    let path = format!("PUT /users/{}/preferences", site.cy.id);
    let each = json!({"preferences": {"thread": "each", "post": "each"}});
    site.call(&path, &site.cy.token, each).await;
    let parent = site.said(&site.ada.token, None, "Which spade?").await;
    site.said(&site.bo.token, Some(&parent), "This one").await;
    site.said(&site.bo.token, None, "@ada look").await;
    site.publish(&site.author.token, "Forks", json!({})).await;
    let draft = site
        .save(&site.author.token, "A draft", json!({"status": "draft"}))
        .await;
    let submit = format!("POST /blogs/{}/submit", draft["slug"].as_str().unwrap());
    site.call(&submit, &site.author.token, json!({"note": "Please"}))
        .await;
    let report = json!({"reason": "spam", "note": ""});
    site.call(
        &format!("POST /blogs/comments/{parent}/report"),
        &site.cy.token,
        report,
    )
    .await;
    site.call("POST /admin/newsletter/test", &site.root.token, json!({}))
        .await;
    site.call("POST /newsletter", "", json!({"email": "dee@example.net"}))
        .await;
    site.write_mails().await;
    site
}

#[tokio::test]
async fn every_mail_that_can_be_ended_says_how_and_holds_no_address_of_anybody_else() {
    let site = with_mails_of_all_kinds().await;
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let queued = site.query("select kind from outbox where done_at is null");
    site.deliver_to(port).await;
    let mails = mailbox.wait_for(queued.len());
    let mut lists = Vec::new();
    for mail in &mails {
        let to = header(mail, "To").unwrap();
        let allowed = ["blog@example.org", to.as_str()];
        for line in headers(mail) {
            let name = line.split(':').next().unwrap();
            let others = line
                .split(|character: char| !(character.is_ascii_alphanumeric() || "@.-_+".contains(character)))
                .filter(|word| word.contains('@') && !allowed.contains(word));
            let ids = ["Message-ID", "In-Reply-To", "References"];
            assert!(ids.contains(&name) || others.count() == 0, "{line}");
        }
        assert_eq!(header(mail, "Auto-Submitted").unwrap(), "auto-generated");
        let unsubscribe = header(mail, "List-Unsubscribe");
        assert_eq!(header(mail, "List-ID").is_some(), unsubscribe.is_some());
        let Some(unsubscribe) = unsubscribe else {
            assert_eq!(to, "dee@example.net", "only that about the subscription itself");
            assert_eq!(header(mail, "List-Unsubscribe-Post"), None);
            continue;
        };
        assert!(
            unsubscribe.starts_with("<https://blog.example.org/unsubscribe/") && unsubscribe.ends_with('>'),
            "{unsubscribe}"
        );
        assert_eq!(
            header(mail, "List-Unsubscribe-Post").unwrap(),
            "List-Unsubscribe=One-Click"
        );
        let list = header(mail, "List-ID").unwrap();
        let is_digest = list == "<digest.blog.example.org>";
        assert_eq!(header(mail, "Precedence").is_some(), is_digest);
        let is_threaded = !is_digest && list != "<moderation.blog.example.org>";
        assert_eq!(header(mail, "In-Reply-To").is_some(), is_threaded, "{list}");
        assert_eq!(header(mail, "References"), header(mail, "In-Reply-To"));
        lists.push(list);
    }
    lists.sort();
    lists.dedup();
    let expected = [
        "comment",
        "digest",
        "mention",
        "moderation",
        "post",
        "reply",
        "review",
        "thread",
    ];
    assert_eq!(lists, expected.map(|kind| format!("<{kind}.blog.example.org>")));
}

#[tokio::test]
async fn an_address_that_refuses_a_mail_gets_no_more_until_the_staff_lift_it() {
    let site = Notices::new().await;
    let port = free_port();
    let mailbox = Mailbox::open_refusing(port, "ada@");
    let parent = site.said(&site.ada.token, None, "First").await;
    site.said(&site.bo.token, Some(&parent), "Second").await;
    site.write_mails().await;
    site.deliver_to(port).await;
    let given_up = "select count(*) from outbox where recipient = 'ada@example.org' and was_sent = 0
                    and done_at is not null and tries = 1";
    assert_eq!(site.query(given_up), ["1"]);
    assert_eq!(mailbox.mails().len(), 2, "those to the author");
    let list = site.get_as(&site.editor.token, "/admin/newsletter").await;
    assert_eq!(list["suppressed"][0]["email"], "ada@example.org");
    let reason = list["suppressed"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("550"), "{reason}");

    site.said(&site.bo.token, Some(&parent), "Third").await;
    site.write_mails().await;
    assert!(site.mails_to(&site.ada.email).is_empty());
    let preferences = format!("/users/{}/preferences", site.ada.id);
    let preferences = site.get_as(&site.ada.token, &preferences).await;
    assert_eq!(preferences["suppressed"], true);
    let forgotten = json!({"email": "ada@example.org"});
    site.call("POST /auth/forgot-password", "", forgotten).await;
    assert_eq!(
        site.mails_to(&site.ada.email).len(),
        1,
        "a code is mailed all the same"
    );

    let lifting = "DELETE /admin/suppressed?email=Ada@example.org";
    site.call(lifting, &site.editor.token, json!({})).await;
    site.said(&site.bo.token, Some(&parent), "Fourth").await;
    site.write_mails().await;
    assert_eq!(site.mails_to(&site.ada.email).len(), 2);
}

#[tokio::test]
async fn a_refusal_of_the_connection_says_nothing_about_the_address() {
    let site = Notices::new().await;
    let port = free_port();
    let mailbox = Mailbox::open_with_failures(port, &[ServerFailure::RejectsConnection]);
    site.said(&site.ada.token, None, "First").await;
    site.write_mails().await;
    site.deliver_to(port).await;
    assert!(mailbox.mails().is_empty());
    assert_eq!(site.query("select count(*) from suppressed"), ["0"]);
    site.site.clock.advance_seconds(60);
    site.deliver_to(port).await;
    assert_eq!(mailbox.wait_for(1).len(), 1);
}

#[tokio::test]
async fn sends_no_more_notices_a_minute_than_the_settings_allow() {
    let site = Notices::new().await;
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let config = smtp(port, &[("MAIL__NOTICES_PER_MINUTE", "3")]);
    queue_notices(&site.site.store, 7, site.site.clock.now());
    for sent in [3, 3, 6, 7] {
        site.deliver_with(&config).await;
        assert_eq!(mailbox.mails().len(), sent);
        site.site
            .clock
            .advance_seconds(if mailbox.mails().len() == 3 { 31 } else { 61 });
    }
}

#[tokio::test]
async fn sends_what_an_earlier_version_has_queued() {
    let site = Notices::new().await;
    let port = free_port();
    let mailbox = Mailbox::open(port);
    for (id, kind, link) in [
        ("01890a5d-ac96-774b-bcce-b302099a8057", "account", "null"),
        (
            "01890a5d-ac96-774b-bcce-b302099a8058",
            "post",
            "'https://blog.example.org/unsubscribe/abc'",
        ),
    ] {
        let sql = format!(
            "insert into outbox (id, kind, list_unsubscribe, recipient, subject, text_body, html_body, created_at, next_try_at)
             values ('{id}', '{kind}', {link}, 'ada@example.org', 'Old {kind}', 'Words', '<p>Words</p>', 1, 0)"
        );
        database::execute(site.site.folder(), &sql);
    }
    site.deliver_to(port).await;
    let mails = mailbox.mails();
    let subjects: Vec<_> = mails
        .iter()
        .map(|mail| header(mail, "Subject").unwrap())
        .collect();
    assert_eq!(subjects, ["Old account", "Old post"]);
    assert!(
        mails[0].contains("\nWords\n") && mails[0].contains("<p>Words</p>"),
        "{}",
        mails[0]
    );
    assert_eq!(header(&mails[0], "List-Unsubscribe"), None);
    assert_eq!(
        header(&mails[1], "List-Unsubscribe").unwrap(),
        "<https://blog.example.org/unsubscribe/abc>"
    );
    let emptied = "select count(*) from outbox where was_sent = 1 and list_unsubscribe is null
                   and subject || text_body || html_body = ''";
    assert_eq!(site.query(emptied), ["2"]);
}

#[tokio::test]
async fn gives_up_what_another_secret_has_encrypted_and_sends_the_rest() {
    let site = Notices::new().await;
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let other = SigningSecret::from_text("a secret that the site had before a restore");
    let other = Arc::new(MailQueue::new(&other, Arc::new(SystemEntropy)));
    for (queue, name) in [(other, "lost"), (site.site.mail_queue.clone(), "kept")] {
        site.site.clock.advance_seconds(1);
        let now = site.site.clock.now();
        let work = move |tx: &mut blog_app::store::Tx<'_>| -> Result<(), QueueError> {
            queue.add(tx, &news_to(&format!("{name}@example.org")), now)?;
            queue.add_notice(tx, &notice_to(&format!("{name}@example.org")), now)?;
            Ok(())
        };
        blocking(|| site.site.store.write_blocking(work)).unwrap();
    }
    site.deliver_to(port).await;
    let mails = mailbox.mails();
    let recipients: Vec<_> = mails.iter().map(|mail| header(mail, "To").unwrap()).collect();
    assert_eq!(recipients, ["kept@example.org"; 2]);
    assert_eq!(
        site.query("select last_error from outbox where recipient = 'lost@example.org' and was_sent = 0"),
        ["its content was encrypted with another secret of the site"; 2]
    );
    let waiting = "select count(*) from outbox where done_at is null or sealed is not null";
    assert_eq!(site.query(waiting), ["0"]);
    assert_eq!(site.query("select count(*) from suppressed"), ["0"]);
}

/// The pace of notices is that of the defaults, so that most of them still wait when the code arrives.
#[test]
fn a_code_does_not_wait_for_a_newsletter_to_many() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let mailbox = Mailbox::open(port);
    queue_notices(
        &database::open(folder.path(), 1),
        1_000,
        Time::from_milliseconds(1_000),
    );
    let mut environment = super::kills::environment_of(port, 60);
    environment.push(("BLOG_APP_AUTH__SECRET".to_owned(), SECRET.to_owned()));
    let site = RunningSite::start_with(folder.path(), &environment);
    mailbox.wait_for(20);
    let asked = Instant::now();
    let body = json!({"name": "Ada", "email": "ada@example.net", "password": PASSWORD});
    let response = ureq::post(format!("http://{}/api/auth/register", site.address)).send_json(body);
    assert_eq!(response.unwrap().status(), 201);
    let has_code = || {
        mailbox
            .mails()
            .iter()
            .any(|mail| mail.contains("To: ada@example.net"))
    };
    crate::support::wait_within(Duration::from_secs(5), has_code);
    println!("The code arrived after {:?}.", asked.elapsed());
    assert!(mailbox.mails().len() <= 61);
}
