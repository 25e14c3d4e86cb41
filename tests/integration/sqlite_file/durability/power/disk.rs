//! A simulated disk, which may lose everything that was not synced.

use std::collections::{BTreeMap, HashMap};

use blog_app_recorded_disk::{Event, FileId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// The number of bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// Whether the disk honours requests to sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syncs {
    Honoured,
    /// The disk reports success without syncing, or `synchronous` is off.
    Ignored,
}

/// The disk at one point of a recording.
pub struct Disk<'run> {
    syncs: Syncs,
    files: HashMap<FileId, File<'run>>,
    /// The files that each name has referred to since the last sync of the folder, oldest first.
    names: BTreeMap<&'run str, Vec<Option<FileId>>>,
}

#[derive(Default)]
struct File<'run> {
    durable: Vec<u8>,
    /// The changes since the last sync, in order.
    pending: Vec<Change<'run>>,
}

#[derive(Clone, Copy)]
enum Change<'run> {
    Written { offset: usize, bytes: &'run [u8] },
    Resized(usize),
}

impl<'run> Disk<'run> {
    pub fn new(syncs: Syncs) -> Self {
        Self {
            syncs,
            files: HashMap::new(),
            names: BTreeMap::new(),
        }
    }

    pub fn apply_event(&mut self, event: &'run Event) {
        match event {
            Event::Created { file, name } => self.record_name(name, Some(*file)),
            Event::Removed { name } => self.record_name(name, None),
            Event::Written { file, offset, bytes } => self.record_change(
                *file,
                Change::Written {
                    offset: *offset,
                    bytes,
                },
            ),
            Event::Resized { file, length } => self.record_change(*file, Change::Resized(*length)),
            Event::Synced { file } if self.syncs == Syncs::Honoured => {
                self.files.entry(*file).or_default().sync();
            }
            Event::FolderSynced if self.syncs == Syncs::Honoured => {
                for history in self.names.values_mut() {
                    history.drain(..history.len() - 1);
                }
            }
            Event::Synced { .. } | Event::FolderSynced | Event::Message(_) => {}
        }
    }

    /// Returns the files after a power loss; `seed` chooses one of the possible outcomes.
    pub fn after_power_loss(&self, seed: u64) -> BTreeMap<&'run str, Vec<u8>> {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut files = BTreeMap::new();
        for (name, history) in &self.names {
            if let Some(file) = history[rng.random_range(0..history.len())] {
                let contents = self.files.get(&file).map(|file| file.after_power_loss(&mut rng));
                files.insert(*name, contents.unwrap_or_default());
            }
        }
        files
    }

    fn record_name(&mut self, name: &'run str, file: Option<FileId>) {
        self.names.entry(name).or_insert_with(|| vec![None]).push(file);
    }

    fn record_change(&mut self, file: FileId, change: Change<'run>) {
        self.files.entry(file).or_default().pending.push(change);
    }
}

impl File<'_> {
    fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// Loses all unsynced changes in a sixth of the cases, none in another sixth, and else a random part.
    fn after_power_loss(&self, rng: &mut StdRng) -> Vec<u8> {
        let mut contents = self.durable.clone();
        let fate = rng.random_range(0..6);
        for change in &self.pending {
            match if fate < 2 { fate } else { rng.random_range(0..3) } {
                0 => {}
                1 => change.apply(&mut contents),
                _ => change.tear(&mut contents, rng),
            }
        }
        contents
    }
}

impl Change<'_> {
    fn apply(self, contents: &mut Vec<u8>) {
        match self {
            Self::Resized(length) => contents.resize(length, 0),
            Self::Written { offset, bytes } => {
                let end = offset + bytes.len();
                contents.resize(contents.len().max(end), 0);
                contents[offset..end].copy_from_slice(bytes);
            }
        }
    }

    /// Writes a random subset of the sectors. A new length applies as a whole.
    fn tear(self, contents: &mut Vec<u8>, rng: &mut StdRng) {
        let Self::Written {
            mut offset,
            mut bytes,
        } = self
        else {
            return self.apply(contents);
        };
        while !bytes.is_empty() {
            let (sector, rest) = bytes.split_at(bytes.len().min(SECTOR - offset % SECTOR));
            if rng.random_bool(0.5) {
                Change::Written {
                    offset,
                    bytes: sector,
                }
                .apply(contents);
            }
            offset += sector.len();
            bytes = rest;
        }
    }
}
