mod activity_plans;
mod analytics_plans;
mod backup;
mod collection_plans;
mod commits;
mod export_plans;
mod folded_texts;
mod import_plans;
mod import_report_plans;
mod notice_plans;
mod plans;
mod rankings;
mod redirect_plans;
mod rendered;
mod search;
mod search_plans;
mod slugs;
mod static_page_plans;

use std::path::{Path, PathBuf};
use std::sync::mpsc;

use tempfile::TempDir;

use super::engine::params;
use super::engine::sqlite::open;
use super::{Store, StoreError, StoreOptions, Tx};

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

fn insert(tx: &mut Tx<'_>, category: &str) -> Result<(), StoreError> {
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
fn another_connection_reads_an_acknowledged_write() {
    let fixture = Fixture::new();
    fixture.store.write_blocking(|tx| insert(tx, "a")).unwrap();
    let other = open::readable(&fixture.path).unwrap();
    let count: i64 = other
        .query_row("select count(*) from category_totals", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, 1);
}

#[test]
fn a_failed_write_does_not_affect_others_of_its_batch() {
    let fixture = Fixture::new();
    let results = runtime().block_on(async {
        // The first write blocks the writer until the others are queued, so that they share a batch.
        let (release, released) = mpsc::channel::<()>();
        let store = &fixture.store;
        let first = store.write(move |tx| {
            released.recv().unwrap();
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
    let [first, good, bad, last] = results;
    assert!(first.is_ok() && good.is_ok() && last.is_ok());
    assert!(matches!(bad, Err(StoreError::Conflict(column)) if column == "category_totals.category"));
    assert_eq!(fixture.categories(), ["first", "good", "last"]);
}

#[test]
fn queued_writes_share_a_commit() {
    let fixture = Fixture::new();
    let pages = runtime().block_on(async {
        let (release, released) = mpsc::channel::<()>();
        let store = fixture.store.clone();
        let first = tokio::spawn({
            let store = store.clone();
            async move {
                store
                    .write(move |tx| {
                        released.recv().unwrap();
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
                    // All writes of one transaction share a change counter.
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
        log_pages(&fixture.path)
    });
    // Sixty separate commits would have written the same page sixty times.
    assert!(pages < 60, "{pages} pages in the log");
    assert_eq!(fixture.categories().len(), 61);
}

/// The number of pages in the write-ahead log, without those of the schema. Every commit adds at least one.
fn log_pages(database: &Path) -> u64 {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    let (header, frame) = (32, 24 + 4_096);
    let frames = (std::fs::metadata(log).unwrap().len() - header) / frame;
    let connection = open::readable(database).unwrap();
    let schema_pages: u64 = connection
        .query_row("pragma page_count", [], |row| row.get(0))
        .unwrap();
    frames.saturating_sub(schema_pages)
}

#[test]
fn the_writer_survives_a_panic() {
    let fixture = Fixture::new();
    let result: Result<(), StoreError> = fixture.store.write_blocking(|tx| {
        insert(tx, "lost")?;
        panic!("on purpose")
    });
    assert!(matches!(result, Err(StoreError::WorkPanicked)));
    fixture.store.write_blocking(|tx| insert(tx, "kept")).unwrap();
    assert_eq!(fixture.categories(), ["kept"]);
}

#[test]
fn the_reader_threads_survive_panics() {
    let fixture = Fixture::new();
    for _ in 0..5 {
        let result: Result<(), StoreError> = fixture.store.read_blocking(|_| panic!("on purpose"));
        assert!(matches!(result, Err(StoreError::WorkPanicked)));
    }
    assert!(fixture.categories().is_empty());
}

#[test]
fn reads_do_not_wait_for_a_write() {
    let fixture = Fixture::new();
    let (start, started) = mpsc::channel::<()>();
    let (release, released) = mpsc::channel::<()>();
    let store = fixture.store.clone();
    let writer = std::thread::spawn(move || {
        store.write_blocking(move |tx| {
            insert(tx, "slow")?;
            start.send(()).unwrap();
            released.recv().unwrap();
            Ok::<_, StoreError>(())
        })
    });
    started.recv().unwrap();
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
        let count = |tx: &Tx<'_>| {
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
fn a_reader_connection_rejects_writes() {
    let fixture = Fixture::new();
    let connection = open::readable(&fixture.path).unwrap();
    assert!(connection.execute("delete from category_totals", []).is_err());
}

#[test]
fn commits_a_write_whose_caller_no_longer_waits() {
    let fixture = Fixture::new();
    runtime().block_on(async {
        let (start, started) = tokio::sync::oneshot::channel::<()>();
        let (release, released) = mpsc::channel::<()>();
        let store = fixture.store.clone();
        let blocker = tokio::spawn(async move {
            store
                .write(move |_| {
                    start.send(()).unwrap();
                    released.recv().unwrap();
                    Ok::<_, StoreError>(())
                })
                .await
        });
        started.await.unwrap();
        let store = fixture.store.clone();
        let mut abandoned = Box::pin(async move { store.write(|tx| insert(tx, "abandoned")).await });
        // The first poll queues the write; then its caller stops waiting.
        let polled = poll_once(abandoned.as_mut()).await;
        assert!(polled.is_none());
        drop(abandoned);
        release.send(()).unwrap();
        blocker.await.unwrap().unwrap();
        fixture.store.write(|tx| insert(tx, "next")).await.unwrap();
    });
    assert_eq!(fixture.categories(), ["abandoned", "next"]);
}

async fn poll_once<F: Future>(mut future: std::pin::Pin<&mut F>) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        std::task::Poll::Ready(match future.as_mut().poll(context) {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}

#[test]
fn a_write_persists_after_the_store_closes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    let store = Store::open(&options(&path)).unwrap();
    store.write_blocking(|tx| insert(tx, "a")).unwrap();
    drop(store);
    let reopened = Store::open(&options(&path)).unwrap();
    let count = reopened.read_blocking(|tx| {
        tx.query_one("select count(*) from category_totals", params![], |row| {
            row.get::<i64>(0)
        })
    });
    assert_eq!(count.unwrap(), Some(1));
}

#[test]
fn every_connection_applies_the_pragmas() {
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
fn rejects_a_row_without_its_parent() {
    let fixture = Fixture::new();
    let result: Result<usize, StoreError> = fixture.store.write_blocking(|tx| {
        tx.execute(
            "insert into post_contents (post_seq, html) values (99, '')",
            params![],
        )
    });
    assert!(matches!(result, Err(StoreError::Engine(_))));
    assert_eq!(fixture.store.integrity_errors().unwrap(), Vec::<String>::new());
}

#[test]
fn does_not_change_a_database_of_a_newer_version() {
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
    let error = Store::open(&options(&path)).err().unwrap();
    assert!(
        matches!(error, StoreError::NewerSchema { found: 900, .. }),
        "{error}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn does_not_change_a_file_that_is_not_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.db");
    let text = "This is a text file, not a database. ".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let error = Store::open(&options(&path)).err().unwrap();
    assert!(matches!(error, StoreError::NotADatabase(_)), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn reports_the_path_of_a_missing_folder() {
    let error = Store::open(&options(Path::new("/nowhere/at/all/blog.db")))
        .err()
        .unwrap();
    assert!(error.to_string().contains("/nowhere/at/all/blog.db"), "{error}");
}
