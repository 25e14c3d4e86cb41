//! Mails about notices: what they say, with which headers, and how people end them.

mod contents;
mod delivery;
mod digests;
mod kills;
mod links;
mod newsletter;
mod newsletter_days;

use std::sync::Arc;

use blog_app::actions::announcements::{TellSubscribers, tell_due};
use blog_app::actions::outbox::{Delivery, mailer};
use blog_app::config::{Config, Flags};
use blog_app::domain::Clock as _;
use blog_app::domain::outgoing_email::EmailMessage;
use blog_app::store::outbox::Lane;

use super::Notices;
use crate::support::blocking;
use crate::support::program::environment;

/// A base URL with encryption.
const HTTPS: (&str, &str) = ("SERVER__BASE_URL", "https://blog.example.org");
/// Longer than a mail waits.
const WAIT_SECONDS: i64 = 130;

impl Notices {
    /// Writes the mails of everything that has happened into the outbox, after they have waited.
    async fn write_mails(&self) {
        for _ in 0..2 {
            self.tell_all();
            self.site.clock.advance_seconds(WAIT_SECONDS);
        }
        self.tell_all();
        self.write_due().await;
    }

    /// Writes the mails that are due now.
    async fn write_due(&self) {
        let clock = self.site.clock.clone();
        let written = self
            .site
            .notice_mails
            .write_due(&self.site.store, || clock.now(), || true);
        written.await.unwrap();
    }

    /// Tells people of all events that are due, also the subscribers of the newsletter.
    fn tell_all(&self) {
        let mails = self.site.notice_mails.clone();
        let subscribers: Arc<TellSubscribers> =
            Arc::new(move |tx, post, after, limit, now| mails.tell_subscribers(tx, post, after, limit, now));
        blocking(|| tell_due(&self.site.store, &self.site.clock, &subscribers)).unwrap();
    }

    /// Returns the mails to somebody that wait in the outbox.
    fn mails_to(&self, address: &str) -> Vec<EmailMessage> {
        self.site.emails_to(address)
    }

    /// Delivers what is due to a server on this port.
    async fn deliver_to(&self, port: u16) {
        self.deliver_with(&smtp(port, &[])).await;
    }

    async fn deliver_with(&self, config: &Config) {
        let mailer = mailer(config).unwrap();
        for lane in [Lane::Account, Lane::Notices] {
            let delivery = Delivery {
                lane,
                store: &self.site.store,
                queue: &self.site.mail_queue,
                mailer: &mailer,
                clock: &self.site.clock,
                settings: &config.mail,
                goes_on: &|| true,
                pause: tokio::time::sleep,
            };
            delivery.run().await.unwrap();
        }
    }
}

/// The settings of a mail server on this port.
fn smtp(port: u16, more: &[(&str, &str)]) -> Config {
    let port = port.to_string();
    let mut settings = vec![
        ("MAIL__TRANSPORT", "smtp"),
        ("MAIL__HOST", "127.0.0.1"),
        ("MAIL__PORT", &port),
        ("MAIL__TLS", "none"),
        ("MAIL__FROM", "Bits <blog@example.org>"),
    ];
    settings.extend(more);
    Config::load(&Flags::default(), environment(&settings)).unwrap()
}

/// Returns the headers of a mail, each on one line.
fn headers(mail: &str) -> Vec<String> {
    let (head, _) = mail.split_once("\n\n").unwrap();
    let unfolded = head.replace("\n ", " ").replace("\n\t", " ");
    unfolded.lines().map(str::to_owned).collect()
}

/// Returns the value of a header, if the mail has it.
fn header(mail: &str, name: &str) -> Option<String> {
    let headers = headers(mail);
    let value = headers
        .iter()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    value.map(|value| value.trim().to_owned())
}

/// Returns the links of a mail to the site itself, as paths.
fn paths(mail: &EmailMessage) -> Vec<String> {
    let links = mail.html.split("href=\"").skip(1);
    let links = links.map(|rest| rest.split('"').next().unwrap());
    links
        .map(|link| {
            let url = url::Url::parse(link).unwrap();
            url[url::Position::BeforePath..url::Position::AfterQuery].to_owned()
        })
        .collect()
}

/// Returns the path of the link that ends mails like this one.
fn unsubscribe_path(mail: &EmailMessage) -> String {
    let paths = paths(mail);
    let path = paths.into_iter().find(|path| path.starts_with("/unsubscribe/"));
    path.unwrap()
}
