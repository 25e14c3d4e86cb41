//! How often a secret may be named wrongly, wherever the guesses come from.
//!
//! Limits for each address do not stop somebody who has many. So the wrong guesses at one account's secret are
//! counted together, whether there is such an account or not. That alone would let strangers lock its owner out:
//! therefore an address from which the owner has come before is counted apart from all the others. Owners on a new
//! address have the mailed code of a forgotten password, which is counted apart as well and makes it one of theirs.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;

use governor::Quota;
use quick_cache::sync::Cache;

use super::ApiError;
use super::limiter::{KEYS_MAX, Limiter};
use crate::config;
use crate::domain::user::Email;

const TOO_MANY: &str = "Too many failed attempts. Please wait a while and try again.";

/// What can be guessed.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) enum Secret<'a> {
    /// The password of the reader with this address.
    ReaderPassword(&'a Email),
    /// The password of the administrator with this address.
    AdminPassword(&'a Email),
    /// A code that was mailed to this address.
    Code(&'a Email),
    /// That of the settings.
    MasterPassword,
}

/// Whose a secret is.
#[derive(Debug, Clone, Copy, Hash)]
enum Owner<'a> {
    Reader(&'a Email),
    Admin(&'a Email),
    Site,
}

impl<'a> Secret<'a> {
    fn owner(self) -> Owner<'a> {
        match self {
            Self::ReaderPassword(email) | Self::Code(email) => Owner::Reader(email),
            Self::AdminPassword(email) => Owner::Admin(email),
            Self::MasterPassword => Owner::Site,
        }
    }
}

/// The wrong guesses of late. Neither addresses nor secrets are kept, only hashes of whose they are.
pub struct Guesses {
    limits: Option<Limits>,
}

struct Limits {
    wrong: Limiter<u64>,
    /// Owners of secrets, each with an address from which they named one rightly.
    homes: Cache<u64, ()>,
    hasher: RandomState,
}

impl Guesses {
    /// The limits of the settings; none when they are switched off.
    pub(super) fn new(settings: &config::RateLimit) -> Self {
        Self {
            limits: settings.enabled.then(|| Limits {
                wrong: Limiter::new(Quota::per_hour(settings.wrong_guesses_per_hour)),
                homes: Cache::new(KEYS_MAX),
                hasher: RandomState::new(),
            }),
        }
    }

    /// Counts a guess as a wrong one until it turns out to be right, so that many at once are no way around the
    /// limit. `household` is where it comes from.
    pub(super) fn begin(&self, secret: Secret<'_>, household: Option<IpAddr>) -> Result<Guess<'_>, ApiError> {
        let Some(limits) = &self.limits else {
            return Ok(Guess(None));
        };
        let home = household.map(|household| limits.key((secret.owner(), household)));
        let is_home = home.is_some_and(|home| limits.homes.get(&home).is_some());
        let tally = limits.key((secret, household.filter(|_| is_home)));
        limits
            .wrong
            .check(&tally)
            .map_err(|seconds| ApiError::TooMany(TOO_MANY, Some(seconds)))?;
        Ok(Guess(Some(Counted { limits, tally, home })))
    }
}

impl Limits {
    fn key(&self, guessed: impl Hash) -> u64 {
        self.hasher.hash_one(guessed)
    }
}

/// A guess that was counted.
#[must_use = "a guess that nobody calls right stays a wrong one"]
pub(super) struct Guess<'a>(Option<Counted<'a>>);

struct Counted<'a> {
    limits: &'a Limits,
    tally: u64,
    home: Option<u64>,
}

impl Guess<'_> {
    /// Forgives the wrong ones before it, and remembers where it came from.
    pub(super) fn was_right(self) {
        let Some(guess) = self.0 else { return };
        guess.limits.wrong.forget(&guess.tally);
        if let Some(home) = guess.home {
            guess.limits.homes.insert(home, ());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Flags};

    fn guesses(settings: &[(&str, &str)]) -> Guesses {
        let environment = settings
            .iter()
            .map(|(key, value)| (format!("BLOG_APP_RATE_LIMIT__{key}"), (*value).to_owned()));
        Guesses::new(&Config::load(&Flags::default(), environment).unwrap().rate_limit)
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    fn wrong(guesses: &Guesses, secret: Secret<'_>, from: Option<IpAddr>, times: usize) -> usize {
        (0..times).filter(|_| guesses.begin(secret, from).is_ok()).count()
    }

    #[test]
    fn guesses_from_everywhere_are_counted_together_and_each_secret_apart() {
        let guesses = guesses(&[("WRONG_GUESSES_PER_HOUR", "3")]);
        let (ada, bo) = (
            Email::parse("ada@example.org").unwrap(),
            Email::parse("bo@example.org").unwrap(),
        );
        let allowed = (0..200)
            .filter(|last| {
                guesses
                    .begin(Secret::AdminPassword(&ada), Some(address(*last)))
                    .is_ok()
            })
            .count();
        assert_eq!(allowed, 3);
        for other in [
            Secret::ReaderPassword(&ada),
            Secret::Code(&ada),
            Secret::AdminPassword(&bo),
            Secret::MasterPassword,
        ] {
            assert_eq!(wrong(&guesses, other, Some(address(1)), 10), 3, "{other:?}");
        }
    }

    #[test]
    fn strangers_do_not_lock_out_who_signed_in_from_there_before() {
        let guesses = guesses(&[("WRONG_GUESSES_PER_HOUR", "3")]);
        let email = Email::parse("ada@example.org").unwrap();
        let secret = Secret::ReaderPassword(&email);
        guesses.begin(secret, Some(address(1))).unwrap().was_right();
        assert_eq!(wrong(&guesses, secret, Some(address(2)), 10), 3);
        assert_eq!(wrong(&guesses, secret, Some(address(1)), 2), 2);
        guesses.begin(secret, Some(address(1))).unwrap().was_right();
        assert_eq!(wrong(&guesses, secret, Some(address(1)), 10), 3);
        assert_eq!(wrong(&guesses, secret, Some(address(2)), 10), 0);
    }

    #[test]
    fn a_mailed_code_lets_an_owner_in_again_whom_strangers_locked_out() {
        let guesses = guesses(&[("WRONG_GUESSES_PER_HOUR", "3")]);
        let email = Email::parse("ada@example.org").unwrap();
        assert_eq!(
            wrong(&guesses, Secret::ReaderPassword(&email), Some(address(2)), 10),
            3
        );
        assert!(
            guesses
                .begin(Secret::ReaderPassword(&email), Some(address(1)))
                .is_err()
        );
        guesses
            .begin(Secret::Code(&email), Some(address(1)))
            .unwrap()
            .was_right();
        assert!(
            guesses
                .begin(Secret::ReaderPassword(&email), Some(address(1)))
                .is_ok()
        );
        assert!(
            guesses
                .begin(Secret::ReaderPassword(&email), Some(address(2)))
                .is_err()
        );
    }

    #[test]
    fn a_right_one_forgives_the_wrong_ones_before_it() {
        let guesses = guesses(&[("WRONG_GUESSES_PER_HOUR", "3")]);
        for _ in 0..10 {
            assert_eq!(wrong(&guesses, Secret::MasterPassword, None, 2), 2);
            guesses.begin(Secret::MasterPassword, None).unwrap().was_right();
        }
    }

    #[test]
    fn nothing_is_counted_where_limits_are_switched_off() {
        let guesses = guesses(&[("ENABLED", "false")]);
        assert_eq!(wrong(&guesses, Secret::MasterPassword, None, 1_000), 1_000);
    }
}
