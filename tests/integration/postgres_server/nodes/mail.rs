//! Several nodes send the mails of one outbox.

use std::collections::BTreeMap;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};

use blog_app::actions::mail_queue::QueueError;
use blog_app::actions::outbox::{Delivery, mailer};
use blog_app::config::{Config, Flags};
use blog_app::domain::outgoing_email::EmailMessage;
use blog_app::domain::user::EmailAddress;
use blog_app::domain::{Clock, Time};
use blog_app::store::{Store, StoreError, outbox};
use parking_lot::Mutex;

use super::SharedDatabase;
use crate::support::program::environment;
use crate::support::smtp::{Mailbox, ServerFailure, free_port, header};
use crate::support::{ManualClock, blocking, mail_queue};

/// The seconds for which a node claims mails: five times what the mail server may take for one, and a minute.
const LEASE_SECONDS: i64 = 5 * 30 + 60;
const RETRY_SECONDS: i64 = 30;

/// A node that sends mails, from an address of its own.
struct Node {
    store: Store,
    settings: Config,
}

impl Node {
    fn new(database: &SharedDatabase, name: &str, port: u16) -> Self {
        let settings = environment(&[
            ("MAIL__TRANSPORT", "smtp"),
            ("MAIL__HOST", "127.0.0.1"),
            ("MAIL__PORT", &port.to_string()),
            ("MAIL__TLS", "none"),
            ("MAIL__FROM", &format!("{name}@example.org")),
        ]);
        Self {
            store: database.open(),
            settings: Config::load(&Flags::default(), settings).unwrap(),
        }
    }

    /// Sends what is due while `goes_on` returns true.
    async fn deliver_while(&self, clock: &dyn Clock, goes_on: impl Fn() -> bool + Sync) {
        self.try_to_deliver_while(clock, goes_on).await.unwrap();
    }

    async fn try_to_deliver_while(
        &self,
        clock: &dyn Clock,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Result<(), StoreError> {
        let mailer = mailer(&self.settings).unwrap();
        let settings = &self.settings.mail;
        let lane = outbox::Lane::Account;
        let delivery = Delivery {
            lane,
            store: &self.store,
            queue: &mail_queue(),
            mailer: &mailer,
            clock,
            settings,
            goes_on: &goes_on,
            pause: tokio::time::sleep,
        };
        delivery.run().await
    }

    /// Sends what is due, on threads of its own.
    fn deliver(&self, clock: &dyn Clock) {
        self.try_to_deliver(clock).unwrap();
    }

    fn try_to_deliver(&self, clock: &dyn Clock) -> Result<(), StoreError> {
        let deliver = || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(self.try_to_deliver_while(clock, || true))
        };
        std::thread::scope(|scope| scope.spawn(deliver).join().unwrap())
    }
}

fn queue(store: &Store, count: usize, now: Time) {
    queue_to(store, "reader", count, now);
}

/// Queues mails to as many receivers whose names begin like this.
fn queue_to(store: &Store, name: &'static str, count: usize, now: Time) {
    let mail_queue = mail_queue();
    blocking(|| {
        store.write_blocking(move |tx| {
            for number in 0..count {
                let mail = EmailMessage {
                    to: EmailAddress::parse(&format!("{name}-{number}@example.org")).unwrap(),
                    subject: "A notice".to_owned(),
                    text: "A notice".to_owned(),
                    html: "<p>A notice</p>".to_owned(),
                };
                mail_queue.add(tx, &mail, now)?;
            }
            Ok::<_, QueueError>(())
        })
    })
    .unwrap();
}

/// Returns how many mails each node has sent until now, and asserts that all have different receivers.
fn sent(mailbox: &Mailbox) -> BTreeMap<String, usize> {
    let mails = mailbox.mails();
    let mut receivers: Vec<&str> = mails.iter().map(|mail| header(mail, "To")).collect();
    receivers.sort_unstable();
    receivers.dedup();
    assert_eq!(receivers.len(), mails.len(), "a mail was sent twice");
    let mut counts = BTreeMap::new();
    for mail in &mails {
        let (node, _) = header(mail, "From").split_once('@').unwrap();
        *counts.entry(node.to_owned()).or_default() += 1;
    }
    counts
}

