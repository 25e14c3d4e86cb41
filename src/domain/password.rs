//! Passwords, as people choose them.

use std::sync::LazyLock;

use super::Invalid;

/// The least characters of a password (product.md §9).
const LENGTH_MIN: usize = 8;
/// The most characters of a password (rulings §3).
const LENGTH_MAX: usize = 128;
const TOO_COMMON: &str = "This password is too common";

/// Source and licence stand at the head of the file.
static COMMON: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("common-passwords.txt").lines();
    lines.filter(|line| !line.starts_with('#')).collect()
});

/// A password that may be set: 8 to 128 characters, and not one that everybody tries. It is never shown.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Checks the text of `field` (rulings §3 and §7). `own` holds the names and addresses of the account, which
    /// are no passwords for it. The meter on the page advises on the rest.
    pub fn parse(field: &'static str, text: &str, own: &[&str]) -> Result<Self, Invalid> {
        let length = text.chars().count();
        let refuse = |message| Err(Invalid::new(field, message));
        if length < LENGTH_MIN {
            return refuse("Password must be at least 8 characters long");
        }
        if length > LENGTH_MAX {
            return refuse("Password must be at most 128 characters long");
        }
        if text.contains('\0') {
            return refuse("Password cannot hold the character U+0000");
        }
        if is_common(text) {
            return refuse(TOO_COMMON);
        }
        let password = Self(text.to_owned());
        password.refuse_own(field, own)?;
        Ok(password)
    }

    /// Refuses the password for an account with one of these names or addresses.
    pub fn refuse_own(&self, field: &'static str, own: &[&str]) -> Result<(), Invalid> {
        let password = letters_and_digits(&self.0);
        let is_password = |text: &str| {
            let text = letters_and_digits(text);
            !text.is_empty() && text == password
        };
        let local_part = |text: &str| text.rsplit_once('@').is_some_and(|(local, _)| is_password(local));
        if own.iter().any(|text| is_password(text) || local_part(text)) {
            return Err(Invalid::new(field, TOO_COMMON));
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
    let kept = text.chars().filter(|character| character.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
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
    fn a_password_has_8_to_128_characters() {
        for refused in ["1234567", &"é".repeat(129), "correct\0horse"] {
            assert!(refusal(refused, &[]).is_some(), "{refused}");
        }
        for taken in ["8 chars!", &"é".repeat(128)] {
            assert_eq!(refusal(taken, &[]), None, "{taken}");
        }
    }

    #[test]
    fn refuses_common_and_blank_passwords() {
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
    fn refuses_the_own_name_and_address() {
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
    fn the_list_is_sorted_and_holds_only_what_could_be_chosen() {
        assert!(COMMON.len() > 8_000);
        assert!(COMMON.is_sorted());
        for text in COMMON.iter() {
            assert!(text.chars().count() >= LENGTH_MIN, "{text}");
            assert_eq!(text.trim().to_lowercase(), *text);
        }
    }
}
