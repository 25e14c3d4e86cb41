//! What the tests of the importers share: the items of an export, and exports with random damage.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;

use super::item::{Item, LeftOutItem};
use super::source::Source;
use super::{ReadError, Sink, System, read};

/// Keeps the items of an export.
#[derive(Default)]
struct Collected(Vec<Item>);

impl Sink for Collected {
    fn take(&mut self, item: Item) -> Result<(), ReadError> {
        self.0.push(item);
        Ok(())
    }

    fn read(&mut self, _: u64) {}
}

/// Returns the path of a fixture of the importers.
pub(super) fn fixture(name: &str) -> PathBuf {
    let root = Path::new(file!()).ancestors().nth(3).unwrap();
    root.join("tests/fixtures/moving").join(name)
}

/// Returns the items of an export, and how its reading ended.
pub(super) fn read_all(system: System, path: &Path) -> (Vec<Item>, Result<(), ReadError>) {
    let mut collected = Collected::default();
    let source = Source::open(path).unwrap();
    let outcome = read(system, &source, &mut collected);
    (collected.0, outcome)
}

/// Returns the items of an export that can be read to its end.
pub(super) fn items(system: System, path: &Path) -> Vec<Item> {
    let (items, outcome) = read_all(system, path);
    outcome.unwrap();
    items
}

/// Returns the items of files, and how their reading ended.
pub(super) fn read_files(system: System, files: &[(&str, &[u8])]) -> (Vec<Item>, Result<(), ReadError>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    read_all(system, folder.path())
}

/// Returns something that is left out.
pub(super) fn left_out(source_id: &str, reason: &str) -> Item {
    Item::LeftOut(LeftOutItem {
        source_id: source_id.to_owned(),
        reason: reason.to_owned(),
    })
}

/// Returns a strategy for copies of a file in which some bytes are others, or the end is missing.
pub(super) fn damaged(file: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let length = file.len();
    (vec((0..length, any::<u8>()), 0..12), 0..=length).prop_map(move |(bytes, end)| {
        let mut damaged = file.clone();
        for (place, byte) in bytes {
            damaged[place] = byte;
        }
        // Half of the copies keep their end.
        if end % 2 == 0 {
            damaged.truncate(end);
        }
        damaged
    })
}
