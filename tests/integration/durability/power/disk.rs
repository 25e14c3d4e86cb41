//! A disk that may lose whatever was not synced.

use std::collections::{BTreeMap, HashMap};

use blog_app_recorded_disk::{Event, FileId};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// What a disk writes as a whole, or not at all.
const SECTOR: usize = 512;

/// What becomes of a request to sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syncs {
    Honoured,
    /// The disk says that it did, and did not; or `synchronous` is off.
    Ignored,
}

/// The disk at some moment of a recording.
pub struct Disk<'run> {
    syncs: Syncs,
    files: HashMap<FileId, File<'run>>,
    /// Which file each name has had since the folder was synced, the one from then first.
    names: BTreeMap<&'run str, Vec<Option<FileId>>>,
}

#[derive(Default)]
struct File<'run> {
    durable: Vec<u8>,
    /// What happened to it since it was synced, in order.
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

    pub fn follow(&mut self, event: &'run Event) {
        match event {
            Event::Created { file, name } => self.name(name, Some(*file)),
            Event::Removed { name } => self.name(name, None),
            Event::Written { file, offset, bytes } => self.change(
                *file,
                Change::Written {
                    offset: *offset,
                    bytes,
                },
            ),
            Event::Resized { file, length } => self.change(*file, Change::Resized(*length)),
            Event::Synced { file } if self.syncs == Syncs::Honoured => {
                self.files.entry(*file).or_default().sync();
            }
            Event::FolderSynced if self.syncs == Syncs::Honoured => {
                for history in self.names.values_mut() {
                    history.drain(..history.len() - 1);
                }
            }
            Event::Synced { .. } | Event::FolderSynced | Event::Noted(_) => {}
        }
    }

    /// The files that a power loss may leave; `seed` chooses among all the ways that it may go.
    pub fn after_power_loss(&self, seed: u64) -> BTreeMap<&'run str, Vec<u8>> {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut left = BTreeMap::new();
        for (name, history) in &self.names {
            if let Some(file) = history[chance.random_range(0..history.len())] {
                let contents = self
                    .files
                    .get(&file)
                    .map(|file| file.after_power_loss(&mut chance));
                left.insert(*name, contents.unwrap_or_default());
            }
        }
        left
    }

    fn name(&mut self, name: &'run str, file: Option<FileId>) {
        self.names.entry(name).or_insert_with(|| vec![None]).push(file);
    }

    fn change(&mut self, file: FileId, change: Change<'run>) {
        self.files.entry(file).or_default().pending.push(change);
    }
}

impl File<'_> {
    fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable);
        }
    }

    /// At times nothing of what was not synced is left, at times all, mostly something.
    fn after_power_loss(&self, chance: &mut StdRng) -> Vec<u8> {
        let mut left = self.durable.clone();
        let fate = chance.random_range(0..6);
        for change in &self.pending {
            match if fate < 2 { fate } else { chance.random_range(0..3) } {
                0 => {}
                1 => change.apply(&mut left),
                _ => change.tear(&mut left, chance),
            }
        }
        left
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

    /// Some of its sectors are written and some are not; a length is one or the other.
    fn tear(self, contents: &mut Vec<u8>, chance: &mut StdRng) {
        let Self::Written {
            mut offset,
            mut bytes,
        } = self
        else {
            return self.apply(contents);
        };
        while !bytes.is_empty() {
            let (sector, rest) = bytes.split_at(bytes.len().min(SECTOR - offset % SECTOR));
            if chance.random_bool(0.5) {
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
