//! The site is killed while readers write.

use blog_app::domain::{Entropy as _, SystemEntropy};

use super::load::Load;
use super::world::{World, assert_whole};

/// Kills when the environment does not say how many.
const KILLS: usize = 3;

#[test]
fn what_was_acknowledged_outlives_kills() {
    let kills = std::env::var("KILLS").map_or(KILLS, |count| count.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let world = World::new(&folder.path().join("data"));
    let load = Load::new(&world);
    let mut acknowledged = Vec::new();
    for kill in 1..=kills {
        let count = some_number();
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
    assert_whole(world.data(), &acknowledged);
}

/// From 1 to 256.
fn some_number() -> usize {
    let mut byte = [0];
    SystemEntropy.fill(&mut byte);
    usize::from(byte[0]) + 1
}
