//! Backups during writes.

use super::load::Load;
use super::test_data::{World, assert_intact};
use crate::support::program::{expect_success, run};

#[test]
fn restores_a_backup_that_was_taken_during_writes() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let copy = folder.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    let load = Load::new(&world);
    let site = world.start();
    let mut before = Vec::new();
    let acknowledged = load.during(&site.address, |acknowledged| {
        acknowledged.wait_for(300);
        before.clone_from(&acknowledged.lines);
        expect_success(&run(world.data(), &["backup", copy]));
        acknowledged.wait_for(1_000);
    });
    assert_eq!(site.stop(), Some(0));
    assert_intact(world.data(), &acknowledged);

    let restored = folder.path().join("restored");
    expect_success(&run(&restored, &["restore", copy]));
    assert_intact(&restored, &before);
}
