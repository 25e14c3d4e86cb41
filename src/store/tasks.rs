//! Work that one of several nodes does.

use super::engine::{StoreError, params};
use crate::domain::Time;
use crate::store::Tx;

/// Claims a task that is done once in an interval of so many milliseconds. Returns whether it is due: then it is due
/// again after the interval. Beyond twice the interval, the stored time is that of a clock that was wrong.
pub fn claim(tx: &mut Tx<'_>, name: &str, now: Time, interval: i64) -> Result<bool, StoreError> {
    let claimed = tx.execute(
        "insert into tasks (name, next_at) values (?1, ?2)
         on conflict (name) do update set next_at = excluded.next_at
         where tasks.next_at <= ?3 or tasks.next_at > ?4",
        params![
            name,
            now.plus_milliseconds(interval),
            now,
            now.plus_milliseconds(interval.saturating_mul(2))
        ],
    )?;
    Ok(claimed > 0)
}

/// Postpones a task that takes longer than the interval for which it was claimed.
pub fn postpone(tx: &mut Tx<'_>, name: &str, next_at: Time) -> Result<(), StoreError> {
    tx.execute(
        "update tasks set next_at = ?2 where name = ?1",
        params![name, next_at],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, StoreOptions};

    const INTERVAL: i64 = 600_000;

    struct Fixture {
        store: Store,
        _folder: tempfile::TempDir,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            Self {
                store: Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap(),
                _folder: folder,
            }
        }

        fn claims(&self, name: &'static str, at: i64) -> bool {
            let now = Time::from_milliseconds(at);
            let claimed = self
                .store
                .write_blocking(move |tx| claim(tx, name, now, INTERVAL));
            claimed.unwrap()
        }
    }

    #[test]
    fn claims_each_task_once_in_an_interval() {
        let fixture = Fixture::new();
        assert!(fixture.claims("one", 0));
        assert!(!fixture.claims("one", 0));
        assert!(fixture.claims("other", 0));
        assert!(!fixture.claims("one", INTERVAL - 1));
        assert!(fixture.claims("one", INTERVAL));
        assert!(!fixture.claims("one", 2 * INTERVAL - 1));
    }

    #[test]
    fn claims_nothing_more_with_a_clock_that_is_behind() {
        let fixture = Fixture::new();
        assert!(fixture.claims("one", INTERVAL));
        assert!(!fixture.claims("one", 0));
    }

    #[test]
    fn claims_a_task_that_a_wrong_clock_has_claimed_for_years() {
        let fixture = Fixture::new();
        assert!(fixture.claims("one", 1_000_000 * INTERVAL));
        assert!(fixture.claims("one", 0));
        assert!(!fixture.claims("one", 0));
    }

    #[test]
    fn does_not_claim_a_task_that_is_postponed() {
        let fixture = Fixture::new();
        assert!(fixture.claims("one", 0));
        let postponed = fixture
            .store
            .write_blocking(|tx| postpone(tx, "one", Time::from_milliseconds(INTERVAL + 5)));
        postponed.unwrap();
        assert!(!fixture.claims("one", INTERVAL));
        assert!(fixture.claims("one", INTERVAL + 5));
    }
}
