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

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::ops::Deref;

    use axum::response::IntoResponse as _;
    use tempfile::TempDir;

    use super::*;
    use crate::actions::clean_up;
    use crate::auth::secret::SigningSecret;
    use crate::config::{Config, Flags};
    use crate::domain::admin::AdminName;
    use crate::domain::user::{Name, NewUser};
    use crate::domain::{Account, AdminId, SystemClock, SystemEntropy, UserId};
    use crate::store::StoreError;
    use crate::store::{StoreOptions, Tx, admins, users};

    /// A throttle on a database of its own, with the reader Ada and the administrator Ada.
    struct Fixture {
        throttle: LoginThrottle,
        settings: config::RateLimit,
        _folder: TempDir,
    }

    impl Deref for Fixture {
        type Target = LoginThrottle;

        fn deref(&self) -> &LoginThrottle {
            &self.throttle
        }
    }

    impl Fixture {
        async fn new(settings: &[(&str, &str)]) -> Self {
            let environment = settings
                .iter()
                .map(|(key, value)| (format!("BLOG_APP_RATE_LIMIT__{key}"), (*value).to_owned()));
            let settings = Config::load(&Flags::default(), environment).unwrap().rate_limit;
            let folder = tempfile::tempdir().unwrap();
            let store = Store::open(&StoreOptions::new(folder.path().join("blog.db"), 1)).unwrap();
            let added: Result<(), StoreError> = store.write(add_ada).await;
            added.unwrap();
            Self {
                throttle: new_throttle(&settings, store),
                settings,
                _folder: folder,
            }
        }

        /// Replaces the throttle with a new one on the same database, as a restart of the process does.
        fn restart(&mut self) {
            self.throttle = new_throttle(&self.settings, self.throttle.store.clone());
        }

        async fn write(&self, work: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static) {
            self.store.write(work).await.unwrap();
        }
    }

    fn new_throttle(settings: &config::RateLimit, store: Store) -> LoginThrottle {
        let hasher = NetworkHasher::new(SigningSecret::from_text("a secret"));
        LoginThrottle::new(settings, store, Arc::new(hasher), Arc::new(SystemClock))
    }

    fn add_ada(tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let now = SystemClock.now();
        let name = Name::parse("Ada").unwrap();
        let user = NewUser {
            id: UserId::new(now, &SystemEntropy),
            username: name.username(),
            name,
            email: ada(),
            password_hash: String::new(),
            verified_at: Some(now),
            onboarded: true,
            bio: String::new(),
            avatar: None,
            created_at: now,
        };
        users::insert(tx, &user)?;
        let id = AdminId::new(now, &SystemEntropy);
        admins::insert(tx, id, &AdminName::parse("ada").unwrap(), &ada(), "", now)
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([203, 0, 113, last])
    }

    fn ada() -> EmailAddress {
        EmailAddress::parse("ada@example.org").unwrap()
    }

    /// Makes a guess with this outcome. Returns 200 for a right one, and the status of the error otherwise.
    async fn guess(
        throttle: &LoginThrottle,
        secret: Secret<'_>,
        from: Option<IpAddr>,
        outcome: Result<(), ApiError>,
    ) -> u16 {
        match throttle.check(secret, from, ready(outcome)).await {
            Ok(()) => 200,
            Err(error) => error.into_response().status().as_u16(),
        }
    }

    async fn right(throttle: &LoginThrottle, secret: Secret<'_>, from: u8) -> u16 {
        guess(throttle, secret, Some(address(from)), Ok(())).await
    }

    /// Makes wrong guesses. Returns how many of them were compared.
    async fn wrong(
        throttle: &LoginThrottle,
        secret: Secret<'_>,
        from: Option<IpAddr>,
        times: usize,
    ) -> usize {
        let mut compared = 0;
        for _ in 0..times {
            let outcome = Err(ApiError::InvalidCredentials(
                ErrorCode::InvalidCredentials,
                "wrong",
            ));
            compared += usize::from(guess(throttle, secret, from, outcome).await == 401);
        }
        compared
    }

    async fn wrong_from_many(throttle: &LoginThrottle, secret: Secret<'_>) -> usize {
        let mut compared = 0;
        for last in 100..200 {
            compared += wrong(throttle, secret, Some(address(last)), 10).await;
        }
        compared
    }

    #[tokio::test]
    async fn counts_all_networks_together_and_each_secret_separately() {
        let throttle = Fixture::new(&[]).await;
        let (ada, bo) = (ada(), EmailAddress::parse("bo@example.org").unwrap());
        for secret in [
            Secret::AdminPassword(&ada),
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
            Secret::Code(Purpose::VerifyEmail, &ada),
            Secret::AdminPassword(&bo),
            Secret::MasterPassword,
        ] {
            assert_eq!(wrong_from_many(&throttle, secret).await, 20, "{secret:?}");
        }
    }

    #[tokio::test]
    async fn keeps_a_new_network_of_the_owner_open_while_another_one_guesses() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        for secret in [
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
            Secret::MasterPassword,
        ] {
            assert_eq!(
                wrong(&throttle, secret, Some(address(2)), 1_000).await,
                5,
                "{secret:?}"
            );
            assert_eq!(
                wrong(&throttle, secret, Some(address(1)), 4).await,
                4,
                "{secret:?}"
            );
            assert_eq!(right(&throttle, secret, 1).await, 200, "{secret:?}");
        }
    }

    #[tokio::test]
    async fn keeps_a_trusted_network_open_while_many_others_guess() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        assert_eq!(right(&throttle, secret, 1).await, 200);
        assert_eq!(wrong_from_many(&throttle, secret).await, 20);
        assert_eq!(wrong(&throttle, secret, Some(address(1)), 19).await, 19);
        assert_eq!(right(&throttle, secret, 1).await, 200);
        assert_eq!(wrong(&throttle, secret, Some(address(1)), 30).await, 20);
        assert_eq!(wrong(&throttle, secret, Some(address(2)), 10).await, 0);
    }

    #[tokio::test]
    async fn does_not_count_a_guess_that_was_never_compared() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for _ in 0..50 {
            let busy = Err(ApiError::NetworkBusy);
            assert_eq!(guess(&throttle, secret, Some(address(1)), busy).await, 429);
        }
        assert_eq!(right(&throttle, secret, 1).await, 200);
    }

    #[tokio::test]
    async fn trusts_a_network_after_a_restart() {
        let mut throttle = Fixture::new(&[]).await;
        let ada = ada();
        for secret in [Secret::ReaderPassword(&ada), Secret::AdminPassword(&ada)] {
            assert_eq!(right(&throttle, secret, 1).await, 200);
            throttle.restart();
            assert_eq!(wrong_from_many(&throttle, secret).await, 20, "{secret:?}");
            assert_eq!(right(&throttle, secret, 2).await, 429, "{secret:?}");
            assert_eq!(right(&throttle, secret, 1).await, 200, "{secret:?}");
        }
        // A network trusted by one administrator has a separate counter for the master password as well.
        assert_eq!(wrong_from_many(&throttle, Secret::MasterPassword).await, 20);
        assert_eq!(right(&throttle, Secret::MasterPassword, 2).await, 429);
        assert_eq!(right(&throttle, Secret::MasterPassword, 1).await, 200);
    }

    #[tokio::test]
    async fn stops_trusting_a_network_after_90_days() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        assert_eq!(right(&throttle, secret, 1).await, 200);
        let later = |days: i64| SystemClock.now().plus_milliseconds(days * 24 * 3_600_000);
        clean_up::clean_up(&throttle.store, later(89)).await.unwrap();
        assert_eq!(wrong_from_many(&throttle, secret).await, 20);
        assert_eq!(right(&throttle, secret, 1).await, 200);
        let swept = clean_up::clean_up(&throttle.store, later(91)).await.unwrap();
        assert_eq!(swept.known_networks, 1);
        assert_eq!(right(&throttle, secret, 1).await, 429);
    }

    #[tokio::test]
    async fn trusts_the_twenty_newest_networks_of_an_account() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for from in 1..=25 {
            assert_eq!(right(&throttle, secret, from).await, 200);
        }
        assert_eq!(wrong_from_many(&throttle, secret).await, 20);
        for (from, expected) in [(5, 429), (6, 200), (25, 200)] {
            assert_eq!(right(&throttle, secret, from).await, expected, "{from}");
        }
    }

    #[tokio::test]
    async fn resets_the_counters_of_the_running_site_on_unlock() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let (reader, admin) = (Secret::ReaderPassword(&ada), Secret::AdminPassword(&ada));
        for secret in [reader, admin] {
            assert_eq!(wrong_from_many(&throttle, secret).await, 20);
            assert_eq!(right(&throttle, secret, 1).await, 429);
        }
        throttle
            .write(|tx| {
                let admin = admins::by_email_or_username(tx, "ada")?.unwrap();
                networks::reset_wrong_guesses(tx, Account::Admin(admin.id))
            })
            .await;
        assert_eq!(right(&throttle, admin, 1).await, 200);
        assert_eq!(right(&throttle, reader, 1).await, 429);
        let email = ada.clone();
        throttle
            .write(move |tx| {
                let reader = users::credentials_by_email(tx, &email)?.unwrap();
                networks::reset_wrong_guesses(tx, Account::Reader(reader.user.id))
            })
            .await;
        assert_eq!(right(&throttle, reader, 1).await, 200);
    }

    #[tokio::test]
    async fn resets_the_counter_of_the_master_password_when_an_administrator_is_unlocked() {
        let throttle = Fixture::new(&[]).await;
        assert_eq!(wrong_from_many(&throttle, Secret::MasterPassword).await, 20);
        assert_eq!(right(&throttle, Secret::MasterPassword, 1).await, 429);
        throttle
            .write(|tx| {
                let admin = admins::by_email_or_username(tx, "ada")?.unwrap();
                networks::reset_wrong_guesses(tx, Account::Admin(admin.id))
            })
            .await;
        assert_eq!(right(&throttle, Secret::MasterPassword, 1).await, 200);
    }

    #[tokio::test]
    async fn lets_a_locked_out_owner_in_after_an_emailed_code() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let (password, code) = (
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
        );
        assert_eq!(wrong_from_many(&throttle, password).await, 20);
        assert_eq!(right(&throttle, password, 1).await, 429);
        assert_eq!(right(&throttle, code, 1).await, 200);
        assert_eq!(right(&throttle, password, 1).await, 200);
        assert_eq!(right(&throttle, password, 2).await, 429);
    }

    #[tokio::test]
    async fn resets_the_counters_after_a_right_guess() {
        let throttle = Fixture::new(&[]).await;
        for from in [None, Some(address(1))] {
            for _ in 0..10 {
                assert_eq!(wrong(&throttle, Secret::MasterPassword, from, 4).await, 4);
                assert_eq!(guess(&throttle, Secret::MasterPassword, from, Ok(())).await, 200);
            }
        }
    }

    #[tokio::test]
    async fn does_not_count_a_guess_when_the_check_fails() {
        let throttle = Fixture::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for _ in 0..100 {
            let fault = Err(ApiError::Unavailable);
            assert_eq!(guess(&throttle, secret, Some(address(1)), fault).await, 503);
        }
        assert_eq!(wrong(&throttle, secret, Some(address(1)), 10).await, 5);
        assert_eq!(wrong_from_many(&throttle, secret).await, 15);
    }

    #[tokio::test]
    async fn counts_nothing_when_limits_are_switched_off() {
        let throttle = Fixture::new(&[("ENABLED", "false")]).await;
        assert_eq!(wrong(&throttle, Secret::MasterPassword, None, 1_000).await, 1_000);
    }
}
