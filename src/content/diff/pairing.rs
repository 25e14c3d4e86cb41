//! The blocks of two texts that changed: which of the later ones an earlier one became.

use std::collections::HashMap;
use std::time::Instant;

use unicode_segmentation::UnicodeSegmentation as _;

use super::words::differing;
use super::{Block, BlockChange, BlockDiff};

/// The least part of common words by which a block counts as changed rather than replaced.
const SIMILAR: f64 = 0.4;
/// The most comparisons of blocks, and of words in them. More blocks are paired by their order alone.
const BLOCK_PAIRS_MAX: usize = 10_000;
const WORD_PAIRS_MAX: usize = 2_000_000;

/// Returns the differences between blocks none of which are equal and in their place.
pub(super) fn replaced(from: &[Block], to: &[Block], deadline: Instant) -> Vec<BlockDiff> {
    let pairs = pairs(from, to);
    let (mut blocks, mut old, mut new) = (Vec::new(), 0, 0);
    for (from_index, to_index) in pairs.into_iter().chain([(from.len(), to.len())]) {
        blocks.extend(from[old..from_index].iter().map(removed));
        blocks.extend(to[new..to_index].iter().map(added));
        if let (Some(earlier), Some(later)) = (from.get(from_index), to.get(to_index)) {
            blocks.push(changed(earlier, later, deadline));
        }
        (old, new) = (from_index + 1, to_index + 1);
    }
    blocks
}

fn removed(block: &Block) -> BlockDiff {
    BlockDiff {
        change: BlockChange::Removed,
        from: Some((block.clone(), Vec::new())),
        to: None,
    }
}

fn added(block: &Block) -> BlockDiff {
    BlockDiff {
        change: BlockChange::Added,
        from: None,
        to: Some((block.clone(), Vec::new())),
    }
}

/// Two blocks with the same HTML, which other blocks between have parted, are the same.
fn changed(from: &Block, to: &Block, deadline: Instant) -> BlockDiff {
    let (change, (removed, added)) = if from.html == to.html {
        (BlockChange::Same, (Vec::new(), Vec::new()))
    } else {
        (BlockChange::Changed, differing(&from.text, &to.text, deadline))
    };
    BlockDiff {
        change,
        from: Some((from.clone(), removed)),
        to: Some((to.clone(), added)),
    }
}

/// Returns the pairs of an earlier and a later block, in the order of both.
fn pairs(from: &[Block], to: &[Block]) -> Vec<(usize, usize)> {
    let (from_words, to_words) = (word_counts(from), word_counts(to));
    let length = |blocks: &[WordCounts<'_>]| blocks.iter().map(|block| block.words.len()).sum::<usize>();
    let block_pairs = from.len().saturating_mul(to.len());
    let word_pairs = length(&from_words).saturating_mul(to.len());
    if block_pairs > BLOCK_PAIRS_MAX || word_pairs > WORD_PAIRS_MAX {
        let in_order = from.iter().zip(to).enumerate();
        return in_order
            .filter(|(_, (from, to))| from.tag == to.tag)
            .map(|(index, _)| (index, index))
            .collect();
    }
    best_pairs(from.len(), to.len(), |old, new| {
        let is_same_element = from[old].tag == to[new].tag;
        let likeness = from_words[old].likeness(&to_words[new]);
        (is_same_element && likeness >= SIMILAR).then_some(likeness)
    })
}

/// Returns the pairs with the largest sum of likenesses.
fn best_pairs(from: usize, to: usize, likeness: impl Fn(usize, usize) -> Option<f64>) -> Vec<(usize, usize)> {
    let width = to + 1;
    let mut sums = vec![0.0_f64; (from + 1) * width];
    let mut paired = vec![false; (from + 1) * width];
    for old in (0..from).rev() {
        for new in (0..to).rev() {
            let here = old * width + new;
            sums[here] = sums[here + 1].max(sums[here + width]);
            if let Some(likeness) = likeness(old, new) {
                let sum = likeness + sums[here + width + 1];
                if sum > sums[here] {
                    sums[here] = sum;
                    paired[here] = true;
                }
            }
        }
    }
    let (mut pairs, mut old, mut new) = (Vec::new(), 0, 0);
    while old < from && new < to {
        let here = old * width + new;
        if paired[here] {
            pairs.push((old, new));
            (old, new) = (old + 1, new + 1);
        } else if sums[here + width] >= sums[here + 1] {
            old += 1;
        } else {
            new += 1;
        }
    }
    pairs
}

/// The words of a block, with the number of times that it has each.
struct WordCounts<'text> {
    words: HashMap<&'text str, u32>,
    total: u32,
}

fn word_counts(blocks: &[Block]) -> Vec<WordCounts<'_>> {
    let counts = blocks.iter().map(|block| {
        let mut words = HashMap::new();
        let mut total = 0;
        for word in block.text.unicode_words() {
            *words.entry(word).or_insert(0) += 1;
            total += 1;
        }
        WordCounts { words, total }
    });
    counts.collect()
}

impl WordCounts<'_> {
    /// The part of the words that both have: from 0 to 1. Two blocks without words, such as pictures, are alike.
    fn likeness(&self, other: &Self) -> f64 {
        if self.total + other.total == 0 {
            return 1.0;
        }
        let common = self.words.iter().map(|(word, count)| {
            let other = other.words.get(word).copied().unwrap_or(0);
            other.min(*count)
        });
        f64::from(2 * common.sum::<u32>()) / f64::from(self.total + other.total)
    }
}
