//! Passwords, as people choose them.

use super::Invalid;

/// The least characters of a password (product.md §9).
const LENGTH_MIN: usize = 8;
/// The most characters of a password (rulings §3).
const LENGTH_MAX: usize = 128;

/// A password that may be set: 8 to 128 characters. It is never shown.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// Checks the length of what stood in `field`; the meter on the page advises on the rest (rulings §3).
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
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
        Ok(Self(text.to_owned()))
    }

    /// The secret itself, for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_8_to_128_characters() {
        assert!(Password::parse("password", "1234567").is_err());
        assert!(Password::parse("password", "12345678").is_ok());
        assert!(Password::parse("password", &"é".repeat(128)).is_ok());
        assert!(Password::parse("password", &"é".repeat(129)).is_err());
        assert!(Password::parse("password", "12345678\0").is_err());
    }
}
