//! The announcement: a line above every page for readers.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::links::address;
use super::texts::line;
use crate::domain::{Time, ValidationError};

/// The most characters of the text.
pub const TEXT_LENGTH_MAX: usize = 200;
/// The bytes of the text's hash that tell one announcement from another.
const KEY_BYTES: usize = 6;

/// The tone of an announcement, which gives its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// News, in the accent of the site.
    Info,
    /// Good news.
    Success,
    /// Something to mind.
    Warning,
}

impl Tone {
    /// All tones.
    pub const ALL: [Self; 3] = [Self::Info, Self::Success, Self::Warning];

    /// The name in the API and in pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Success => "success",
            Self::Warning => "warning",
        }
    }

    fn parse(field: &str, name: &str) -> Result<Self, ValidationError> {
        let tone = Self::ALL.into_iter().find(|tone| tone.name() == name);
        tone.ok_or_else(|| {
            ValidationError::new(field.to_owned(), "The tone must be info, success or warning")
        })
    }
}

/// The fields of an announcement, as they are sent and stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnnouncementFields {
    /// The text.
    pub text: String,
    /// A path of the site or an https address; empty for none.
    pub link: String,
    /// When it ends; empty if it does not.
    pub until: String,
    /// The name of the [`Tone`].
    pub tone: String,
}

/// A valid announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The text, of 1 to 200 characters.
    pub text: String,
    /// A path of the site, or an https address.
    pub link: Option<String>,
    /// When it ends.
    pub until: Option<Time>,
    /// The tone.
    pub tone: Tone,
}

impl Announcement {
    pub(super) fn new(fields: &AnnouncementFields) -> Result<Self, ValidationError> {
        let text = line(
            "announcement.text",
            "The announcement",
            &fields.text,
            1,
            TEXT_LENGTH_MAX,
        )?;
        let link = Some(fields.link.trim()).filter(|link| !link.is_empty());
        let until = Some(fields.until.trim()).filter(|until| !until.is_empty());
        let parse = |until| {
            let message = "The end must be a time such as 2026-12-31T18:00:00Z";
            Time::parse(until).ok_or_else(|| ValidationError::new("announcement.until", message))
        };
        Ok(Self {
            text,
            link: link.map(|link| address("announcement.link", link)).transpose()?,
            until: until.map(parse).transpose()?,
            tone: Tone::parse("announcement.tone", &fields.tone)?,
        })
    }

    /// The fields as they are sent and stored.
    pub fn fields(&self) -> AnnouncementFields {
        AnnouncementFields {
            text: self.text.clone(),
            link: self.link.clone().unwrap_or_default(),
            until: self.until.map(|until| until.to_string()).unwrap_or_default(),
            tone: self.tone.name().to_owned(),
        }
    }

    /// Whether it is shown at this time.
    pub fn is_shown(&self, now: Time) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// What tells its text from others: who has dismissed one sees the next.
    pub fn key(&self) -> String {
        let digest = Sha256::digest(self.text.as_bytes());
        digest[..KEY_BYTES].iter().fold(String::new(), |mut key, byte| {
            // Writing to a text cannot fail.
            write!(key, "{byte:02x}").unwrap_or_default();
            key
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> AnnouncementFields {
        AnnouncementFields {
            text: text.to_owned(),
            tone: "info".to_owned(),
            ..AnnouncementFields::default()
        }
    }

    #[test]
    fn is_shown_until_its_end() {
        let end = "2026-12-31T18:00:00.000Z";
        let announcement = Announcement::new(&AnnouncementFields {
            until: end.to_owned(),
            ..fields("Soon")
        })
        .unwrap();
        let end = Time::parse(end).unwrap();
        assert!(announcement.is_shown(end.plus_milliseconds(-1)));
        assert!(!announcement.is_shown(end));
        assert!(Announcement::new(&fields("Always")).unwrap().is_shown(end));
    }

    #[test]
    fn rejects_fields_out_of_bounds() {
        assert!(Announcement::new(&fields(&"é".repeat(200))).is_ok());
        for (announcement, field) in [
            (fields(" "), "announcement.text"),
            (fields(&"é".repeat(201)), "announcement.text"),
            (fields("Two\nlines"), "announcement.text"),
            (
                AnnouncementFields {
                    link: "about".to_owned(),
                    ..fields("a")
                },
                "announcement.link",
            ),
            (
                AnnouncementFields {
                    until: "soon".to_owned(),
                    ..fields("a")
                },
                "announcement.until",
            ),
            (
                AnnouncementFields {
                    tone: "loud".to_owned(),
                    ..fields("a")
                },
                "announcement.tone",
            ),
        ] {
            assert_eq!(Announcement::new(&announcement).unwrap_err().field, field);
        }
    }

    #[test]
    fn another_text_has_another_key() {
        let key = |text: &str| Announcement::new(&fields(text)).unwrap().key();
        assert_eq!(key("One"), key(" One "));
        assert_ne!(key("One"), key("Two"));
        assert_eq!(key("One").len(), 12);
    }
}
