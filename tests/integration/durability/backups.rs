//! The database is copied while readers write.

use super::load::Load;
use super::world::{World, assert_whole};
use crate::support::program::{answer, run};

#[test]
fn a_backup_amid_a_thousand_writes_restores_whole() {
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
        answer(&run(world.data(), &["backup", copy]));
        acknowledged.wait_for(1_000);
    });
    assert_eq!(site.stop(), Some(0));
    assert_whole(world.data(), &acknowledged);

    let restored = folder.path().join("restored");
    answer(&run(&restored, &["restore", copy]));
    assert_whole(&restored, &before);
}
