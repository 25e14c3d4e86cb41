//! The real program, killed while it writes and sends a digest.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use blog_app::domain::{Clock as _, PostId, SubscriberId, SystemClock, SystemEntropy};

use super::header;
use crate::support::program::RunningSite;
use crate::support::smtp::{Mailbox, free_port};
use crate::support::{database, wait_until, wait_within};

const SUBSCRIBERS: usize = 1_000;
/// The program is killed when so many more mails have arrived.
const KILLS: usize = 10;
const DAY_MILLISECONDS: i64 = 24 * 3_600_000;

/// The environment of a program that sends to this port, so many notices a minute.
pub fn environment_of(port: u16, notices_per_minute: u32) -> Vec<(String, String)> {
    let (port, pace) = (port.to_string(), notices_per_minute.to_string());
    crate::support::program::environment(&[
        ("MAIL__TRANSPORT", "smtp"),
        ("MAIL__HOST", "127.0.0.1"),
        ("MAIL__PORT", &port),
        ("MAIL__TLS", "none"),
        ("MAIL__FROM", "Bits <blog@example.org>"),
        ("MAIL__RETRY_SECONDS", "1"),
        ("MAIL__TIMEOUT_SECONDS", "2"),
        ("MAIL__NOTICES_PER_MINUTE", &pace),
    ])
}

#[test]
fn a_thousand_subscribers_each_get_one_digest_over_ten_kills() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    drop(database::open(data, 1));
    let now = SystemClock.now();
    // In the week that ended last Monday, whichever day it is now.
    let announced: Vec<String> = (0..16)
        .map(|day| {
            let at = now.milliseconds() - day * DAY_MILLISECONDS;
            let id = PostId::new(now, &SystemEntropy);
            format!(
                "('{id}', 'post-{day}', 'Post {day}', 'An excerpt', 1, 'Other', 'published', {at}, {at}, {at})"
            )
        })
        .collect();
    let subscribers: Vec<String> = (0..SUBSCRIBERS)
        .map(|number| {
            let id = SubscriberId::new(now, &SystemEntropy);
            format!("('{id}', 's{number}@example.net', 'weekly', 1, 1)")
        })
        .collect();
    database::execute(
        data,
        &format!(
            "insert into posts (id, slug, title, excerpt, read_minutes, category, status, created_at, updated_at, announced_at)
             values {};
             insert into subscribers (id, email, how, created_at, confirmed_at) values {}",
            announced.join(", "),
            subscribers.join(", ")
        ),
    );
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let environment = environment_of(port, 1_000_000);
    for kill in 1..=KILLS {
        let site = RunningSite::start_with(data, &environment);
        // The first kills are in the middle of writing the mails.
        wait_until(|| mailbox.mails().len() >= kill * SUBSCRIBERS / (KILLS + 2));
        site.kill();
    }
    let site = RunningSite::start_with(data, &environment);
    let sent = "select count(*) from outbox where kind = 'digest' and was_sent = 1";
    // On a server, the mails that a killed node has claimed wait for the end of its lease.
    wait_within(Duration::from_mins(3), || {
        database::query(data, sent) == [SUBSCRIBERS.to_string()]
    });
    assert_eq!(site.stop(), Some(0));

    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mails = mailbox.mails();
    for mail in &mails {
        let id = header(mail, "Message-ID").unwrap();
        ids.entry(header(mail, "To").unwrap()).or_default().insert(id);
    }
    assert_eq!(ids.len(), SUBSCRIBERS);
    assert!(ids.values().all(|ids| ids.len() == 1), "somebody got two digests");
    let repeated = mails.len() - SUBSCRIBERS;
    println!(
        "{repeated} of {SUBSCRIBERS} mails were sent again under the same Message-ID, over {KILLS} kills."
    );
    assert!(repeated <= KILLS, "{repeated}");
    assert_eq!(
        database::query(data, "select count(*) from deliveries"),
        [SUBSCRIBERS.to_string()]
    );
}
