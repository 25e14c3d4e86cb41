//! The rankings that readers share follow what is written.

use rusqlite::Connection;

use super::super::{Shown, Store, StoreError, Tx, params, rankings};
use super::{Fixture, options, runtime};
use crate::domain::post::Order;

impl Fixture {
    /// Three published posts, liked in the order of their numbers.
    fn of_three_posts() -> Self {
        let fixture = Self::new();
        fixture.write(
            "insert into posts (seq, id, slug, title, excerpt, read_minutes, category, status, like_count,
                                created_at, updated_at)
             values (1, '1', '1', 'A post', '', 1, 'Other', 'published', 1, 1, 1),
                    (2, '2', '2', 'A post', '', 1, 'Other', 'published', 2, 1, 1),
                    (3, '3', '3', 'A post', '', 1, 'Cybersecurity', 'published', 3, 1, 1)",
        );
        assert_eq!(fixture.most_liked(), [3, 2, 1]);
        fixture
    }

    fn write(&self, sql: &'static str) {
        self.store
            .write_blocking(move |tx| tx.execute(sql, params![]))
            .unwrap();
    }

    fn elsewhere(&self, sql: &str) {
        Connection::open(&self.path).unwrap().execute_batch(sql).unwrap();
    }

    fn catch_up(&self) {
        runtime().block_on(self.store.catch_up()).unwrap();
    }

    fn most_liked(&self) -> Vec<i64> {
        self.store.read_blocking(most_liked).unwrap()
    }
}

fn most_liked(tx: &Tx<'_>) -> Result<Vec<i64>, StoreError> {
    rankings::read(tx, |rankings| rankings.page(None, Order::MostLiked, 0, 10))
}

#[test]
fn whatever_statement_changes_a_post_moves_it() {
    let fixture = Fixture::of_three_posts();
    for (sql, expected) in [
        ("update posts set like_count = 9 where seq = 1", &[1, 3, 2][..]),
        (
            "update posts set like_count = 10 - seq where like_count < 9",
            &[1, 2, 3],
        ),
        ("update posts set status = 'draft' where seq = 2", &[1, 3]),
        ("update posts set status = 'published' where seq = 2", &[1, 2, 3]),
        (
            "update posts set category = 'Other', like_count = 99 where seq = 3",
            &[3, 1, 2],
        ),
        ("delete from posts where seq = 1", &[3, 2]),
        ("delete from posts", &[]),
    ] {
        fixture.write(sql);
        assert_eq!(fixture.most_liked(), expected, "{sql}");
    }
}

#[test]
fn what_was_undone_moves_nothing() {
    let fixture = Fixture::of_three_posts();
    let refused: Result<(), StoreError> = fixture.store.write_blocking(|tx| {
        tx.execute("update posts set like_count = 9 where seq = 1", params![])?;
        assert_eq!(most_liked(tx)?, [1, 3, 2], "a write sees what it has done itself");
        Err(StoreError::Full)
    });
    assert!(refused.is_err());
    assert_eq!(fixture.most_liked(), [3, 2, 1]);
}

#[test]
fn what_another_process_wrote_is_known_after_catching_up() {
    let fixture = Fixture::of_three_posts();
    fixture.catch_up();
    fixture.elsewhere("update posts set like_count = 9 where seq = 1; delete from posts where seq = 2");
    fixture.catch_up();
    assert_eq!(fixture.most_liked(), [1, 3]);
}

#[test]
fn a_store_that_is_opened_knows_the_posts_that_are_there() {
    let Fixture { store, path, _folder } = Fixture::of_three_posts();
    drop(store);
    let opened = Store::open(&options(&path)).unwrap();
    assert_eq!(opened.read_blocking(most_liked).unwrap(), [3, 2, 1]);
}

#[test]
fn a_change_that_could_not_be_read_is_caught_up_with() {
    let fixture = Fixture::of_three_posts();
    fixture.catch_up();
    fixture.write("alter table posts rename column view_unique to hidden");
    fixture.write("update posts set like_count = 9 where seq = 1");
    fixture.write("alter table posts rename column hidden to view_unique");
    assert_eq!(fixture.most_liked(), [3, 2, 1]);
    let wrong = fixture.store.moment();
    fixture.catch_up();
    assert_eq!(fixture.most_liked(), [1, 3, 2]);
    assert!(!fixture.store.is_current(wrong, &Shown::posts([])));
}
