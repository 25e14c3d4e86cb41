//! One-time codes: what somebody types to show that an address is theirs (rulings §3).

use super::user::Email;
use super::{Account, CodeId, Entropy, Invalid, NetworkHash, Time};

/// The digits of a code (product.md §9).
const LENGTH: usize = 6;
/// How long a code holds.
pub const VALID_MILLISECONDS: i64 = 10 * 60_000;
/// Codes of a purpose that are good at once: the newest ones.
pub const GOOD_CODES_MAX: u32 = 3;
/// Wrong tries of a client network after which the codes that are good then are dead for it.
pub const WRONG_TRIES_MAX: u32 = 5;
/// Codes for one purpose that a client network can have sent to an account in a day.
pub const CODES_A_DAY: u32 = 10;
/// All networks that an account does not know have together as much as so many of them would have alone: enough that
/// one or two strangers use up nothing for others, and little enough that many of them guess no code.
const UNKNOWN_NETWORKS: u32 = 4;
/// [`WRONG_TRIES_MAX`] of all networks that an account knows. Whoever has the password of an account makes networks known
/// to it, and could else try the code of an address that is not theirs from ever more of them.
pub const WRONG_TRIES_MAX_OF_KNOWN: u32 = 6 * WRONG_TRIES_MAX;
/// [`WRONG_TRIES_MAX`] of all networks that an account does not know.
pub const WRONG_TRIES_MAX_OF_UNKNOWN: u32 = UNKNOWN_NETWORKS * WRONG_TRIES_MAX;
/// [`CODES_A_DAY`] of all networks that an account does not know.
pub const CODES_A_DAY_OF_UNKNOWN: u32 = UNKNOWN_NETWORKS * CODES_A_DAY;
/// The least time between two codes for the same address and purpose (product.md §9).
pub const RESEND_MILLISECONDS: i64 = 60_000;

/// What a code is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    pub account: Account,
    /// What it is for.
    pub purpose: Purpose,
    /// Where it was sent, and so what it proves.
    pub email: Email,
    /// A keyed hash of its digits.
    pub hash: String,
    /// From where it was asked for, and whether the account knew that network.
    pub network: NetworkHash,
    /// See `network`.
    pub network_is_known: bool,
    /// When it was made.
    pub created_at: Time,
}

/// A stored code that was not used.
#[derive(Debug, Clone)]
pub struct LiveCode {
    /// Its name.
    pub id: CodeId,
    /// Its place in the order in which codes were made, whatever clocks said.
    pub row: i64,
    /// A keyed hash of its digits.
    pub hash: String,
    /// When it was made.
    pub created_at: Time,
}

impl LiveCode {
    /// Whether its ten minutes are over.
    pub fn has_expired(&self, now: Time) -> bool {
        now.milliseconds() - self.created_at.milliseconds() >= VALID_MILLISECONDS
    }
}

/// The wrong tries of a client network, or of all that an account does not know, at its codes for one purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WrongTries {
    /// How many.
    pub count: u32,
    /// The row of the newest code when the last of them was made.
    pub newest_code: i64,
    /// The row of the newest code that earlier tries, which do not count any more, have killed.
    pub dead_up_to: i64,
}

impl WrongTries {
    /// Whether a code is dead after these tries, of which there may be `max`: newer codes are not.
    pub fn killed(self, code: &LiveCode, max: u32) -> bool {
        code.row <= self.dead_up_to || (self.count >= max && code.row <= self.newest_code)
    }

    /// The tries after one more, where `oldest` and `newest` are the rows of the codes that were still good. Earlier
    /// tries count as long as one of the codes that they were made at is.
    #[must_use]
    pub fn one_more(self, oldest: i64, newest: i64, max: u32) -> Self {
        let have_killed = self.count >= max;
        let is_over = have_killed || self.newest_code < oldest;
        Self {
            count: if is_over { 1 } else { self.count + 1 },
            newest_code: newest,
            dead_up_to: if have_killed {
                self.newest_code
            } else {
                self.dead_up_to
            },
        }
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

    fn code(row: i64) -> LiveCode {
        LiveCode {
            id: CodeId::new(Time::from_milliseconds(row), &SystemEntropy),
            row,
            hash: String::new(),
            created_at: Time::from_milliseconds(row),
        }
    }

    #[test]
    fn five_wrong_tries_kill_the_codes_that_were_there_and_no_newer_one() {
        let mut tries = WrongTries::default();
        for _ in 0..4 {
            tries = tries.one_more(1, 1, 5);
            assert!(!tries.killed(&code(1), 5));
        }
        // A second code brings no new tries while the first one is good.
        tries = tries.one_more(1, 2, 5);
        assert!(tries.killed(&code(1), 5) && tries.killed(&code(2), 5));
        assert!(!tries.killed(&code(3), 5));
        tries = tries.one_more(3, 3, 5);
        assert_eq!((tries.count, tries.newest_code), (1, 3));
        // A wrong try at the new code gives the old ones no new life.
        assert!(tries.killed(&code(1), 5) && tries.killed(&code(2), 5));
        assert!(!tries.killed(&code(3), 5));
    }

    #[test]
    fn tries_at_codes_that_are_over_do_not_count() {
        let tries = (0..4).fold(WrongTries::default(), |tries, _| tries.one_more(1, 1, 5));
        assert_eq!(tries.one_more(2, 2, 5).count, 1);
    }
}
