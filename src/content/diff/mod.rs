//! The difference between two texts: by blocks, and by words in the blocks that changed.

mod block;
mod pairing;
mod words;

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

pub use block::Block;
pub use words::WordRange;

/// The change of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockChange {
    /// Both texts have it.
    Same,
    /// The earlier text alone has it.
    Removed,
    /// The later text alone has it.
    Added,
    /// Both have it, with other words or another form.
    Changed,
}

/// A block of either text, or of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockDiff {
    /// The change from one text to the other.
    pub change: BlockChange,
    /// The block in the earlier text, with the words that were removed.
    pub from: Option<(Block, Vec<WordRange>)>,
    /// The block in the later text, with the words that were added.
    pub to: Option<(Block, Vec<WordRange>)>,
}

/// Returns the blocks of two sanitised texts beside each other. What is not compared by `deadline` counts as replaced.
pub fn diff(from: &str, to: &str, deadline: Instant) -> Vec<BlockDiff> {
    let (from, to) = (block::blocks(from), block::blocks(to));
    let mut numbers = Numbers::default();
    let from_numbers: Vec<u32> = from.iter().map(|block| numbers.of(&*block.html)).collect();
    let to_numbers: Vec<u32> = to.iter().map(|block| numbers.of(&*block.html)).collect();
    let mut blocks = Vec::with_capacity(from.len().max(to.len()));
    for operation in operations(&from_numbers, &to_numbers, deadline) {
        let (old, new) = (&from[operation.old_range()], &to[operation.new_range()]);
        if matches!(operation, DiffOp::Equal { .. }) {
            blocks.extend(old.iter().zip(new).map(|(old, new)| BlockDiff {
                change: BlockChange::Same,
                from: Some((old.clone(), Vec::new())),
                to: Some((new.clone(), Vec::new())),
            }));
        } else {
            blocks.extend(pairing::replaced(old, new, deadline));
        }
    }
    blocks
}

/// Returns the operations that turn one list of numbers into the other.
fn operations(from: &[u32], to: &[u32], deadline: Instant) -> Vec<DiffOp> {
    capture_diff_slices_deadline(Algorithm::Myers, from, to, Some(deadline))
}

/// Numbers for texts, the same for equal ones: they are compared at once, however long they are.
struct Numbers<T>(HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Hash + Eq> Numbers<T> {
    fn of(&mut self, text: T) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(text).or_insert(next)
    }
}

#[cfg(test)]
mod tests;
