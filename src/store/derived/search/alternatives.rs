//! What may stand in place of the words of a search.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;

/// The documents that match instead of those with a word.
#[derive(Debug, Default)]
pub(super) struct Alternative {
    pub(super) anywhere: FixedBitSet,
    /// Those that match as if the title had the word.
    pub(super) in_title: FixedBitSet,
}

/// The alternatives to words of a search.
#[derive(Debug, Default)]
pub(super) struct Alternatives(HashMap<String, Alternative>);

impl Alternatives {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn of_word(&self, word: &str) -> Option<&Alternative> {
        self.0.get(word)
    }

    pub(super) fn has_word(&self, word: &str) -> bool {
        self.0.contains_key(word)
    }

    pub(super) fn insert(&mut self, word: &str, alternative: Alternative) {
        self.0.insert(word.to_owned(), alternative);
    }
}
