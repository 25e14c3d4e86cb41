//! Notes on posts: what the staff say to each other about one.

use super::post::Review;
use super::{AdminId, NoteId, Time, ValidationError};

/// The most characters of a note.
pub const NOTE_LENGTH_MAX: usize = 2_000;

/// The text of a note: plain text of at most 2,000 characters, trimmed. It is empty only where a step of the review came
/// without one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteText(String);

impl NoteText {
    /// Trims and validates a text that is required. Each line break becomes one `\n`.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, ValidationError> {
        let note = Self::parse_optional(field, Some(text))?;
        if note.0.is_empty() {
            return ValidationError::reject(field, "Write a note");
        }
        Ok(note)
    }

    /// Trims and validates a text that may be absent or empty.
    pub fn parse_optional(field: &'static str, text: Option<&str>) -> Result<Self, ValidationError> {
        let text = text.unwrap_or_default().replace("\r\n", "\n");
        let text = text.trim();
        if text.chars().count() > NOTE_LENGTH_MAX {
            return ValidationError::reject(field, "A note must be at most 2,000 characters long");
        }
        if text.contains('\0') {
            return ValidationError::reject(field, "A note cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns a text from the database.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The step of the review that a note came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteEvent {
    /// The draft was submitted.
    Submitted,
    /// It was returned to its authors.
    ChangesRequested,
    /// It was approved.
    Approved,
}

impl NoteEvent {
    /// Returns the event with exactly this name.
    pub fn parse(name: &str) -> Result<Self, ValidationError> {
        match name {
            "submitted" => Ok(Self::Submitted),
            "changesRequested" => Ok(Self::ChangesRequested),
            "approved" => Ok(Self::Approved),
            _ => ValidationError::reject("event", "event is submitted, changesRequested or approved"),
        }
    }

    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::ChangesRequested => "changesRequested",
            Self::Approved => "approved",
        }
    }

    /// The review of the post after it.
    pub fn review(self) -> Review {
        match self {
            Self::Submitted => Review::Submitted,
            Self::ChangesRequested => Review::ChangesRequested,
            Self::Approved => Review::None,
        }
    }
}

/// A note on a post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The note's id.
    pub id: NoteId,
    /// The text, empty for a step of the review without one.
    pub text: NoteText,
    /// The step of the review that it came with.
    pub event: Option<NoteEvent>,
    /// When it was written.
    pub created_at: Time,
    /// The member of the staff who wrote it, with their present name; `None` once they have left.
    pub writer: Option<(AdminId, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_1_to_2000_characters() {
        let parse = |text: &str| NoteText::parse("text", text);
        assert!(parse(" \n ").is_err());
        assert!(parse("a\0").is_err());
        assert!(parse(&"é".repeat(2_000)).is_ok());
        assert!(parse(&"é".repeat(2_001)).is_err());
        assert_eq!(parse(" a\r\n\r\nb ").unwrap().as_str(), "a\n\nb");
    }

    #[test]
    fn a_step_of_the_review_needs_no_text() {
        for text in [None, Some(""), Some(" \r\n ")] {
            assert_eq!(NoteText::parse_optional("note", text), Ok(NoteText::default()));
        }
        let long = "a".repeat(2_001);
        let refused = NoteText::parse_optional("note", Some(&long)).unwrap_err();
        assert_eq!(refused.field, "note");
    }

    #[test]
    fn parses_exactly_the_names_of_events() {
        for event in [
            NoteEvent::Submitted,
            NoteEvent::ChangesRequested,
            NoteEvent::Approved,
        ] {
            assert_eq!(NoteEvent::parse(event.name()), Ok(event));
        }
        assert!(NoteEvent::parse("none").is_err());
    }
}
