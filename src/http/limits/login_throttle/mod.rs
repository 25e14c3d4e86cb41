//! Limits on wrong guesses at a secret, from all client networks together.
//!
//! Limits per client network do not stop an attacker with many networks. So wrong guesses at one account's secret are
//! counted together, whether the account exists or not. That alone would let an attacker lock the owner out: therefore
//! one network has only a share of them, and a network from which the owner has signed in before is counted separately.
//! Those trusted networks are stored in the database. During an attack, owners on a new network can use the emailed code
//! of a forgotten password, which is counted separately as well and makes the network a trusted one.
//!
//! The key of a counter contains the account's guess epoch: raising it in the database, as `blog-app admin unlock`
//! does, resets all counters of the account at once.

#[cfg(test)]
mod tests;

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::Quota;

use crate::auth::network::NetworkHasher;
use crate::config;
use crate::domain::code::Purpose;
use crate::domain::error_chain::error_chain;
use crate::domain::user::EmailAddress;
use crate::domain::{Clock, NetworkHash, Time};
use crate::http::limits::limiter::Limiter;
use crate::http::{ApiError, ErrorCode};
use crate::store::Store;
use crate::store::networks::{self, NetworkHistory, Owner};

/// The number of networks that together can use up all wrong guesses at one secret.
const NETWORK_SHARES: u32 = 4;
/// A trusted network is written again only when it was last seen longer ago than this.
const SEEN_REFRESH_MILLISECONDS: i64 = 24 * 3_600_000;
const TOO_MANY: &str = "Too many failed attempts. Please wait a while and try again.";

/// A secret that can be guessed.
#[derive(Debug, Clone, Copy, Hash)]
pub(in crate::http) enum Secret<'a> {
    /// The password of the reader with this email address.
    ReaderPassword(&'a EmailAddress),
    /// The password of the administrator with this email address.
    AdminPassword(&'a EmailAddress),
    /// A code emailed for this purpose to the reader who has this address until the code takes effect.
    Code(Purpose, &'a EmailAddress),
    /// A code emailed to the new address of the administrator who has this one until the code takes effect.
    AdminCode(&'a EmailAddress),
    MasterPassword,
}

impl Secret<'_> {
    fn owner(self) -> Owner {
        match self {
            Self::ReaderPassword(email) | Self::Code(_, email) => Owner::Reader(email.clone()),
            Self::AdminPassword(email) | Self::AdminCode(email) => Owner::Admin(email.clone()),
            Self::MasterPassword => Owner::Site,
        }
    }
}

/// The counters of recent wrong guesses. Holds neither email addresses nor secrets, only hashes.
pub struct LoginThrottle {
    limits: Option<Limits>,
    store: Store,
    networks: Arc<NetworkHasher>,
    clock: Arc<dyn Clock>,
}

struct Limits {
    /// Wrong guesses at one secret from all networks but the owner's trusted ones.
    wrong: Limiter<u64>,
    /// Wrong guesses at one secret from one network.
    wrong_of_network: Limiter<u64>,
    hasher: RandomState,
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
                wrong: Limiter::new(Quota::per_hour(all)),
                wrong_of_network: Limiter::new(Quota::per_hour(share)),
                hasher: RandomState::new(),
            }),
            store,
            networks,
            clock,
        }
    }

    /// Runs `check` on a guess from a client network, unless there were too many wrong ones. The guess counts as wrong
    /// until it turns out to be right, so that concurrent guesses cannot pass the limit. A guess that was never compared,
    /// or that was right but refused for another field, does not count. A right one makes the network a trusted one of
    /// the account.
    ///
    /// Returns 429 when there were too many wrong guesses, and the error of `check` when that rejects the guess.
    pub(in crate::http) async fn check<T>(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        check: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let (owner, hash) = (secret.owner(), self.networks.hash(network));
        let network_hash = hash.clone();
        let acquaintance = self
            .store
            .read(move |tx| networks::history(tx, &owner, &network_hash))
            .await?;
        let guess = match &self.limits {
            Some(limits) => Some((limits, limits.count_guess(secret, network, acquaintance)?)),
            None => None,
        };
        let checked = check.await;
        match (&checked, guess) {
            (Ok(_), Some((limits, guess))) => limits.reset(&guess),
            (Err(error), Some((limits, guess))) if error.is_inconclusive() => limits.give_back(&guess),
            _ => {}
        }
        if checked.is_ok() {
            self.remember(acquaintance, hash).await;
        }
        checked
    }

    /// Stores the network as trusted, at most once a day. A failure, as on a full disk, does not fail the sign-in.
    async fn remember(&self, acquaintance: NetworkHistory, network: NetworkHash) {
        let now = self.clock.now();
        let is_recent = |seen: Time| now.milliseconds() - seen.milliseconds() < SEEN_REFRESH_MILLISECONDS;
        let NetworkHistory { account, seen_at, .. } = acquaintance;
        let is_due = !network.is_shared() && !seen_at.is_some_and(is_recent);
        let Some(account) = account.filter(|_| is_due) else {
            return;
        };
        let store = &self.store;
        let stored = store.write(move |tx| networks::insert(tx, account, &network, now));
        if let Err(error) = stored.await {
            tracing::warn!(
                error = error_chain(&error),
                "the network of a sign-in could not be stored"
            );
        }
    }
}

struct Guess {
    counter: u64,
    share: Option<u64>,
}

impl Limits {
    fn count_guess(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        acquaintance: NetworkHistory,
    ) -> Result<Guess, ApiError> {
        let epoch = acquaintance.guess_epoch;
        let key = |network: Option<IpAddr>| self.hasher.hash_one((secret, epoch, network));
        let own_network = network.map(|network| key(Some(network)));
        let all_networks = key(None);
        let guess = match own_network {
            Some(own_network) if acquaintance.seen_at.is_some() => Guess {
                counter: own_network,
                share: None,
            },
            share => Guess {
                counter: all_networks,
                share,
            },
        };
        self.count(&guess)
            .map_err(|seconds| ApiError::TooMany(ErrorCode::TooManyAttempts, TOO_MANY, Some(seconds)))?;
        Ok(guess)
    }

    /// Counts a guess in both counters or in none.
    fn count(&self, guess: &Guess) -> Result<(), u64> {
        if let Some(share) = &guess.share {
            self.wrong_of_network.check(share)?;
        }
        self.wrong.check(&guess.counter).inspect_err(|_| {
            if let Some(share) = &guess.share {
                self.wrong_of_network.give_back(share);
            }
        })
    }

    fn reset(&self, guess: &Guess) {
        self.wrong.forget(&guess.counter);
        if let Some(share) = &guess.share {
            self.wrong_of_network.forget(share);
        }
    }

    fn give_back(&self, guess: &Guess) {
        self.wrong.give_back(&guess.counter);
        if let Some(share) = &guess.share {
            self.wrong_of_network.give_back(share);
        }
    }
}
