//! Power loss at any point of a recorded run.
//!
//! Synced data survives, and an arbitrary part of everything else. The store opens the remaining files as it
//! always does, and must contain every write that it had acknowledged.

mod disk;
mod run;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use blog_app_recorded_disk::Event;

use super::test_data::{faults, lost};
use disk::{Disk, Syncs};
use run::Run;

/// The number of power losses, unless the variable `CUTS` sets it.
const CUTS: usize = 240;
/// The number of power losses in the control test, which has to find one loss only.
const CONTROL_CUTS: usize = 24;
/// The number of databases checked in parallel. Each mostly waits for its own syncs.
const THREADS: usize = 4;

static RUN: LazyLock<Run> = LazyLock::new(Run::record);

/// The results of the power losses.
#[derive(Debug, Default)]
struct Results {
    acknowledged: usize,
    /// Acknowledged writes that were lost, in total over all cuts.
    lost: usize,
    /// A line for each cut after which the database had faults or had lost writes.
    faults: Vec<String>,
}

#[test]
fn keeps_acknowledged_writes_after_power_loss() {
    let cuts = std::env::var("CUTS").map_or(CUTS, |count| count.parse().unwrap());
    let results = lose_power(&RUN.cuts(cuts), Syncs::Honoured);
    println!(
        "power lost at {cuts} points of {} events, {} of them in checkpoints, {} restarts of the log: \
         {} writes acknowledged, {} lost",
        RUN.events.len(),
        RUN.checkpoints.len(),
        RUN.restarts.len(),
        results.acknowledged,
        results.lost
    );
    assert_eq!(results.faults, Vec::<String>::new());
    assert_eq!(results.lost, 0);
}

#[test]
fn records_batches_checkpoints_and_restarts_of_the_log() {
    for writes in &RUN.writes {
        assert!(writes.batches < writes.committed, "{writes:?}");
    }
    assert!(RUN.checkpoints.len() > 100, "{}", RUN.checkpoints.len());
    assert!(!RUN.restarts.is_empty());
    assert!(RUN.cuts(CUTS).len() >= CUTS);
}

#[test]
fn detects_a_disk_that_ignores_syncs() {
    let results = lose_power(&RUN.cuts(CONTROL_CUTS), Syncs::Ignored);
    println!(
        "without syncs: {} writes lost, {} cuts with faults",
        results.lost,
        results.faults.len()
    );
    assert!(results.lost > 0);
    assert!(!results.faults.is_empty());
}

fn lose_power(cuts: &[usize], syncs: Syncs) -> Results {
    let chunk_size = cuts.len().div_ceil(THREADS);
    thread::scope(|scope| {
        let parts: Vec<_> = cuts
            .chunks(chunk_size)
            .map(|cuts| scope.spawn(move || lose_power_sequentially(cuts, syncs)))
            .collect();
        let mut all = Results::default();
        for part in parts {
            let results = part.join().unwrap();
            all.acknowledged = all.acknowledged.max(results.acknowledged);
            all.lost += results.lost;
            all.faults.extend(results.faults);
        }
        all
    })
}

fn lose_power_sequentially(cuts: &[usize], syncs: Syncs) -> Results {
    let mut results = Results::default();
    let mut disk = Disk::new(syncs);
    let mut acknowledged = Vec::new();
    let mut events = RUN.events.iter().enumerate().peekable();
    for cut in cuts {
        while let Some((_, event)) = events.next_if(|(index, _)| index < cut) {
            disk.apply_event(event);
            if let Event::Message(line) = event {
                acknowledged.push(line.clone());
            }
        }
        let files = disk.after_power_loss(*cut as u64);
        results.check_files(*cut, &files, &acknowledged);
    }
    results.acknowledged = acknowledged.len();
    results
}

impl Results {
    /// Opens the files that a power loss has left, and counts the lost writes.
    fn check_files(&mut self, cut: usize, files: &BTreeMap<&str, Vec<u8>>, acknowledged: &[String]) {
        let folder = tempfile::tempdir().unwrap();
        for (name, contents) in files {
            fs::write(folder.path().join(name), contents).unwrap();
        }
        match faults(folder.path()) {
            Ok(faults) if faults.is_empty() => self.check_writes(cut, folder.path(), acknowledged),
            faults => {
                self.lost += acknowledged.len();
                self.faults.push(format!("after {cut} events: {faults:?}"));
            }
        }
    }

    fn check_writes(&mut self, cut: usize, data: &Path, acknowledged: &[String]) {
        let lost = lost(data, acknowledged);
        self.lost += lost.len();
        if let Some(first) = lost.first() {
            self.faults
                .push(format!("after {cut} events {} are lost: {first}", lost.len()));
        }
    }
}
