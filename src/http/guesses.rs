//! How often a secret may be named wrongly, wherever the guesses come from.
//!
//! Limits for each address do not stop somebody who has many. So the wrong guesses at one account's secret are
//! counted together, whether there is such an account or not. That alone would let a stranger lock its owner out:
//! therefore one address has only a share of them, and an address from which the owner has come before is counted
//! apart from all the others. Owners on a new address, while many guess, have the mailed code of a forgotten password,
//! which is counted apart as well and makes it one of theirs.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::Quota;
use quick_cache::sync::Cache;

use super::ApiError;
use super::limiter::{KEYS_MAX, Limiter};
use crate::config;
use crate::domain::user::Email;

/// The addresses that it takes to use up all wrong guesses at one secret.
const HOUSEHOLDS_TO_USE_ALL: u32 = 4;
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
    /// Those at one secret, from everywhere but where its owner has come from.
    wrong: Limiter<u64>,
    /// The share of one address in them.
    wrong_of_household: Limiter<u64>,
    /// Owners of secrets, each with an address from which they named one rightly.
    homes: Cache<u64, ()>,
    hasher: RandomState,
}

impl Guesses {
    /// The limits of the settings; none when they are switched off.
    pub(super) fn new(settings: &config::RateLimit) -> Self {
        let all = settings.wrong_guesses_per_hour;
        let share = NonZeroU32::new(all.get() / HOUSEHOLDS_TO_USE_ALL).unwrap_or(NonZeroU32::MIN);
        Self {
            limits: settings.enabled.then(|| Limits {
                wrong: Limiter::new(Quota::per_hour(all)),
                wrong_of_household: Limiter::new(Quota::per_hour(share)),
                homes: Cache::new(KEYS_MAX),
                hasher: RandomState::new(),
            }),
        }
    }

    /// Checks a guess that comes from `household`, unless there were too many wrong ones. It counts as a wrong one
    /// until it turns out to be right, so that many at once are no way around the limit. A `check` that refuses it
    /// says so with an error of the caller's; after a fault of ours it does not count.
    pub(super) async fn check<T>(
        &self,
        secret: Secret<'_>,
        household: Option<IpAddr>,
        check: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let Some(limits) = &self.limits else {
            return check.await;
        };
        let guess = limits.begin(secret, household)?;
        let checked = check.await;
        match &checked {
            Ok(_) => limits.was_right(&guess),
            Err(error) if error.is_fault() => limits.give_back(&guess),
            Err(_) => {}
        }
        checked
    }
}

/// Where a guess is counted.
struct Guess {
    tally: u64,
    share: Option<u64>,
    home: Option<u64>,
}

impl Limits {
    fn begin(&self, secret: Secret<'_>, household: Option<IpAddr>) -> Result<Guess, ApiError> {
        let home = household.map(|household| self.key((secret.owner(), household)));
        let is_home = home.is_some_and(|home| self.homes.get(&home).is_some());
        let of_household = household.map(|household| self.key((secret, Some(household))));
        let everybody = self.key((secret, None::<IpAddr>));
        let guess = match of_household {
            Some(own) if is_home => Guess {
                tally: own,
                share: None,
                home,
            },
            share => Guess {
                tally: everybody,
                share,
                home,
            },
        };
        self.count(&guess)
            .map_err(|seconds| ApiError::TooMany(TOO_MANY, Some(seconds)))?;
        Ok(guess)
    }

    /// A share that is used up takes nothing from the others, and what the others used up nothing from a share.
    fn count(&self, guess: &Guess) -> Result<(), u64> {
        if let Some(share) = &guess.share {
            self.wrong_of_household.check(share)?;
        }
        self.wrong.check(&guess.tally).inspect_err(|_| {
            if let Some(share) = &guess.share {
                self.wrong_of_household.give_back(share);
            }
        })
    }

    /// Forgives the wrong ones before it, and remembers where it came from.
    fn was_right(&self, guess: &Guess) {
        self.wrong.forget(&guess.tally);
        if let Some(share) = &guess.share {
            self.wrong_of_household.forget(share);
        }
        if let Some(home) = guess.home {
            self.homes.insert(home, ());
        }
    }

    fn give_back(&self, guess: &Guess) {
        self.wrong.give_back(&guess.tally);
        if let Some(share) = &guess.share {
            self.wrong_of_household.give_back(share);
        }
    }

