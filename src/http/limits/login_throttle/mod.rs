//! Limits on wrong guesses at a secret, from all client networks together.
//!
//! Limits per client network do not stop an attacker with many networks. So wrong guesses at one account's secret are
//! counted together, whether the account exists or not. That alone would let an attacker lock the owner out: therefore
//! one network has only a share of them, and a network from which the owner has signed in before is counted separately.
//! Those trusted networks are stored in the database. During an attack, owners on a new network can use the emailed code
//! of a forgotten password, which is counted separately as well and makes the network a trusted one.
//!
//! The counters are in the database: the guesses at all nodes count together, and a restart forgets none. Their keys are
//! keyed hashes, of which neither an account nor a network can be read. The key of a counter contains the account's guess
//! epoch: raising it, as `blog-app admin unlock` does, resets all counters of the account at once.
//!
//! The rows of counters that are empty are removed: within an hour after the last guess, and ten minutes. A stranger cannot
//! make them many. Of an account that exists, each secret has at most the counter of all networks, one for each trusted
//! network (20), and one for each guess that took part of a share, with the default settings 20 at once and 20 in an hour.
//! All accounts that do not exist share 65,536 counters.

#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::auth::network::NetworkHasher;
use crate::config;
use crate::domain::code::Purpose;
use crate::domain::error_chain::error_chain;
use crate::domain::user::EmailAddress;
use crate::domain::{Account, Clock, MonotonicClock, NetworkHash, Quota, Time};
use crate::http::{ApiError, ErrorCode};
use crate::store::networks::{self, NetworkHistory, Owner};
use crate::store::{Store, StoreError, Tx, codes, wrong_guesses};

/// The number of networks that together can use up all wrong guesses at one secret.
const NETWORK_SHARES: u32 = 4;
/// The hexadecimal digits of the keys of counters of accounts that do not exist, which so share 65,536 counters: a guess
/// at such an account costs no hash of a password, and with counters of their own a stranger with many networks could fill
/// the database. One that happens to share a counter with another is told to wait instead of that it does not exist.
const UNKNOWN_COUNTER_DIGITS: usize = 4;
/// A trusted network is written again only when it was last seen longer ago than this.
const SEEN_REFRESH_MILLISECONDS: i64 = 24 * 3_600_000;
const TOO_MANY: &str = "Too many failed attempts. Please wait a while and try again.";

