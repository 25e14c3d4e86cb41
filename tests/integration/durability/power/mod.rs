//! The power goes at any moment of a recorded run.
//!
//! What was synced is there afterwards; of anything else, an arbitrary part. The store opens what is left
//! as it always does, and must have every write that it had acknowledged.

mod disk;
mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use blog_app_recorded_disk::Event;

use super::world::{faults, lost};
use disk::{Disk, Syncs};
use run::Run;

/// Moments at which the power goes, when the environment does not say how many.
const CUTS: usize = 240;
/// Those of the control, which is to find a loss and not all of them.
const CONTROL_CUTS: usize = 24;
/// Databases that are looked at in parallel: it is mostly waiting for their own syncs.
const THREADS: usize = 4;

static RUN: LazyLock<Run> = LazyLock::new(Run::record);

/// What the power losses came to.
#[derive(Debug, Default)]
struct Found {
    acknowledged: usize,
    /// Acknowledged writes that were gone, over all cuts.
    lost: usize,
    /// A line for each cut after which something was wrong.
    faults: Vec<String>,
}

#[test]
fn what_was_acknowledged_outlives_the_loss_of_power() {
    let cuts = std::env::var("CUTS").map_or(CUTS, |count| count.parse().unwrap());
    let found = lose_power(&RUN.cuts(cuts), Syncs::Honoured);
    println!(
        "power lost at {cuts} moments of {} events, {} of them in checkpoints, {} new beginnings of the log: \
         {} writes acknowledged, {} lost",
        RUN.events.len(),
        RUN.checkpoints.len(),
        RUN.restarts.len(),
        found.acknowledged,
        found.lost
    );
    assert_eq!(found.faults, Vec::<String>::new());
    assert_eq!(found.lost, 0);
}

#[test]
fn the_recorded_run_has_batches_checkpoints_and_new_beginnings_of_the_log() {
    for writes in &RUN.writes {
        assert!(writes.batches < writes.committed, "{writes:?}");
    }
    assert!(RUN.checkpoints.len() > 100, "{}", RUN.checkpoints.len());
    assert!(!RUN.restarts.is_empty());
    assert!(RUN.cuts(CUTS).len() >= CUTS);
}

#[test]
fn a_disk_that_ignores_syncs_is_noticed() {
    let found = lose_power(&RUN.cuts(CONTROL_CUTS), Syncs::Ignored);
    println!(
        "without syncs: {} writes lost, {} cuts with faults",
        found.lost,
        found.faults.len()
    );
    assert!(found.lost > 0);
    assert!(!found.faults.is_empty());
}

fn lose_power(cuts: &[usize], syncs: Syncs) -> Found {
    let share = cuts.len().div_ceil(THREADS);
    thread::scope(|scope| {
        let parts: Vec<_> = cuts
            .chunks(share)
            .map(|cuts| scope.spawn(move || lose_power_in_turn(cuts, syncs)))
            .collect();
        let mut all = Found::default();
        for part in parts {
            let found = part.join().unwrap();
            all.acknowledged = all.acknowledged.max(found.acknowledged);
            all.lost += found.lost;
            all.faults.extend(found.faults);
        }
        all
    })
}

fn lose_power_in_turn(cuts: &[usize], syncs: Syncs) -> Found {
    let mut found = Found::default();
    let mut disk = Disk::new(syncs);
    let mut acknowledged = Vec::new();
    let mut events = RUN.events.iter().enumerate().peekable();
    for cut in cuts {
        while let Some((_, event)) = events.next_if(|(index, _)| index < cut) {
            disk.follow(event);
            if let Event::Noted(line) = event {
                acknowledged.push(line.clone());
            }
        }
        let left = disk.after_power_loss(*cut as u64);
        found.look_at(*cut, &left, &acknowledged);
    }
    found.acknowledged = acknowledged.len();
    found
}

impl Found {
    /// Opens what a power loss has left, and looks for what is missing.
    fn look_at(&mut self, cut: usize, left: &BTreeMap<&str, Vec<u8>>, acknowledged: &[String]) {
        let folder = tempfile::tempdir().unwrap();
        for (name, contents) in left {
            fs::write(folder.path().join(name), contents).unwrap();
        }
        match faults(folder.path()) {
            Ok(faults) if faults.is_empty() => self.look_for(cut, folder.path(), acknowledged),
            faults => {
                self.lost += acknowledged.len();
                self.faults.push(format!("after {cut} events: {faults:?}"));
            }
        }
    }

    fn look_for(&mut self, cut: usize, data: &Path, acknowledged: &[String]) {
        let lost = lost(data, acknowledged);
        self.lost += lost.len();
        if let Some(first) = lost.first() {
            self.faults
                .push(format!("after {cut} events {} are lost: {first}", lost.len()));
        }
    }
}
