//! Kills during writes.

use blog_app::domain::{Entropy as _, SystemEntropy};

use super::load::Load;
use super::test_data::{World, assert_intact};

/// The number of kills, unless the variable `KILLS` sets it.
const KILLS: usize = 3;

#[test]
fn keeps_acknowledged_writes_after_kills() {
    let kills = std::env::var("KILLS").map_or(KILLS, |count| count.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let load = Load::new(&world);
    let mut acknowledged = Vec::new();
    for kill in 1..=kills {
        let count = random_count();
        let site = world.start();
        let address = site.address.clone();
        let lines = load.during(&address, |acknowledged| {
            acknowledged.wait_for(count);
            site.kill();
        });
        println!("kill {kill} after {count} writes, {} acknowledged", lines.len());
        acknowledged.extend(lines);
    }
    assert_eq!(world.start().stop(), Some(0));
    assert_intact(world.data(), &acknowledged);
}

/// Returns a random number from 1 to 256.
fn random_count() -> usize {
    let mut byte = [0];
    SystemEntropy.fill(&mut byte);
    usize::from(byte[0]) + 1
}