/// A secret that can be guessed.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) enum Secret<'a> {
    /// The password of the reader with this email address.
    ReaderPassword(&'a EmailAddress),
    /// The password of the administrator with this email address.
    AdminPassword(&'a EmailAddress),
    /// A code emailed for this purpose to the reader who has this address until the code takes effect.
    Code(Purpose, &'a EmailAddress),
    /// A code emailed to the new address of the administrator who has this one until the code takes effect.
    AdminCode(&'a EmailAddress),
    /// The codes of the second factor of the reader with this email address.
    ReaderSecondFactor(&'a EmailAddress),
    /// The codes of the second factor of the administrator with this email address.
    AdminSecondFactor(&'a EmailAddress),
    MasterPassword,
}

impl<'a> Secret<'a> {
    /// The codes of the second factor of the account that has this email address.
    pub(in crate::http) fn second_factor(account: Account, email: &'a EmailAddress) -> Self {
        match account {
            Account::Reader(_) => Self::ReaderSecondFactor(email),
            Account::Admin(_) => Self::AdminSecondFactor(email),
        }
    }

    fn owner(self) -> Owner {
        match self {
            Self::ReaderPassword(email) | Self::Code(_, email) | Self::ReaderSecondFactor(email) => {
                Owner::Reader(email.clone())
            }
            Self::AdminPassword(email) | Self::AdminCode(email) | Self::AdminSecondFactor(email) => {
                Owner::Admin(email.clone())
            }
            Self::MasterPassword => Owner::Site,
        }
    }

    /// Whether knowing it makes a client network a trusted one of an account. Where there is a second factor, a password
    /// alone does not: whoever has stolen one could try the codes from many networks, each with a counter of its own.
    fn makes_trusted(self, has_second_factor: bool) -> bool {
        !has_second_factor || matches!(self, Self::ReaderSecondFactor(_) | Self::AdminSecondFactor(_))
    }

    /// A name that no other secret has.
    fn name(self) -> String {
        match self {
            Self::ReaderPassword(email) => format!("password of reader {}", email.as_str()),
            Self::AdminPassword(email) => format!("password of administrator {}", email.as_str()),
            Self::Code(purpose, email) => format!("code {} of reader {}", purpose.name(), email.as_str()),
            Self::AdminCode(email) => format!("code of administrator {}", email.as_str()),
            Self::ReaderSecondFactor(email) => format!("second factor of reader {}", email.as_str()),
            Self::AdminSecondFactor(email) => format!("second factor of administrator {}", email.as_str()),
            Self::MasterPassword => "master password".to_owned(),
        }
    }
}

/// Counts recent wrong guesses, and refuses further ones.
pub struct LoginThrottle {
    limits: Option<Limits>,
    store: Store,
    networks: Arc<NetworkHasher>,
    clock: Arc<dyn Clock>,
    /// The clock of the counters, on which one that was set back does not lock anybody out.
    counting_clock: Arc<MonotonicClock>,
}

#[derive(Debug, Clone, Copy)]
struct Limits {
    /// Wrong guesses at one secret from all networks but the owner's trusted ones, and from each of those.
    wrong: Quota,
    /// Wrong guesses at one secret from one network.
    wrong_of_network: Quota,
}

impl LoginThrottle {
    /// Creates the throttle with the limits of the settings, or without limits when they are switched off.
    pub(in crate::http) fn new(
        settings: &config::RateLimit,
        store: Store,
        networks: Arc<NetworkHasher>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let all = settings.wrong_guesses_per_hour;
        let share = NonZeroU32::new(all.get() / NETWORK_SHARES).unwrap_or(NonZeroU32::MIN);
        Self {
            limits: settings.enabled.then(|| Limits {
                wrong: Quota::per_hour(all),
                wrong_of_network: Quota::per_hour(share),
            }),
            store,
            networks,
            counting_clock: Arc::new(MonotonicClock::new(clock.clone())),
            clock,
        }
    }

    /// Runs `check` on a guess from a client network, unless there were too many wrong ones. The guess counts as wrong
    /// until it turns out to be right, so that concurrent guesses cannot pass the limit. A guess that was never compared,
    /// or that was right but refused for another field, does not count. A right one makes the network a trusted one of
    /// the account (see [`Secret::makes_trusted`]).
    ///
    /// Returns 429 when there were too many wrong guesses, and the error of `check` when that rejects the guess.
    pub(in crate::http) async fn check<T>(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        check: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let hash = self.networks.hash(network);
        let (acquaintance, guess) = self.prepare(secret, network, hash.clone()).await?;
        let guess = self.count(guess).await?;
        let checked = check.await;
        match &checked {
            Ok(_) => {
                let is_trusted = secret.makes_trusted(acquaintance.has_second_factor);
                self.reset_and_remember(guess, acquaintance, hash, is_trusted)
                    .await;
            }
            Err(error) if error.is_inconclusive() => self.give_back(guess).await,
            Err(_) => {}
        }
        checked
    }

    /// Returns the relation of the account to the network, and the counters of the guess. Refuses it if they are full
    /// already, so that a guess that is refused writes nothing.
    async fn prepare(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        hash: NetworkHash,
    ) -> Result<(NetworkHistory, Guess), ApiError> {
        let (owner, name, limits) = (secret.owner(), secret.name(), self.limits);
        let (hasher, clock) = (self.networks.clone(), self.counting_clock.clone());
        let prepared = self.store.read(move |tx| {
            let acquaintance = networks::history(tx, &owner, &hash)?;
            let is_unknown = acquaintance.account.is_none() && !matches!(owner, Owner::Site);
            let key = |kind, network| {
                let mut key = hasher.guess_counter(kind, &name, acquaintance.guess_epoch, network);
                if is_unknown {
                    key.truncate(UNKNOWN_COUNTER_DIGITS);
                }
                key
            };
            let is_trusted = acquaintance.seen_at.is_some();
            let guess = Guess {
                made_at: clock.now_after(codes::largest_time(tx)?),
                counters: limits.map_or_else(Vec::new, |limits| limits.counters(network, is_trusted, key)),
            };
            guess.count(tx)?;
            Ok::<_, ApiError>((acquaintance, guess))
        });
        prepared.await
    }

    /// Counts a guess in all its counters, or in none.
    async fn count(&self, guess: Guess) -> Result<Guess, ApiError> {
        if guess.is_uncounted() {
            return Ok(guess);
        }
        let counted = self.store.write(move |tx| {
            for (counter, empty_at) in guess.count(tx)? {
                wrong_guesses::set(tx, counter, empty_at)?;
            }
            Ok::<_, ApiError>(guess)
        });
        counted.await
    }

    /// Takes back a guess. A failure does not change the response of the request.
    async fn give_back(&self, guess: Guess) {
        if guess.is_uncounted() {
            return;
        }
        let now = self.counting_clock.now_after(guess.made_at);
        let given_back = self.store.write(move |tx| guess.give_back(tx, now));
        if let Err(error) = given_back.await {
            tracing::warn!(
                error = error_chain(&error),
                "a guess that was not compared still counts as wrong"
            );
        }
    }

    /// Resets the counters after a right guess, and stores the network as trusted, at most once a day. A failure, as on
    /// a full disk, does not fail the sign-in.
    async fn reset_and_remember(
        &self,
        guess: Guess,
        acquaintance: NetworkHistory,
        network: NetworkHash,
        is_trusted: bool,
    ) {
        let now = self.clock.now();
        let is_recent = |seen: Time| now.milliseconds() - seen.milliseconds() < SEEN_REFRESH_MILLISECONDS;
        let NetworkHistory { account, seen_at, .. } = acquaintance;
        let is_due = is_trusted && !network.is_shared() && !seen_at.is_some_and(is_recent);
        let remembered = account.filter(|_| is_due);
        if guess.is_uncounted() && remembered.is_none() {
            return;
        }
        let stored = self.store.write(move |tx| {
            for (counter, _) in &guess.counters {
                wrong_guesses::reset(tx, counter)?;
            }
            remembered.map_or(Ok(()), |account| networks::insert(tx, account, &network, now))
        });
        if let Err(error) = stored.await {
            tracing::warn!(
                error = error_chain(&error),
                "the wrong guesses before a sign-in still count, and its network could not be stored"
            );
        }
    }
}

/// A guess, and its counters with their keys.
#[derive(Debug)]
struct Guess {
    made_at: Time,
    counters: Vec<(String, Quota)>,
}

impl Limits {
    /// Returns the counters of a guess. `key` returns the key of a counter of this kind, for one network or for all.
    fn counters(
        self,
        network: Option<IpAddr>,
        is_trusted: bool,
        key: impl Fn(&'static str, Option<IpAddr>) -> String,
    ) -> Vec<(String, Quota)> {
        match network {
            Some(_) if is_trusted => vec![(key("trusted network", network), self.wrong)],
            Some(_) => vec![
                (key("share", network), self.wrong_of_network),
                (key("all networks", None), self.wrong),
            ],
            None => vec![(key("all networks", None), self.wrong)],
        }
    }
}

impl Guess {
    /// Whether nothing is counted, because limits are switched off.
    fn is_uncounted(&self) -> bool {
        self.counters.is_empty()
    }

    /// Returns when each counter will be empty after this guess, or an error if one of them is full.
    fn count(&self, tx: &Tx<'_>) -> Result<Vec<(&str, Time)>, ApiError> {
        let count = |(counter, quota): &'_ (String, Quota)| {
            let empty_at = wrong_guesses::empty_at(tx, counter)?;
            quota
                .count(empty_at, self.made_at)
                .map_err(|seconds| ApiError::TooMany(ErrorCode::TooManyAttempts, TOO_MANY, Some(seconds)))
        };
        let counters = self.counters.iter();
        counters
            .map(|counter| Ok((counter.0.as_str(), count(counter)?)))
            .collect()
    }

    fn give_back(&self, tx: &mut Tx<'_>, now: Time) -> Result<(), StoreError> {
        for (counter, quota) in &self.counters {
            // A right guess may have emptied it meanwhile.
            let Some(empty_at) = wrong_guesses::empty_at(tx, counter)? else {
                continue;
            };
            match quota.give_back(empty_at, now) {
                Some(empty_at) => wrong_guesses::set(tx, counter, empty_at)?,
                None => wrong_guesses::reset(tx, counter)?,
            }
        }
        Ok(())
    }
}
