mod backup;
mod rankings;
mod search;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::tx::params;
use super::{Store, StoreError, StoreOptions, open};

struct Fixture {
    store: Store,
    path: PathBuf,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("blog.db");
        Self {
            store: Store::open(&options(&path)).unwrap(),
            path,
            _folder: folder,
        }
    }

    fn categories(&self) -> Vec<String> {
        self.store
            .read_blocking(|tx| {
                tx.query_all(
                    "select category from category_totals order by 1",
                    params![],
                    |row| row.get(0),
                )
            })
            .unwrap()
    }
}

fn options(path: &Path) -> StoreOptions {
    StoreOptions::new(path, 2)
}

fn insert(tx: &mut super::Tx<'_>, category: &str) -> Result<(), StoreError> {
    tx.execute(
        "insert into category_totals (category, published) values (?1, 0)",
        params![category],
    )
    .map(|_| ())
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
}

#[test]
fn what_was_acknowledged_is_seen_by_everybody() {
    let fixture = Fixture::new();
    fixture.store.write_blocking(|tx| insert(tx, "a")).unwrap();
    let other = open::readable(&fixture.path).unwrap();
    let count: i64 = other
        .query_row("select count(*) from category_totals", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, 1);
}

#[test]
fn a_failing_write_does_not_touch_its_neighbours_in_the_batch() {
    let fixture = Fixture::new();
    let outcomes = runtime().block_on(async {
        // The first write holds the writer until the others wait behind it, so that they share a batch.
        let (release, held) = mpsc::channel::<()>();
        let store = &fixture.store;
        let first = store.write(move |tx| {
            held.recv().unwrap();
            insert(tx, "first")
        });
        let good = store.write(|tx| insert(tx, "good"));
        let bad = store.write(|tx| {
            insert(tx, "half")?;
            insert(tx, "good")
        });
        let last = store.write(|tx| insert(tx, "last"));
        let release = async move { release.send(()).unwrap() };
        let (first, good, bad, last, ()) = tokio::join!(first, good, bad, last, release);
        [first, good, bad, last]
    });
    let [first, good, bad, last] = outcomes;
    assert!(first.is_ok() && good.is_ok() && last.is_ok());
    assert!(matches!(bad, Err(StoreError::Conflict(column)) if column == "category_totals.category"));
    assert_eq!(fixture.categories(), ["first", "good", "last"]);
}

#[test]
fn many_waiting_writes_share_a_commit() {
    let fixture = Fixture::new();
    let commits = runtime().block_on(async {
        let (release, held) = mpsc::channel::<()>();
        let store = fixture.store.clone();
        let first = tokio::spawn({
            let store = store.clone();
            async move {
                store
                    .write(move |tx| {
                        held.recv().unwrap();
                        insert(tx, "first")
                    })
                    .await
            }
        });
        let mut writes = tokio::task::JoinSet::new();
        let (queued, mut all_queued) = tokio::sync::mpsc::unbounded_channel();
        for number in 0..60 {
            let store = store.clone();
            let queued = queued.clone();
            writes.spawn(async move {
                let write = store.write(move |tx| {
                    insert(tx, &number.to_string())?;
                    // Everything of one transaction has the same change counter.
                    tx.query_one("select total_changes()", params![], |row| row.get::<i64>(0))
                });
                queued.send(()).unwrap();
                write.await.unwrap()
            });
        }
        for _ in 0..60 {
            all_queued.recv().await.unwrap();
        }
        release.send(()).unwrap();
        first.await.unwrap().unwrap();
        while writes.join_next().await.is_some() {}
        frames_of_last_commit(&fixture.path)
    });
    // Sixty writes of a commit each would have written sixty times the same page.
    assert!(commits < 60, "{commits} pages in the log");
    assert_eq!(fixture.categories().len(), 61);
}

/// Pages in the write-ahead log: one or more a commit.
fn frames_of_last_commit(database: &Path) -> u64 {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    let (header, frame) = (32, 24 + 4_096);
    let frames = (std::fs::metadata(log).unwrap().len() - header) / frame;
    let connection = open::readable(database).unwrap();
    let of_schema: u64 = connection
        .query_row("pragma page_count", [], |row| row.get(0))
        .unwrap();
    frames.saturating_sub(of_schema)
}

#[test]
fn a_panic_in_a_write_ends_neither_the_writer_nor_its_neighbours() {
    let fixture = Fixture::new();
    let panicked: Result<(), StoreError> = fixture.store.write_blocking(|tx| {
        insert(tx, "lost")?;
        panic!("on purpose")
    });
    assert!(matches!(panicked, Err(StoreError::WorkPanicked)));
    fixture.store.write_blocking(|tx| insert(tx, "kept")).unwrap();
    assert_eq!(fixture.categories(), ["kept"]);
}

#[test]
fn a_panic_in_a_read_ends_no_reader() {
    let fixture = Fixture::new();
    for _ in 0..5 {
        let panicked: Result<(), StoreError> = fixture.store.read_blocking(|_| panic!("on purpose"));
        assert!(matches!(panicked, Err(StoreError::WorkPanicked)));
    }
    assert!(fixture.categories().is_empty());
}

#[test]
fn readers_never_wait_for_the_writer() {
    let fixture = Fixture::new();
    let (began, has_begun) = mpsc::channel::<()>();
    let (release, held) = mpsc::channel::<()>();
    let store = fixture.store.clone();
    let writer = std::thread::spawn(move || {
        store.write_blocking(move |tx| {
            insert(tx, "slow")?;
            began.send(()).unwrap();
            held.recv().unwrap();
            Ok::<_, StoreError>(())
        })
    });
    has_begun.recv().unwrap();
    assert!(fixture.categories().is_empty());
    release.send(()).unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(fixture.categories(), ["slow"]);
}