    fn key(&self, guessed: impl Hash) -> u64 {
        self.hasher.hash_one(guessed)
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use axum::response::IntoResponse as _;

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

    fn ada() -> Email {
        Email::parse("ada@example.org").unwrap()
    }

    /// What a guess ends with: 200 when it was right, the status of what it was refused with else.
    async fn guess(
        guesses: &Guesses,
        secret: Secret<'_>,
        from: Option<IpAddr>,
        outcome: Result<(), ApiError>,
    ) -> u16 {
        match guesses.check(secret, from, ready(outcome)).await {
            Ok(()) => 200,
            Err(error) => error.into_response().status().as_u16(),
        }
    }

    async fn right(guesses: &Guesses, secret: Secret<'_>, from: u8) -> u16 {
        guess(guesses, secret, Some(address(from)), Ok(())).await
    }

    /// How many wrong guesses are looked at.
    async fn wrong(guesses: &Guesses, secret: Secret<'_>, from: Option<IpAddr>, times: usize) -> usize {
        let mut looked_at = 0;
        for _ in 0..times {
            let refused = Err(ApiError::SignInRefused("wrong"));
            looked_at += usize::from(guess(guesses, secret, from, refused).await == 401);
        }
        looked_at
    }

    async fn wrong_from_many(guesses: &Guesses, secret: Secret<'_>) -> usize {
        let mut looked_at = 0;
        for last in 100..200 {
            looked_at += wrong(guesses, secret, Some(address(last)), 10).await;
        }
        looked_at
    }

    #[tokio::test]
    async fn guesses_from_everywhere_are_counted_together_and_each_secret_apart() {
        let guesses = guesses(&[]);
        let (ada, bo) = (ada(), Email::parse("bo@example.org").unwrap());
        for secret in [
            Secret::AdminPassword(&ada),
            Secret::ReaderPassword(&ada),
            Secret::Code(&ada),
            Secret::AdminPassword(&bo),
            Secret::MasterPassword,
        ] {
            assert_eq!(wrong_from_many(&guesses, secret).await, 20, "{secret:?}");
        }
    }

    #[tokio::test]
    async fn one_stranger_does_not_lock_an_owner_out_on_a_new_address() {
        let guesses = guesses(&[]);
        let ada = ada();
        for secret in [
            Secret::ReaderPassword(&ada),
            Secret::Code(&ada),
            Secret::MasterPassword,
        ] {
            assert_eq!(
                wrong(&guesses, secret, Some(address(2)), 1_000).await,
                5,
                "{secret:?}"
            );
            assert_eq!(
                wrong(&guesses, secret, Some(address(1)), 4).await,
                4,
                "{secret:?}"
            );
            assert_eq!(right(&guesses, secret, 1).await, 200, "{secret:?}");
        }
    }

    #[tokio::test]
    async fn strangers_do_not_lock_out_who_signed_in_from_there_before() {
        let guesses = guesses(&[]);
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        assert_eq!(right(&guesses, secret, 1).await, 200);
        assert_eq!(wrong_from_many(&guesses, secret).await, 20);
        assert_eq!(wrong(&guesses, secret, Some(address(1)), 19).await, 19);
        assert_eq!(right(&guesses, secret, 1).await, 200);
        assert_eq!(wrong(&guesses, secret, Some(address(1)), 30).await, 20);
        assert_eq!(wrong(&guesses, secret, Some(address(2)), 10).await, 0);
    }

    #[tokio::test]
    async fn a_mailed_code_lets_an_owner_in_again_whom_many_locked_out() {
        let guesses = guesses(&[]);
        let ada = ada();
        let (password, code) = (Secret::ReaderPassword(&ada), Secret::Code(&ada));
        assert_eq!(wrong_from_many(&guesses, password).await, 20);
        assert_eq!(right(&guesses, password, 1).await, 429);
        assert_eq!(right(&guesses, code, 1).await, 200);
        assert_eq!(right(&guesses, password, 1).await, 200);
        assert_eq!(right(&guesses, password, 2).await, 429);
    }

    #[tokio::test]
    async fn a_right_one_forgives_the_wrong_ones_before_it() {
        let guesses = guesses(&[]);
        for from in [None, Some(address(1))] {
            for _ in 0..10 {
                assert_eq!(wrong(&guesses, Secret::MasterPassword, from, 4).await, 4);
                assert_eq!(guess(&guesses, Secret::MasterPassword, from, Ok(())).await, 200);
            }
        }
    }

    #[tokio::test]
    async fn a_guess_that_could_not_be_checked_does_not_count() {
        let guesses = guesses(&[]);
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for _ in 0..100 {
            let fault = Err(ApiError::Unavailable);
            assert_eq!(guess(&guesses, secret, Some(address(1)), fault).await, 503);
        }
        assert_eq!(wrong(&guesses, secret, Some(address(1)), 10).await, 5);
        assert_eq!(wrong_from_many(&guesses, secret).await, 15);
    }

    #[tokio::test]
    async fn nothing_is_counted_where_limits_are_switched_off() {
        let guesses = guesses(&[("ENABLED", "false")]);
        assert_eq!(wrong(&guesses, Secret::MasterPassword, None, 1_000).await, 1_000);
    }
}
