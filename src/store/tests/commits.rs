//! Derived memory follows the commits of this process and of others.

use super::super::commits::{Change, record_dependencies};
use super::super::{Dependencies, Generation, Store, StoreError, Tx, posts, sessions, users};
use super::{Fixture, options, runtime};
use crate::domain::post::Order;
use crate::domain::{Account, Paging, SystemEntropy, Time, TokenId, UserId};

/// Two stores on one file, like a command beside the running site.
struct TwoStores {
    fixture: Fixture,
    other: Store,
}

impl TwoStores {
    fn new() -> Self {
        let fixture = Fixture::new();
        let other = Store::open(&options(&fixture.path)).unwrap();
        fixture.add_three_posts();
        Self { fixture, other }
    }

    fn catch_up(&self) {
        runtime().block_on(self.other.catch_up()).unwrap();
    }

    /// Whether the other store still considers an earlier read current.
    fn is_current(&self, read: &(Generation, Dependencies)) -> bool {
        self.other.is_current(read.0, &read.1)
    }
}

fn read_most_liked(store: &Store) -> (Vec<i64>, (Generation, Dependencies)) {
    let generation = store.generation();
    let (seqs, dependencies) = runtime().block_on(record_dependencies(store.read(|tx| {
        let page = posts::list(
            tx,
            &posts::Filter::default(),
            Some(Order::MostLiked),
            Paging::first(9),
        )?;
        Ok::<_, StoreError>(page.items.iter().map(|post| post.seq).collect())
    })));
    (seqs.unwrap(), (generation, dependencies))
}

#[test]
fn another_store_follows_a_commit_when_it_catches_up() {
    let stores = TwoStores::new();
    stores.catch_up();
    let (before, read) = read_most_liked(&stores.other);
    assert_eq!(before, [3, 2, 1]);

    stores
        .fixture
        .write("update posts set like_count = 9 where seq = 1", &[1]);
    stores.catch_up();
    assert!(!stores.is_current(&read));
    assert_eq!(read_most_liked(&stores.other).0, [1, 3, 2]);
}

#[test]
fn catching_up_without_commits_invalidates_nothing() {
    let stores = TwoStores::new();
    stores.catch_up();
    let (_, read) = read_most_liked(&stores.other);
    stores.catch_up();
    stores.catch_up();
    assert!(stores.is_current(&read));
}

#[test]
fn another_store_increases_its_accounts_version_when_it_catches_up() {
    let stores = TwoStores::new();
    stores.catch_up();
    let version = stores.other.accounts_version();
    stores
        .fixture
        .store
        .write_blocking(|tx| {
            let now = Time::from_milliseconds(1);
            let reader = Account::Reader(UserId::new(now, &SystemEntropy));
            sessions::revoke(tx, reader, TokenId::new(now, &SystemEntropy), now)
        })
        .unwrap();
    assert_eq!(stores.other.accounts_version(), version);
    stores.catch_up();
    assert_ne!(stores.other.accounts_version(), version);
}

#[test]
fn a_failed_write_publishes_no_changes() {
    let fixture = Fixture::with_three_posts();
    let (_, read) = read_most_liked(&fixture.store);
    let result: Result<(), StoreError> = fixture.store.write_blocking(|tx: &mut Tx<'_>| {
        tx.changed(Change::Everything);
        Err(StoreError::DiskFull)
    });
    assert!(result.is_err());
    assert!(fixture.store.is_current(read.0, &read.1));
}

#[test]
fn a_read_depends_on_the_posts_and_rankings_that_it_returns() {
    let fixture = Fixture::with_three_posts();
    let depends_on = |order: Option<Order>, changed: &'static [u8]| {
        let generation = fixture.store.generation();
        let (_, dependencies) =
            runtime().block_on(record_dependencies(fixture.store.read(move |tx| {
                posts::list(tx, &posts::Filter::default(), order, Paging::first(1))
            })));
        fixture.write("update posts set like_count = like_count", changed);
        !fixture.store.is_current(generation, &dependencies)
    };
    // With equal times the last row is the newest: the first page contains only the third post.
    assert!(depends_on(Some(Order::Newest), &[3]));
    assert!(!depends_on(Some(Order::Newest), &[1]));
    assert!(depends_on(Some(Order::MostLiked), &[1]));
    assert!(!depends_on(Some(Order::MostLiked), &[]));
    let ((), nothing) = runtime().block_on(record_dependencies(async {}));
    assert_eq!(nothing, Dependencies::default());
    let (_, users) = runtime().block_on(record_dependencies(
        fixture.store.read(|tx| users::list_public(tx, Paging::first(1))),
    ));
    assert_eq!(users, Dependencies::default(), "people are content of the site");
}
