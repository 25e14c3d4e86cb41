//! The changes of one text, each of them once.

use crate::moving::item::Change;

/// What an import could not take of a text, or had to change.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<Change>);

impl Changes {
    /// The most changes that one text lists; a text with more has the same of them again and again.
    const MAX: usize = 100;

    /// Adds a change unless it is there already.
    pub(super) fn add(&mut self, field: &'static str, reason: impl Into<String>) {
        let change = Change::new(field, reason);
        if self.0.len() < Self::MAX && !self.0.contains(&change) {
            self.0.push(change);
        }
    }

    /// All of them, in their order.
    pub(super) fn into_vec(self) -> Vec<Change> {
        self.0
    }
}
