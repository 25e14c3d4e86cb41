//! Passkeys: keys of a phone, a computer or a security key that sign in without a password.

use super::hidden_characters::contains_hidden_characters;
use super::{Account, PasskeyId, Time, ValidationError};

/// The most passkeys of one account.
pub const PASSKEYS_MAX: usize = 20;
/// The time in which a browser has to answer.
pub const CHALLENGE_MILLISECONDS: i64 = 5 * 60_000;
/// The longest id of a credential (W3C Web Authentication, § 4).
pub const CREDENTIAL_ID_BYTES_MAX: usize = 1_023;

const NAME_LENGTH_MAX: usize = 60;
/// The names of § 5.8.4. Others are not stored.
const TRANSPORTS: [&str; 6] = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"];

/// What an authenticator has told about a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    /// The id that the authenticator gave it.
    pub id: Vec<u8>,
    /// The public key, in its COSE form.
    pub public_key: Vec<u8>,
    /// The number of signatures, or 0 if it does not count them.
    pub counter: u32,
    /// Whether it may have copies on other devices.
    pub is_backup_eligible: bool,
    /// Whether it has.
    pub is_backed_up: bool,
}

/// A passkey that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passkey {
    /// Its id in the API.
    pub id: PasskeyId,
    /// The name that its owner gave it.
    pub name: String,
    /// When it was added.
    pub created_at: Time,
    /// When it was last used.
    pub used_at: Option<Time>,
    /// Whether it has copies on other devices.
    pub is_backed_up: bool,
}

/// A passkey to be stored.
#[derive(Debug, Clone)]
pub struct NewPasskey {
    /// Its id in the API.
    pub id: PasskeyId,
    /// Its owner.
    pub account: Account,
    /// What the authenticator says.
    pub credential: Credential,
    /// Its name.
    pub name: PasskeyName,
    /// How a browser reaches its authenticator.
    pub transports: Transports,
}

/// A challenge, or the state of a sign-in by a provider, that was used and is not used again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedChallenge {
    /// Its random part.
    pub nonce: String,
    /// When it would have expired.
    pub expires_at: Time,
}

/// The name of a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyName(String);

impl PasskeyName {
    /// Trims and validates a name.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.is_empty() {
            return ValidationError::reject("name", "Please give the passkey a name");
        }
        if text.chars().count() > NAME_LENGTH_MAX {
            return ValidationError::reject("name", "A name has at most 60 characters");
        }
        if contains_hidden_characters(text) {
            return ValidationError::reject("name", "A name cannot hold control or invisible characters");
        }
        Ok(Self(text.to_owned()))
    }

    /// The text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How a browser reaches an authenticator: names with commas between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transports(String);

impl Transports {
    /// Takes the known names of a list.
    pub fn known_of(names: &[String]) -> Self {
        let known: Vec<_> = TRANSPORTS
            .into_iter()
            .filter(|known| names.iter().any(|name| name == known))
            .collect();
        Self(known.join(","))
    }

    /// The stored text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Splits the stored text of [`Transports`].
pub fn transports_in(text: &str) -> Vec<&str> {
    text.split(',').filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_names_of_one_to_sixty_characters() {
        assert_eq!(PasskeyName::parse(" Phone ").unwrap().as_str(), "Phone");
        assert!(PasskeyName::parse(&"é".repeat(60)).is_ok());
        for refused in ["", " \n ", "a\0b", "a\u{202e}b", &"é".repeat(61)] {
            assert_eq!(PasskeyName::parse(refused).unwrap_err().field, "name");
        }
    }

    #[test]
    fn stores_known_transports_once() {
        let names = ["internal", "usb", "usb", "telepathy", ""].map(str::to_owned);
        let stored = Transports::known_of(&names);
        assert_eq!(stored.as_str(), "usb,internal");
        assert_eq!(transports_in(stored.as_str()), ["usb", "internal"]);
        assert_eq!(transports_in(Transports::known_of(&[]).as_str()), [""; 0]);
    }
}
