//! One-time codes, which prove that an email address belongs to a person (rulings §3).

use super::user::EmailAddress;
use super::{Account, CodeId, Entropy, NetworkHash, Time, ValidationError};

/// The number of digits of a code (product.md §9).
const LENGTH: usize = 6;
/// The lifetime of a code.
pub const VALID_MILLISECONDS: i64 = 10 * 60_000;
/// The most valid codes for a purpose at a time: the newest ones.
pub const VALID_CODES_MAX: u32 = 3;
/// The wrong attempts after which the codes that are valid then are rejected for a client network.
pub const WRONG_ATTEMPTS_MAX: u32 = 5;
/// The most codes for one purpose that a client network can have sent to an account in a day.
pub const CODES_PER_DAY: u32 = 10;
/// All networks that an account does not know share the limits of this many networks: enough that one or two attackers
/// do not block others, and few enough that many attackers cannot guess a code.
const UNKNOWN_NETWORKS: u32 = 4;
/// [`WRONG_ATTEMPTS_MAX`] of all networks that an account knows together. Without this limit an attacker with the password
/// of an account could add known networks and try the code of somebody else's address from each of them.
pub const WRONG_ATTEMPTS_MAX_OF_KNOWN: u32 = 6 * WRONG_ATTEMPTS_MAX;
/// [`WRONG_ATTEMPTS_MAX`] of all networks that an account does not know together.
pub const WRONG_ATTEMPTS_MAX_OF_UNKNOWN: u32 = UNKNOWN_NETWORKS * WRONG_ATTEMPTS_MAX;
/// [`CODES_PER_DAY`] of all networks that an account does not know together.
pub const CODES_PER_DAY_OF_UNKNOWN: u32 = UNKNOWN_NETWORKS * CODES_PER_DAY;
/// The least time between two codes for the same address and purpose (product.md §9).
pub const RESEND_MILLISECONDS: i64 = 60_000;

/// The purpose of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Verifies the address of a new account.
    VerifyEmail,
    /// Resets a forgotten password.
    ResetPassword,
    /// Changes the address of an account.
    ChangeEmail,
    /// Links the identity at a provider to an account.
    LinkIdentity,
}

impl Purpose {
    /// The name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verify_email",
            Self::ResetPassword => "reset_password",
            Self::ChangeEmail => "change_email",
            Self::LinkIdentity => "link_identity",
        }
    }
}

/// A code of six digits. It appears only in the email.
#[derive(Clone)]
pub struct Code(String);

impl Code {
    /// Returns an unpredictable code, uniform over all million.
    pub fn random(entropy: &dyn Entropy) -> Self {
        const CODES: u32 = 1_000_000;
        const UNBIASED: u32 = u32::MAX - u32::MAX % CODES;
        loop {
            let mut bytes = [0_u8; 4];
            entropy.fill(&mut bytes);
            let number = u32::from_le_bytes(bytes);
            if number < UNBIASED {
                return Self(format!("{:06}", number % CODES));
            }
        }
    }

    /// Parses what a person typed.
    pub fn parse(text: &str) -> Result<Self, ValidationError> {
        let text = text.trim();
        if text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self(text.to_owned()))
        } else {
            ValidationError::reject("otp", "Invalid verification code")
        }
    }

    /// The digits.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// A code to be stored, as its hash.
#[derive(Debug, Clone)]
pub struct NewCode {
    /// The code's id.
    pub id: CodeId,
    /// The account that it belongs to.
    pub account: Account,
    /// The purpose.
    pub purpose: Purpose,
    /// The address that it was sent to and that it proves.
    pub email: EmailAddress,
    /// A keyed hash of the digits.
    pub hash: String,
    /// The network that requested it.
    pub network: NetworkHash,
    /// Whether the account knew that network.
    pub network_is_known: bool,
    /// When it was created.
    pub created_at: Time,
}

/// A stored code that has not been used.
#[derive(Debug, Clone)]
pub struct UnusedCode {
    /// The code's id.
    pub id: CodeId,
    /// The position in the order of creation, independent of clocks.
    pub row: i64,
    /// A keyed hash of the digits.
    pub hash: String,
    /// When it was created.
    pub created_at: Time,
}

impl UnusedCode {
    /// Whether [`VALID_MILLISECONDS`] have passed.
    pub fn has_expired(&self, now: Time) -> bool {
        now.milliseconds() - self.created_at.milliseconds() >= VALID_MILLISECONDS
    }
}

/// The wrong attempts of a client network, or of all networks unknown to an account, at its codes for one purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WrongAttempts {
    /// The number of attempts.
    pub count: u32,
    /// The row of the newest code at the time of the last attempt.
    pub newest_code: i64,
    /// The row of the newest code invalidated by earlier attempts, which no longer count.
    pub invalid_up_to: i64,
}

impl WrongAttempts {
    /// Whether these attempts have reached `max` and so invalidated a code; newer codes stay valid.
    pub fn invalidates(self, code: &UnusedCode, max: u32) -> bool {
        code.row <= self.invalid_up_to || (self.count >= max && code.row <= self.newest_code)
    }

    /// Counts one more attempt, where `oldest` and `newest` are the rows of the codes that were still valid. Earlier
    /// attempts count as long as one of the codes they were made at is valid.
    #[must_use]
    pub fn add_one(self, oldest: i64, newest: i64, max: u32) -> Self {
        let has_reached_max = self.count >= max;
        let starts_over = has_reached_max || self.newest_code < oldest;
        Self {
            count: if starts_over { 1 } else { self.count + 1 },
            newest_code: newest,
            invalid_up_to: if has_reached_max {
                self.newest_code
            } else {
                self.invalid_up_to
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SystemEntropy;
    use super::*;

    #[test]
    fn accepts_only_six_digits() {
        for _ in 0..100 {
            let code = Code::random(&SystemEntropy);
            assert!(Code::parse(code.expose()).is_ok(), "{}", code.expose());
        }
        assert!(Code::parse(" 012345 ").is_ok());
        for text in ["", "12345", "1234567", "12345a", "１２３４５６", "-12345"] {
            assert!(Code::parse(text).is_err(), "{text}");
        }
    }

    fn code(row: i64) -> UnusedCode {
        UnusedCode {
            id: CodeId::new(Time::from_milliseconds(row), &SystemEntropy),
            row,
            hash: String::new(),
            created_at: Time::from_milliseconds(row),
        }
    }

    #[test]
    fn five_wrong_attempts_invalidate_existing_codes_but_no_newer_one() {
        let mut tries = WrongAttempts::default();
        for _ in 0..4 {
            tries = tries.add_one(1, 1, 5);
            assert!(!tries.invalidates(&code(1), 5));
        }
        // A second code grants no new attempts while the first one is valid.
        tries = tries.add_one(1, 2, 5);
        assert!(tries.invalidates(&code(1), 5) && tries.invalidates(&code(2), 5));
        assert!(!tries.invalidates(&code(3), 5));
        tries = tries.add_one(3, 3, 5);
        assert_eq!((tries.count, tries.newest_code), (1, 3));
        // A wrong attempt at the new code does not make the earlier ones valid again.
        assert!(tries.invalidates(&code(1), 5) && tries.invalidates(&code(2), 5));
        assert!(!tries.invalidates(&code(3), 5));
    }

    #[test]
    fn ignores_attempts_at_expired_codes() {
        let tries = (0..4).fold(WrongAttempts::default(), |tries, _| tries.add_one(1, 1, 5));
        assert_eq!(tries.add_one(2, 2, 5).count, 1);
    }
}
