//! The search in a text that is read from its beginning to its end, in time that grows with its length alone.

use std::collections::{HashMap, HashSet};

use crate::moving::code::Spans;

/// A text, and what is known about where things are in it.
pub(super) struct Scan<'text> {
    pub(super) text: &'text str,
    pub(super) spans: Spans,
    /// For each text that was looked for: where the search began, and what it found.
    found: HashMap<&'static str, (usize, Option<usize>)>,
    /// The marks that nothing ends.
    unclosed: HashSet<String>,
}

impl<'text> Scan<'text> {
    /// Begins at the beginning.
    pub(super) fn new(text: &'text str) -> Self {
        Self {
            text,
            spans: Spans::default(),
            found: HashMap::new(),
            unclosed: HashSet::new(),
        }
    }

    /// Returns the first position of a text at or after another one.
    pub(super) fn find(&mut self, needle: &'static str, from: usize) -> Option<usize> {
        if let Some((start, found)) = self.found.get(needle)
            && *start <= from
            && found.is_none_or(|found| found >= from)
        {
            return *found;
        }
        let found = self.text.get(from..)?.find(needle).map(|at| from + at);
        self.found.insert(needle, (from, found));
        found
    }

    /// Returns what `search` finds for the end of a mark with this name, and asks for it no more once there is none.
    pub(super) fn closing<T>(
        &mut self,
        name: &str,
        search: impl FnOnce(&'text str) -> Option<T>,
    ) -> Option<T> {
        if self.unclosed.contains(name) {
            return None;
        }
        let found = search(self.text);
        if found.is_none() {
            self.unclosed.insert(name.to_owned());
        }
        found
    }
}
