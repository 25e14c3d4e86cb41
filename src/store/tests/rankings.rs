//! The shared rankings follow the writes.

use super::super::commits::Change;
use super::super::engine::params;
use super::super::engine::sqlite::open;
use super::super::{Dependencies, Store, StoreError, Tx};
use super::{Fixture, options, runtime};
use crate::domain::PostId;
use crate::domain::post::Order;

impl Fixture {
    /// Creates a store with three published posts, whose likes are their row numbers.
    pub(super) fn with_three_posts() -> Self {
        let fixture = Self::new();
        fixture.add_three_posts();
        fixture
    }

    pub(super) fn add_three_posts(&self) {
        self.write(
            &format!(
                "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, like_count,
                                    created_at, updated_at)
                 values (1, '{}', '1', 'A post', '', 1, 'Other', 'published', 1, 1, 1),
                        (2, '{}', '2', 'A post', '', 1, 'Other', 'published', 2, 1, 1),
                        (3, '{}', '3', 'A post', '', 1, 'Cybersecurity', 'published', 3, 1, 1)",
                post(1),
                post(2),
                post(3)
            ),
            &[1, 2, 3],
        );
        assert_eq!(self.most_liked(), [3, 2, 1]);
    }

    /// Runs a statement that changes the posts of these row numbers.
    pub(super) fn write(&self, sql: &str, posts: &'static [u8]) {
        let sql: &'static str = sql.to_owned().leak();
        let result = self.store.write_blocking(move |tx| {
            for seq in posts {
                tx.changed(Change::PostActivity(post(*seq)));
            }
            tx.execute(sql, params![])
        });
        result.unwrap();
    }

    /// Runs a statement like another process would.
    fn write_elsewhere(&self, sql: &str) {
        let connection = open::writable(&self.path).unwrap();
        connection.execute_batch(sql).unwrap();
    }

    fn catch_up(&self) {
        runtime().block_on(self.store.catch_up()).unwrap();
    }

    fn most_liked(&self) -> Vec<i64> {
        self.store.read_blocking(most_liked).unwrap()
    }
}

fn post(seq: u8) -> PostId {
    PostId::parse(&format!("00000000-0000-7000-8000-{seq:012}")).unwrap()
}

fn most_liked(tx: &Tx<'_>) -> Result<Vec<i64>, StoreError> {
    tx.with_rankings(Order::MostLiked, |rankings| {
        rankings.page(None, Order::MostLiked, 0, 10)
    })
}

#[test]
fn moves_the_posts_that_a_commit_changed() {
    let fixture = Fixture::with_three_posts();
    for (sql, changed, expected) in [
        (
            "update posts set like_count = 9 where seq = 1",
            &[1_u8][..],
            &[1_i64, 3, 2][..],
        ),
        (
            "update posts set like_count = 10 - seq where like_count < 9",
            &[2, 3],
            &[1, 2, 3],
        ),
        ("update posts set status = 'draft' where seq = 2", &[2], &[1, 3]),
        (
            "update posts set status = 'published' where seq = 2",
            &[2],
            &[1, 2, 3],
        ),
        (
            "update posts set category = 'Other', like_count = 99 where seq = 3",
            &[3],
            &[3, 1, 2],
        ),
        ("delete from posts where seq = 1", &[1], &[3, 2]),
        ("delete from posts", &[2, 3], &[]),
    ] {
        fixture.write(sql, changed);
        assert_eq!(fixture.most_liked(), expected, "{sql}");
    }
}

#[test]
fn a_failed_write_does_not_change_the_rankings() {
    let fixture = Fixture::with_three_posts();
    let result: Result<(), StoreError> = fixture.store.write_blocking(|tx| {
        tx.execute("update posts set like_count = 9 where seq = 1", params![])?;
        assert_eq!(most_liked(tx)?, [1, 3, 2], "a write reads its own changes");
        Err(StoreError::DiskFull)
    });
    assert!(result.is_err());
    assert_eq!(fixture.most_liked(), [3, 2, 1]);
}

#[test]
fn catching_up_applies_the_writes_of_another_process() {
    let fixture = Fixture::with_three_posts();
    fixture.catch_up();
    fixture.write_elsewhere("update posts set like_count = 9 where seq = 1; delete from posts where seq = 2");
    fixture.catch_up();
    assert_eq!(fixture.most_liked(), [1, 3]);
}

#[test]
fn opening_a_store_loads_the_rankings() {
    let Fixture { store, path, _folder } = Fixture::with_three_posts();
    drop(store);
    let opened = Store::open(&options(&path)).unwrap();
    assert_eq!(opened.read_blocking(most_liked).unwrap(), [3, 2, 1]);
}

#[test]
fn catching_up_reloads_the_rankings_after_a_failed_read() {
    let fixture = Fixture::with_three_posts();
    fixture.catch_up();
    fixture.write("alter table posts rename column view_unique to hidden", &[]);
    fixture.write("update posts set like_count = 9 where seq = 1", &[1]);
    fixture.write("alter table posts rename column hidden to view_unique", &[]);
    assert_eq!(fixture.most_liked(), [3, 2, 1]);
    let outdated = fixture.store.generation();
    fixture.catch_up();
    assert_eq!(fixture.most_liked(), [1, 3, 2]);
    assert!(!fixture.store.is_current(outdated, &Dependencies::default()));
}
