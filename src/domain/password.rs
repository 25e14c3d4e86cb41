//! Passwords chosen by users.

use std::sync::LazyLock;

use super::ValidationError;

/// The fewest characters of a password (product.md §9).
const LENGTH_MIN: usize = 8;
/// The most characters of a password (rulings §3).
const LENGTH_MAX: usize = 128;
const TOO_COMMON: &str = "This password is too common";

/// The most common passwords, sorted. Source and licence are at the top of the file.
static COMMON: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("common-passwords.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// A valid password: 8 to 128 characters, and not a common one. It is never displayed.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Validates the text of `field` (rulings §3 and §7). `own` holds the names and addresses of the account, which
    /// are rejected as its password. The strength meter on the page advises on the rest.
    pub fn parse(field: &'static str, text: &str, own: &[&str]) -> Result<Self, ValidationError> {
        let length = text.chars().count();
        let reject = |message| ValidationError::reject(field, message);
        if length < LENGTH_MIN {
            return reject("Password must be at least 8 characters long");
        }
        if length > LENGTH_MAX {
            return reject("Password must be at most 128 characters long");
        }
        if text.contains('\0') {
            return reject("Password cannot hold the character U+0000");
        }
        if is_common(text) {
            return reject(TOO_COMMON);
        }
        let password = Self(text.to_owned());
        password.reject_own(field, own)?;
        Ok(password)
    }

    /// Rejects the password for an account with one of these names or addresses.
    pub fn reject_own(&self, field: &'static str, own: &[&str]) -> Result<(), ValidationError> {
        let password = letters_and_digits(&self.0);
        let equals_password = |text: &str| {
            let text = letters_and_digits(text);
            !text.is_empty() && text == password
        };
        let has_equal_local_part = |text: &str| {
            text.rsplit_once('@')
                .is_some_and(|(local, _)| equals_password(local))
        };
        if own
            .iter()
            .any(|text| equals_password(text) || has_equal_local_part(text))
        {
            return ValidationError::reject(field, TOO_COMMON);
        }
        Ok(())
    }

    /// The secret itself, for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Whether a text is blank or one of the most common passwords, whatever its letter case.
pub fn is_common(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    text.is_empty() || COMMON.binary_search(&text.as_str()).is_ok()
}

fn letters_and_digits(text: &str) -> String {
    let alphanumeric = text.chars().filter(|character| character.is_alphanumeric());
    alphanumeric.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, own: &[&str]) -> Option<String> {
        Password::parse("password", text, own)
            .err()
            .map(|invalid| invalid.message)
    }

    #[test]
    fn accepts_8_to_128_characters() {
        for rejected in ["1234567", &"é".repeat(129), "correct\0horse"] {
            assert!(refusal(rejected, &[]).is_some(), "{rejected}");
        }
        for accepted in ["8 chars!", &"é".repeat(128)] {
            assert_eq!(refusal(accepted, &[]), None, "{accepted}");
        }
    }

    #[test]
    fn rejects_common_and_blank_passwords() {
        for common in [
            "password",
            "12345678",
            "PassWord1",
            " iloveyou ",
            "qwertyuiop",
            &" ".repeat(8),
            &"\u{2003}\t".repeat(4),
        ] {
            assert_eq!(refusal(common, &[]).as_deref(), Some(TOO_COMMON), "{common}");
        }
        assert_eq!(refusal("Correct-horse-1", &[]), None);
    }

    #[test]
    fn rejects_the_accounts_own_name_and_address() {
        let own = ["Ada Lovelace", "ada.byron@example.org", ""];
        for text in [
            "Ada Lovelace",
            "adalovelace",
            "ADA_LOVELACE",
            "ada.byron@example.org",
            "Ada.Byron",
        ] {
            assert_eq!(refusal(text, &own).as_deref(), Some(TOO_COMMON), "{text}");
        }
        for text in ["Ada Lovelace 1815", "--------"] {
            assert_eq!(refusal(text, &own), None, "{text}");
        }
    }

    #[test]
    fn common_list_is_sorted_and_has_only_passwords_of_valid_length() {
        assert!(COMMON.len() > 8_000);
        assert!(COMMON.is_sorted());
        for text in COMMON.iter() {
            assert!(text.chars().count() >= LENGTH_MIN, "{text}");
            assert_eq!(text.trim().to_lowercase(), *text);
        }
    }
}
