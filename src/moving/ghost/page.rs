//! The text of a post while it is made, with what could not be taken.

use crate::moving::item::Change;

/// The most bytes of HTML that a document may become: its parts can be used any number of times.
pub(super) const HTML_BYTES_MAX: usize = 4 << 20;
/// The most different notes on a text.
const NOTES_MAX: usize = 50;

/// The HTML of a text, and what there is to say about it.
#[derive(Default)]
pub(super) struct Page {
    /// The HTML so far.
    pub(super) html: String,
    /// Why a part of it is not for everybody.
    pub(super) restriction: Option<&'static str>,
    notes: Vec<(String, usize)>,
}

impl Page {
    /// Appends HTML.
    pub(super) fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }

    /// Notes what was changed or left out; what happened several times is one note.
    pub(super) fn note(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if let Some((_, times)) = self.notes.iter_mut().find(|(other, _)| *other == sentence) {
            *times += 1;
        } else if self.notes.len() < NOTES_MAX {
            self.notes.push((sentence, 1));
        }
    }

    /// Returns the notes as changes of the text.
    pub(super) fn changes(self) -> impl Iterator<Item = Change> {
        self.notes.into_iter().map(|(sentence, times)| {
            Change::new(
                "text",
                if times == 1 {
                    sentence
                } else {
                    format!("{sentence} ({times} times)")
                },
            )
        })
    }
}
