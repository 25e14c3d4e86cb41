//! Backups while the site runs.

use std::sync::mpsc;

use super::{Fixture, Store, insert, options, params};

#[test]
fn a_backup_is_complete_during_concurrent_writes() {
    let fixture = Fixture::new();
    for number in 0..50 {
        fixture
            .store
            .write_blocking(move |tx| insert(tx, &format!("before {number}")))
            .unwrap();
    }
    let store = fixture.store.clone();
    let (stop, stopped) = mpsc::channel::<()>();
    let writer = std::thread::spawn(move || {
        let mut number = 0;
        while stopped.try_recv().is_err() {
            store
                .write_blocking(move |tx| insert(tx, &format!("during {number}")))
                .unwrap();
            number += 1;
        }
    });
    let target = fixture.path.with_file_name("copy.db");
    fixture.store.backup(&target, |_, _| {}).unwrap();
    stop.send(()).unwrap();
    writer.join().unwrap();
    assert!(
        fixture.store.backup(&target, |_, _| {}).is_err(),
        "an existing backup is never overwritten"
    );

    let copy = Store::open(&options(&target)).unwrap();
    assert_eq!(copy.integrity_errors().unwrap(), Vec::<String>::new());
    let before = copy.read_blocking(|tx| {
        tx.query_one(
            "select count(*) from category_totals where category like 'before%'",
            params![],
            |row| row.get::<i64>(0),
        )
    });
    assert_eq!(before.unwrap(), Some(50));
}