#[test]
fn a_read_sees_one_snapshot() {
    let fixture = Fixture::new();
    let store = fixture.store.clone();
    let counts = fixture.store.read_blocking(move |tx| {
        let count = |tx: &super::Tx<'_>| {
            tx.query_one("select count(*) from category_totals", params![], |row| {
                row.get::<i64>(0)
            })
        };
        let before = count(tx)?;
        store.write_blocking(|tx| insert(tx, "meanwhile"))?;
        Ok::<_, StoreError>((before, count(tx)?))
    });
    assert_eq!(counts.unwrap(), (Some(0), Some(0)));
}

#[test]
fn a_read_cannot_write() {
    let fixture = Fixture::new();
    let connection = open::readable(&fixture.path).unwrap();
    assert!(connection.execute("delete from category_totals", []).is_err());
}

#[test]
fn a_write_whose_caller_went_away_is_still_written() {
    let fixture = Fixture::new();
    runtime().block_on(async {
        let (began, has_begun) = tokio::sync::oneshot::channel::<()>();
        let (release, held) = mpsc::channel::<()>();
        let store = fixture.store.clone();
        let blocker = tokio::spawn(async move {
            store
                .write(move |_| {
                    began.send(()).unwrap();
                    held.recv().unwrap();
                    Ok::<_, StoreError>(())
                })
                .await
        });
        has_begun.await.unwrap();
        let store = fixture.store.clone();
        let mut forgotten = Box::pin(async move { store.write(|tx| insert(tx, "forgotten")).await });
        // Polled once it is in the queue; then its caller loses interest.
        let polled = futures_poll_once(forgotten.as_mut()).await;
        assert!(polled.is_none());
        drop(forgotten);
        release.send(()).unwrap();
        blocker.await.unwrap().unwrap();
        fixture.store.write(|tx| insert(tx, "next")).await.unwrap();
    });
    assert_eq!(fixture.categories(), ["forgotten", "next"]);
}

async fn futures_poll_once<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        std::task::Poll::Ready(match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[test]
fn closing_waits_for_what_is_queued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    let store = Store::open(&options(&path)).unwrap();
    store.write_blocking(|tx| insert(tx, "a")).unwrap();
    drop(store);
    let again = Store::open(&options(&path)).unwrap();
    let count = again.read_blocking(|tx| {
        tx.query_one("select count(*) from category_totals", params![], |row| {
            row.get::<i64>(0)
        })
    });
    assert_eq!(count.unwrap(), Some(1));
}

#[test]
fn every_connection_has_the_settings() {
    let fixture = Fixture::new();
    for connection in [
        open::writable(&fixture.path).unwrap(),
        open::readable(&fixture.path).unwrap(),
    ] {
        let get = |name: &str| -> String {
            connection
                .query_row(
                    &format!("select cast({name} as text) from pragma_{name}"),
                    [],
                    |row| row.get(0),
                )
                .unwrap()
        };
        assert_eq!(get("foreign_keys"), "1");
        assert_eq!(get("synchronous"), "2");
        assert_eq!(get("journal_mode"), "wal");
    }
}

#[test]
fn references_must_lead_somewhere() {
    let fixture = Fixture::new();
    let orphan: Result<usize, StoreError> = fixture.store.write_blocking(|tx| {
        tx.execute(
            "insert into post_contents (post_seq, html) values (99, '')",
            params![],
        )
    });
    assert!(matches!(orphan, Err(StoreError::Engine(_))));
    assert_eq!(fixture.store.damage().unwrap(), Vec::<String>::new());
}

#[test]
fn commits_leave_a_pause_to_each_other_when_they_are_told_to() {
    const PAUSE: Duration = Duration::from_millis(300);
    let fixture = Fixture::new();
    let write = || {
        fixture
            .store
            .write_blocking(|tx| tx.execute("delete from posts", params![]))
    };
    fixture.store.pause_between_commits(PAUSE);
    write().unwrap();
    for _ in 0..2 {
        let committed = Instant::now();
        write().unwrap();
        // The moment of the commit is a little before its answer.
        assert!(committed.elapsed() > PAUSE / 2, "{:?}", committed.elapsed());
    }
}

#[test]
fn a_database_of_a_newer_version_is_left_as_it_is() {
    let fixture = Fixture::new();
    let path = fixture.path.clone();
    fixture
        .store
        .write_blocking(|tx| {
            tx.execute(
                "insert into refinery_schema_history (version, name, applied_on, checksum)
                 values (900, 'future', '2030-01-01T00:00:00Z', '0')",
                params![],
            )
        })
        .unwrap();
    let Fixture { store, _folder, .. } = fixture;
    drop(store);
    let before = std::fs::read(&path).unwrap();
    let refused = Store::open(&options(&path)).err().unwrap();
    assert!(
        matches!(refused, StoreError::NewerSchema { found: 900, .. }),
        "{refused}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn what_is_no_database_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    let text = "This is a letter, not a database. ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let refused = Store::open(&options(&path)).err().unwrap();
    assert!(matches!(refused, StoreError::NotADatabase(_)), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let refused = Store::open(&options(Path::new("/nowhere/at/all/blog.db")))
        .err()
        .unwrap();
    assert!(
        refused.to_string().contains("/nowhere/at/all/blog.db"),
        "{refused}"
    );
}
