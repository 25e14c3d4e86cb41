//! Administrators.

use super::user::Email;
use super::{AdminId, Invalid, Time, hidden_characters};

const USERNAME_LENGTH_MAX: usize = 100;

/// The name under which an administrator writes: 2 to 100 characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminName(String);

impl AdminName {
    /// Trims and checks a username.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let refuse = |message| Err(Invalid::new("username", message));
        if !(2..=USERNAME_LENGTH_MAX).contains(&text.chars().count()) {
            return refuse("Username must be 2 to 100 characters long");
        }
        if hidden_characters::are_in(text) {
            return refuse("Username cannot hold control or invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An administrator, as `admin list` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admin {
    /// Names the administrator.
    pub id: AdminId,
    /// The name under which they write.
    pub username: String,
    /// Where mail reaches them, and what they sign in with.
    pub email: Email,
    /// A new address that takes effect once its code was entered.
    pub pending_email: Option<Email>,
    /// When the account was made.
    pub created_at: Time,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_holds_no_control_or_direction_characters() {
        assert!(AdminName::parse("root\u{1b}[31m").is_err());
        assert!(AdminName::parse("ada\u{202e}toor").is_err());
        assert_eq!(
            AdminName::parse(" Ada Lovelace ").unwrap().as_str(),
            "Ada Lovelace"
        );
    }
}
