//! The second factor of a sign-in: what somebody has, beside the password that they know.

use std::fmt;

use super::{Entropy, ValidationError};

/// The recovery codes that are made at once.
pub const RECOVERY_CODES: usize = 10;
/// The time in which a sign-in is to be completed with the second factor.
pub const TICKET_MILLISECONDS: i64 = 5 * 60_000;
/// The wrong codes after which a sign-in begins again with the password.
pub const TICKET_TRIES_MAX: u32 = 5;
/// The most sign-ins of an account that wait for its second factor. The next one ends the oldest.
pub const TICKETS_MAX: u32 = 20;
/// The time in which the app has to show that it has the secret.
pub const ENROLMENT_MILLISECONDS: i64 = 60 * 60_000;

const FIELD: &str = "code";
const TOTP_DIGITS: usize = 6;
/// Without 0, 1, 8 and 9, which look like letters.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const RECOVERY_LETTERS: usize = 12;
const GROUP: usize = 4;

/// A means to complete a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// A code of an authenticator app.
    Totp,
    /// A passkey.
    Passkey,
    /// A recovery code.
    Recovery,
}

impl Method {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::Passkey => "passkey",
            Self::Recovery => "recovery",
        }
    }
}

/// A code that somebody typed.
#[derive(Clone)]
pub enum FactorCode {
    /// The six digits of an authenticator app.
    Totp(String),
    /// A recovery code.
    Recovery(RecoveryCode),
}

impl FactorCode {
    /// Parses a code of either kind. Spaces, hyphens and capitals make no difference.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        // Nobody types more, and what is longer is not looked through.
        let text = if text.len() > 100 { "" } else { text };
        let text: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        if text.len() == TOTP_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self::Totp(text));
        }
        if text.len() == RECOVERY_LETTERS && text.bytes().all(|byte| ALPHABET.contains(&byte)) {
            return Ok(Self::Recovery(RecoveryCode(text)));
        }
        ValidationError::reject(
            FIELD,
            "Please enter the six digits of your app, or a recovery code",
        )
    }
}

/// A recovery code of 60 random bits, good for one sign-in. It is shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    /// Generates an unpredictable code.
    pub fn random(entropy: &dyn Entropy) -> Self {
        let mut bytes = [0_u8; RECOVERY_LETTERS];
        entropy.fill(&mut bytes);
        // 32 letters: the remainder is uniform.
        let letter = |byte: u8| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]);
        Self(bytes.into_iter().map(letter).collect())
    }

    /// The code without hyphens, to be hashed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Writes it as people read it: `abcd-efgh-ijkl`.
impl fmt::Display for RecoveryCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.0.chars().enumerate() {
            if index > 0 && index % GROUP == 0 {
                formatter.write_str("-")?;
            }
            write!(formatter, "{letter}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    #[test]
    fn parses_recovery_codes_as_they_are_written_and_typed() {
        let code = RecoveryCode::random(&SystemEntropy);
        let written = code.to_string();
        assert_eq!(written.len(), 14, "{written}");
        for typed in [
            written.clone(),
            written.to_uppercase(),
            written.replace('-', " "),
            format!(" {} ", code.expose()),
        ] {
            assert!(
                matches!(FactorCode::parse(&typed), Ok(FactorCode::Recovery(parsed)) if parsed == code),
                "{typed}"
            );
        }
        assert!(RecoveryCode::random(&SystemEntropy) != code);
    }

    #[test]
    fn parses_six_digits_with_spaces() {
        for typed in ["123456", "123 456", " 123456\n", "123-456"] {
            assert!(
                matches!(FactorCode::parse(typed), Ok(FactorCode::Totp(code)) if code == "123456"),
                "{typed}"
            );
        }
    }

    #[test]
    fn refuses_everything_else() {
        let long = " ".repeat(101) + "123456";
        for typed in [
            "",
            "12345",
            "1234567",
            "１２３４５６",
            "abcd-efgh-ijk",
            "abcd-efgh-ijk1",
            "abcd-efgh-ijkl-m",
            &long,
        ] {
            assert!(FactorCode::parse(typed).is_err(), "{typed}");
        }
    }
}