fn counts<const N: usize>(expected: [(&str, usize); N]) -> BTreeMap<String, usize> {
    expected.map(|(node, count)| (node.to_owned(), count)).into()
}

#[test]
fn two_nodes_send_each_mail_once_and_share_the_work() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let nodes = ["one", "other"].map(|name| Node::new(&database, name, port));
    queue(&nodes[0].store, 120, database.clock.now());
    let start = Barrier::new(nodes.len());
    std::thread::scope(|scope| {
        for node in &nodes {
            scope.spawn(|| {
                start.wait();
                node.deliver(&database.clock);
            });
        }
    });
    let sent = sent(&mailbox);
    assert_eq!(sent.values().sum::<usize>(), 120, "{sent:?}");
    assert_eq!(sent.len(), nodes.len(), "{sent:?}");
    let once = "select count(*) from outbox where was_sent = 1 and tries = 1 and sealed is null";
    assert_eq!(database.query(once), ["120"]);
}

#[tokio::test]
async fn another_node_sends_the_mails_of_a_dead_one_when_its_lease_has_ended() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let silent_port = free_port();
    Mailbox::open_with_failures(silent_port, &[ServerFailure::NeverResponds]);
    let dying = Node::new(&database, "dying", silent_port);
    let other = Node::new(&database, "other", port);
    let clock = &database.clock;
    queue(&dying.store, 3, clock.now());
    let has_claimed = async {
        let unclaimed = "select count(*) from outbox where next_try_at = 0";
        while database.query(unclaimed) != ["0"] {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = dying.deliver_while(clock, || true) => panic!("the server has responded"),
        () = has_claimed => {}
    }
    // The dropped delivery records nothing more. No node has claimed the two mails that come now.
    queue_to(&other.store, "newcomer", 2, clock.now());
    other.deliver(clock);
    assert_eq!(sent(&mailbox), counts([("other", 2)]));
    clock.advance_seconds(LEASE_SECONDS - 1);
    other.deliver(clock);
    assert_eq!(sent(&mailbox), counts([("other", 2)]));
    clock.advance_seconds(1);
    other.deliver(clock);
    assert_eq!(sent(&mailbox), counts([("other", 5)]));
}

/// A clock at whose second reading something happens, as if the process had been stopped meanwhile.
struct StoppingClock<'test> {
    clock: &'test ManualClock,
    readings: AtomicUsize,
    meanwhile: Mutex<&'test mut (dyn FnMut() + Send)>,
}

impl Clock for StoppingClock<'_> {
    fn now(&self) -> Time {
        if self.readings.fetch_add(1, Ordering::Relaxed) == 1 {
            (self.meanwhile.lock())();
        }
        self.clock.now()
    }
}

#[test]
fn a_node_whose_lease_has_ended_does_not_send() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let [stopped, other] = ["stopped", "other"].map(|name| Node::new(&database, name, port));
    queue(&stopped.store, 3, database.clock.now());
    let mut meanwhile = || {
        // The node has claimed the mails, and is about to send the first one.
        other.deliver(&database.clock);
        assert_eq!(sent(&mailbox), counts([]));
        database.clock.advance_seconds(LEASE_SECONDS);
        other.deliver(&database.clock);
    };
    stopped.deliver(&StoppingClock {
        clock: &database.clock,
        readings: AtomicUsize::new(0),
        meanwhile: Mutex::new(&mut meanwhile),
    });
    assert_eq!(sent(&mailbox), counts([("other", 3)]));
}

#[test]
fn a_node_does_not_begin_what_could_end_after_its_lease() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let slow = Node::new(&database, "slow", port);
    queue(&slow.store, 3, database.clock.now());
    let lease_ends = "select count(distinct next_try_at) from outbox where next_try_at > 0";
    // Mails are given back, and claimed again with a new lease.
    let mut meanwhile = || {
        assert_eq!(database.query(lease_ends), ["1"]);
        assert_eq!(sent(&mailbox), counts([]));
        database.clock.advance_seconds(LEASE_SECONDS - 29);
    };
    slow.deliver(&StoppingClock {
        clock: &database.clock,
        readings: AtomicUsize::new(0),
        meanwhile: Mutex::new(&mut meanwhile),
    });
    assert_eq!(sent(&mailbox), counts([("slow", 3)]));
    let lease_end = Time::parse("2026-03-01T12:00:00Z")
        .unwrap()
        .plus_milliseconds((2 * LEASE_SECONDS - 29) * 1_000);
    let second_lease = format!(
        "select count(*) from outbox where next_try_at = {}",
        lease_end.milliseconds()
    );
    assert_eq!(database.query(&second_lease), ["3"]);
}

