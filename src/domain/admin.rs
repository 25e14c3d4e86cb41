//! Administrators.

use super::user::EmailAddress;
use super::{AdminId, Role, Time, ValidationError, hidden_characters};

const USERNAME_LENGTH_MAX: usize = 100;

/// The username of an administrator: 2 to 100 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminName(String);

impl AdminName {
    /// Trims and validates a username.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        let reject = |message| ValidationError::reject("username", message);
        if !(2..=USERNAME_LENGTH_MAX).contains(&text.chars().count()) {
            return reject("Username must be 2 to 100 characters long");
        }
        if hidden_characters::contains_hidden_characters(text) {
            return reject("Username cannot hold control or invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An administrator, as `admin list` prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admin {
    /// The administrator's id.
    pub id: AdminId,
    /// The username, shown as the author of their posts.
    pub username: String,
    /// The email address, also used to sign in.
    pub email: EmailAddress,
    /// A new address that takes effect once its code has been confirmed.
    pub pending_email: Option<EmailAddress>,
    /// The role.
    pub role: Role,
    /// When the account was created.
    pub created_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_control_and_direction_characters_in_a_username() {
        assert!(AdminName::parse("root\u{1b}[31m").is_err());
        assert!(AdminName::parse("ada\u{202e}toor").is_err());
        assert_eq!(
            AdminName::parse(" Ada Lovelace ").unwrap().as_str(),
            "Ada Lovelace"
        );
    }
}
