//! Tests of the writer thread.

use std::path::PathBuf;
use std::sync::mpsc as blocking;
use std::thread;

use tempfile::TempDir;

use super::*;
use crate::store::engine::{self, Place, params};

struct NoMemory;

impl Follower for NoMemory {
    fn committed(&self, _transaction: Transaction<'_>, _number: u64, _changes: &[Change]) {}

    fn catch_up(&self, _transaction: Transaction<'_>) -> Result<(), StoreError> {
        Ok(())
    }

    fn keep_track(&self) {}

    fn lose_track(&self) {}

    fn followed(&self) -> u64 {
        0
    }
}

struct Fixture {
    writer: Writer,
    file: PathBuf,
    _held: Box<dyn Send + Sync>,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("blog.db");
        let mut opening = engine::open(&Place::file(&file)).unwrap();
        opening.upgrade(|_| Ok(())).unwrap();
        let follower: Arc<dyn Follower> = Arc::new(NoMemory);
        let opened = opening.finish(&follower).unwrap();
        Self {
            writer: Writer::start(opened.writer, follower).unwrap(),
            file,
            _held: opened.held,
            _folder: folder,
        }
    }

    fn submit(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) -> Submitted<(), StoreError> {
        let work = |transaction: Transaction<'_>| Ok((work(transaction)?, Vec::new()));
        self.writer.submit_blocking(work).unwrap()
    }

    /// Keeps the writer busy until the returned sender is dropped.
    fn occupy(&self) -> blocking::Sender<()> {
        let (release, released) = blocking::channel();
        let (start, started) = blocking::channel();
        self.submit(move |_| {
            start.send(()).unwrap();
            released.recv().unwrap_or_default();
            Ok(())
        });
        started.recv().unwrap();
        release
    }

    fn categories(&self) -> String {
        let connection = engine::sqlite::open::readable(&self.file).unwrap();
        let all = "select coalesce(group_concat(category order by category), '') from category_totals";
        connection.query_row(all, [], |row| row.get(0)).unwrap()
    }
}

fn insert(mut transaction: Transaction<'_>, category: &str) -> Result<(), StoreError> {
    let insert = "insert into category_totals (category, published) values (?1, 0)";
    transaction.execute(insert, params![category]).map(|_| ())
}

#[test]
fn a_write_is_not_done_that_its_caller_gives_up_before_its_turn() {
    let fixture = Fixture::new();
    let release = fixture.occupy();
    let given_up = fixture.submit(|transaction| insert(transaction, "given up"));
    let wanted = fixture.submit(|transaction| insert(transaction, "wanted"));
    assert!(given_up.give_up());
    drop(release);
    wanted.result.blocking_recv().unwrap().unwrap();
    assert!(given_up.result.blocking_recv().is_err());
    assert_eq!(fixture.categories(), "wanted");
}

#[test]
fn a_write_that_runs_cannot_be_given_up() {
    let fixture = Fixture::new();
    let (start, started) = blocking::channel();
    let running = fixture.submit(move |transaction| {
        start.send(()).unwrap();
        insert(transaction, "running")
    });
    started.recv().unwrap();
    assert!(!running.give_up());
    running.result.blocking_recv().unwrap().unwrap();
    assert_eq!(fixture.categories(), "running");
}

#[test]
fn a_commit_takes_no_more_writes_once_it_has_lasted_long() {
    let fixture = Fixture::new();
    let release = fixture.occupy();
    let before = fixture.writer.writes().batches;
    let slow = fixture.submit(|transaction| {
        thread::sleep(BATCH_TIME_MAX);
        insert(transaction, "slow")
    });
    let quick = fixture.submit(|transaction| insert(transaction, "quick"));
    drop(release);
    for written in [slow, quick] {
        written.result.blocking_recv().unwrap().unwrap();
    }
    assert_eq!(fixture.categories(), "quick,slow");
    // The first one was that of the write that kept the writer busy.
    assert_eq!(fixture.writer.writes().batches, before + 3);
}