#[tokio::test]
async fn a_node_that_stops_gives_back_what_it_has_not_sent() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let [stopping, other] = ["stopping", "other"].map(|name| Node::new(&database, name, port));
    queue(&stopping.store, 4, database.clock.now());
    let is_first_unsent = || mailbox.mails().is_empty();
    stopping.deliver_while(&database.clock, is_first_unsent).await;
    assert_eq!(sent(&mailbox), counts([("stopping", 1)]));
    other.deliver(&database.clock);
    assert_eq!(sent(&mailbox), counts([("other", 3), ("stopping", 1)]));
}

#[test]
fn any_node_retries_a_mail_after_the_delay() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open_with_failures(
        port,
        &[ServerFailure::RejectsConnection, ServerFailure::FailsTemporarily],
    );
    let [one, other] = ["one", "other"].map(|name| Node::new(&database, name, port));
    let clock = &database.clock;
    queue(&one.store, 1, clock.now());
    one.deliver(clock);
    clock.advance_seconds(RETRY_SECONDS - 1);
    other.deliver(clock);
    assert_eq!(database.query("select tries from outbox"), ["1"]);
    clock.advance_seconds(1);
    other.deliver(clock);
    assert_eq!(database.query("select tries from outbox"), ["2"]);
    clock.advance_seconds(2 * RETRY_SECONDS);
    one.deliver(clock);
    assert_eq!(sent(&mailbox), counts([("one", 1)]));
    assert_eq!(database.query("select tries from outbox"), ["3"]);
}

/// Makes the server end the transactions that record a mail as sent, as one that stops does: as many as this.
fn fail_to_record(database: &SharedDatabase, times: u32) {
    // A sequence also counts what is rolled back.
    database.query(&format!(
        "create sequence records;
         create function refuse_record() returns trigger language plpgsql as $$ begin
             if nextval('records') <= {times} then
                 raise exception 'the server stops' using errcode = 'admin_shutdown';
             end if;
             return new;
         end $$;
         create trigger refuse_record before update on outbox for each row when (new.was_sent = 1)
             execute function refuse_record()"
    ));
}

#[test]
fn a_mail_that_cannot_be_recorded_at_once_is_sent_only_once() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let [one, other] = ["one", "other"].map(|name| Node::new(&database, name, port));
    queue(&one.store, 2, database.clock.now());
    fail_to_record(&database, 3);
    one.deliver(&database.clock);
    assert_eq!(sent(&mailbox), counts([("one", 2)]));
    let recorded = "select count(*) from outbox where was_sent = 1 and tries = 1 and sealed is null";
    assert_eq!(database.query(recorded), ["2"]);
    database.clock.advance_seconds(LEASE_SECONDS);
    other.deliver(&database.clock);
    assert_eq!(sent(&mailbox), counts([("one", 2)]));
}

/// A clock that each reading advances.
struct PassingClock<'test> {
    clock: &'test ManualClock,
    seconds: i64,
}

impl Clock for PassingClock<'_> {
    fn now(&self) -> Time {
        let now = self.clock.now();
        self.clock.advance_seconds(self.seconds);
        now
    }
}

#[test]
fn a_node_gives_up_to_record_a_mail_when_its_lease_ends() {
    let Some(database) = SharedDatabase::new() else {
        return;
    };
    let port = free_port();
    let mailbox = Mailbox::open(port);
    let one = Node::new(&database, "one", port);
    queue(&one.store, 1, database.clock.now());
    fail_to_record(&database, 1_000);
    let clock = PassingClock {
        clock: &database.clock,
        seconds: LEASE_SECONDS / 4,
    };
    let error = one.try_to_deliver(&clock).unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(_)), "{error:?}");
    assert_eq!(sent(&mailbox), counts([("one", 1)]));
    let tried: u32 = database.query("select last_value from records")[0]
        .parse()
        .unwrap();
    assert!((2..=3).contains(&tried), "{tried}");
}
