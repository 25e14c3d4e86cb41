//! One-time codes: what somebody types to show that an address is theirs (rulings §3).

use super::user::Email;
use super::{CodeId, Entropy, Invalid, Time, UserId};

/// The digits of a code (product.md §9).
const LENGTH: usize = 6;
/// How long a code holds.
pub const VALID_MILLISECONDS: i64 = 10 * 60_000;
/// Wrong tries after which a code is dead.
pub const WRONG_TRIES_MAX: u32 = 5;
/// Codes that an account gets in a day, whatever they are for.
pub const CODES_A_DAY: u32 = 10;
/// The least time between two codes for the same address and purpose (product.md §9).
pub const RESEND_MILLISECONDS: i64 = 60_000;

/// What a code is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A new account's address.
    VerifyEmail,
    /// A forgotten password.
    ResetPassword,
    /// Another address for an account.
    ChangeEmail,
}

impl Purpose {
    /// The name under which it is kept.
    pub fn name(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verify_email",
            Self::ResetPassword => "reset_password",
            Self::ChangeEmail => "change_email",
        }
    }
}

/// Six digits. It is shown nowhere but in the mail.
#[derive(Clone)]
pub struct Code(String);

impl Code {
    /// A code that nobody can foresee; every one of the million is as likely as any other.
    pub fn random(entropy: &dyn Entropy) -> Self {
        const CODES: u32 = 1_000_000;
        const FAIR: u32 = u32::MAX - u32::MAX % CODES;
        loop {
            let mut bytes = [0_u8; 4];
            entropy.fill(&mut bytes);
            let number = u32::from_le_bytes(bytes);
            if number < FAIR {
                return Self(format!("{:06}", number % CODES));
            }
        }
    }

    /// What somebody typed, if it can be a code.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::new("otp", "Invalid verification code"))
        }
    }

    /// The digits.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A code that is about to be stored, as its hash.
#[derive(Debug, Clone)]
pub struct NewCode {
    /// Its name.
    pub id: CodeId,
    /// Whose it is.
    pub user: UserId,
    /// What it is for.
    pub purpose: Purpose,
    /// Where it was sent, and so what it proves.
    pub email: Email,
    /// A keyed hash of its digits.
    pub hash: String,
    /// When it was made.
    pub created_at: Time,
}

/// A stored code that was neither used nor killed by a newer one.
#[derive(Debug, Clone)]
pub struct LiveCode {
    /// Its name.
    pub id: CodeId,
    /// A keyed hash of its digits.
    pub hash: String,
    /// How often something else was typed.
    pub wrong_tries: u32,
    /// When it was made.
    pub created_at: Time,
}

impl LiveCode {
    /// Whether its ten minutes are over.
    pub fn has_expired(&self, now: Time) -> bool {
        now.milliseconds() - self.created_at.milliseconds() >= VALID_MILLISECONDS
    }

    /// Whether it was guessed at too often.
    pub fn is_dead(&self) -> bool {
        self.wrong_tries >= WRONG_TRIES_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn a_code_is_six_digits() {
        for _ in 0..100 {
            let code = Code::random(&SystemEntropy);
            assert!(Code::parse(code.expose()).is_ok(), "{}", code.expose());
        }
        assert!(Code::parse(" 012345 ").is_ok());
        for text in ["", "12345", "1234567", "12345a", "１２３４５６", "-12345"] {
            assert!(Code::parse(text).is_err(), "{text}");
        }
    }
}
