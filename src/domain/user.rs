//! Readers.

use std::fmt;

use super::{Avatar, Invalid, Slug, Time, UserId};

const NAME_LENGTH_MIN: usize = 2;
const NAME_LENGTH_MAX: usize = 100;
const EMAIL_LENGTH_MAX: usize = 254;

/// An address for mail, trimmed and in lower case, so that equal addresses are equal texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Checks the shape `somebody@host.tld` (product.md §5).
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let email = text.trim().to_lowercase();
        let has_shape = email.split_once('@').is_some_and(|(local, host)| {
            !local.is_empty()
                && !host.contains('@')
                && host.contains('.')
                && host.split('.').all(|label| !label.is_empty())
        });
        let is_plain = !email
            .chars()
            .any(|character| character.is_whitespace() || character.is_control());
        if has_shape && is_plain && email.len() <= EMAIL_LENGTH_MAX {
            Ok(Self(email))
        } else {
            Err(Invalid::new("email", "Please enter a valid email address"))
        }
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The shown name of a reader: 2 to 100 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Trims and checks a name (product.md §5).
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("name", message));
        let length = text.chars().count();
        if length < NAME_LENGTH_MIN {
            return refuse("Name must be at least 2 characters long");
        }
        if length > NAME_LENGTH_MAX {
            return refuse("Name must be at most 100 characters long");
        }
        if text.contains('\0') {
            return refuse("Name cannot hold the character U+0000");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The username that this name asks for; it may be taken.
    pub fn username(&self) -> Slug {
        Slug::from_title(&self.0)
    }
}

/// A reader that is about to be stored.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Its name for ever.
    pub id: UserId,
    /// The shown name.
    pub name: Name,
    /// Must not be taken.
    pub username: Slug,
    /// Must not be taken.
    pub email: Email,
    /// A PHC string.
    pub password_hash: String,
    /// When the address was shown to be theirs.
    pub verified_at: Option<Time>,
    /// Whether the first steps are done.
    pub onboarded: bool,
    /// A few words about them.
    pub bio: String,
    /// The slug of the chosen preset.
    pub avatar: Option<&'static str>,
    /// When the account was made.
    pub created_at: Time,
}

/// What everybody may know of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUser {
    /// Names the reader.
    pub id: UserId,
    /// The shown name.
    pub name: String,
    /// The unique name.
    pub username: String,
    /// The chosen preset.
    pub avatar: Option<Avatar>,
    /// When the account was made.
    pub created_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_compare_trimmed_and_in_lower_case() {
        assert_eq!(Email::parse(" Ada@Example.ORG "), Email::parse("ada@example.org"));
    }

    #[test]
    fn what_has_not_the_shape_of_an_email_is_refused() {
        for text in [
            "",
            "ada",
            "ada@",
            "@example.org",
            "ada@example",
            "a b@example.org",
            "a@b@c.de",
            "a@.org",
            "a@b..c",
        ] {
            assert!(Email::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_has_2_to_100_characters() {
        assert!(Name::parse(" A ").is_err());
        assert!(Name::parse("Bo").is_ok());
        assert!(Name::parse(&"é".repeat(101)).is_err());
    }
}
