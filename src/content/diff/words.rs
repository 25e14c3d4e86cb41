//! The words that differ between two texts.

use std::ops::Range;
use std::time::Instant;

use similar::DiffOp;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{Numbers, operations};

/// A range of a text, in UTF-16 units as in JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordRange {
    /// The first unit.
    pub start: usize,
    /// The unit after the last one.
    pub end: usize,
}

/// Returns the ranges that the first text alone has, and those that the second one alone has.
pub(super) fn differing(from: &str, to: &str, deadline: Instant) -> (Vec<WordRange>, Vec<WordRange>) {
    let mut numbers = Numbers::default();
    let (from, to) = (Words::new(from, &mut numbers), Words::new(to, &mut numbers));
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for operation in operations(&from.numbers, &to.numbers, deadline) {
        if !matches!(operation, DiffOp::Equal { .. }) {
            from.push(&mut removed, operation.old_range());
            to.push(&mut added, operation.new_range());
        }
    }
    (removed, added)
}

/// A text split at the bounds of its words; spaces and punctuation count as words.
struct Words {
    numbers: Vec<u32>,
    /// The start of each word in UTF-16 units, and the end of the last one.
    bounds: Vec<usize>,
}

impl Words {
    fn new<'text>(text: &'text str, numbers: &mut Numbers<&'text str>) -> Self {
        let mut words = Self {
            numbers: Vec::new(),
            bounds: vec![0],
        };
        let mut end = 0;
        for word in text.split_word_bounds() {
            end += word.encode_utf16().count();
            words.numbers.push(numbers.of(word));
            words.bounds.push(end);
        }
        words
    }

    fn push(&self, ranges: &mut Vec<WordRange>, words: Range<usize>) {
        if words.is_empty() {
            return;
        }
        let (start, end) = (self.bounds[words.start], self.bounds[words.end]);
        match ranges.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ => ranges.push(WordRange { start, end }),
        }
    }
}
