//! How often a secret may be named wrongly, wherever the guesses come from.
//!
//! Limits for each client network do not stop somebody who has many. So the wrong guesses at one account's secret are
//! counted together, whether there is such an account or not. That alone would let a stranger lock its owner out:
//! therefore one network has only a share of them, and a network from which the owner has signed in before is counted
//! apart from all the others. Those networks are kept in the database. Owners on a new network, while many guess, have
//! the mailed code of a forgotten password, which is counted apart as well and makes the network one of theirs.
//!
//! An account's guess epoch is part of what is counted: raising it in the database, as `blog-app admin unlock` does,
//! forgets all wrong guesses at the account at once.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use governor::Quota;

use super::ApiError;
use super::limiter::Limiter;
use crate::auth::network::NetworkHasher;
use crate::config;
use crate::domain::causes::with_causes;
use crate::domain::code::Purpose;
use crate::domain::user::Email;
use crate::domain::{Account, Clock, NetworkHash, Time};
use crate::store::networks::{self, Acquaintance, Owner};
use crate::store::{Store, StoreError, Touched};

/// The networks that it takes to use up all wrong guesses at one secret.
const NETWORKS_TO_USE_ALL: u32 = 4;
/// A network that was seen less than this ago is not written again.
const SEEN_MILLISECONDS: i64 = 24 * 3_600_000;
const TOO_MANY: &str = "Too many failed attempts. Please wait a while and try again.";

/// What can be guessed.
#[derive(Debug, Clone, Copy, Hash)]
pub(super) enum Secret<'a> {
    /// The password of the reader with this address.
    ReaderPassword(&'a Email),
    /// The password of the administrator with this address.
    AdminPassword(&'a Email),
    /// A code that was mailed for this purpose to the reader who has this address until it takes effect.
    Code(Purpose, &'a Email),
    /// A code that was mailed to the new address of the administrator who has this one until it takes effect.
    AdminCode(&'a Email),
    /// That of the settings.
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

/// The wrong guesses of late. Neither addresses nor secrets are kept, only hashes of whose they are.
pub struct Guesses {
    limits: Option<Limits>,
    store: Store,
    networks: Arc<NetworkHasher>,
    clock: Arc<dyn Clock>,
}

struct Limits {
    /// Those at one secret, from everywhere but where its owner has signed in.
    wrong: Limiter<u64>,
    /// The share of one network in them.
    wrong_of_network: Limiter<u64>,
    hasher: RandomState,
}

impl Guesses {
    /// The limits of the settings; none when they are switched off.
    pub(super) fn new(
        settings: &config::RateLimit,
        store: Store,
        networks: Arc<NetworkHasher>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let all = settings.wrong_guesses_per_hour;
        let share = NonZeroU32::new(all.get() / NETWORKS_TO_USE_ALL).unwrap_or(NonZeroU32::MIN);
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

    /// Checks a guess that comes from a client network, unless there were too many wrong ones. It counts as a wrong one
    /// until it turns out to be right, so that many at once are no way around the limit. A `check` that refuses it
    /// says so with an error of the caller's; a guess that was never compared does not count. After a right one the account
    /// knows the network.
    pub(super) async fn check<T>(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        check: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let (owner, hash) = (secret.owner(), self.networks.hash(network));
        let asked = hash.clone();
        let acquaintance: Result<Acquaintance, StoreError> = self
            .store
            .read(move |tx| networks::acquaintance(tx, &owner, &asked))
            .await;
        let acquaintance = acquaintance?;
        let guess = match &self.limits {
            Some(limits) => Some((limits, limits.begin(secret, network, acquaintance)?)),
            None => None,
        };
        let checked = check.await;
        match (&checked, guess) {
            (Ok(_), Some((limits, guess))) => limits.was_right(&guess),
            (Err(error), Some((limits, guess))) if error.leaves_guess_open() => limits.give_back(&guess),
            _ => {}
        }
        if checked.is_ok() {
            self.remember(acquaintance, hash).await;
        }
        checked
    }

    /// Remembers the network, at most once a day. Who cannot be remembered, as on a full disk, signs in all the same.
    async fn remember(&self, acquaintance: Acquaintance, network: NetworkHash) {
        let now = self.clock.now();
        let is_recent = |seen: Time| now.milliseconds() - seen.milliseconds() < SEEN_MILLISECONDS;
        let Acquaintance { account, seen_at, .. } = acquaintance;
        let is_due = !network.is_shared() && !seen_at.is_some_and(is_recent);
        let Some(account) = account.filter(|_| is_due) else {
            return;
        };
        if let Err(error) = self.store_network(account, network, now).await {
            tracing::warn!(
                error = with_causes(&error),
                "the network of a sign-in could not be remembered"
            );
        }
    }

    async fn store_network(
        &self,
        account: Account,
        network: NetworkHash,
        now: Time,
    ) -> Result<(), StoreError> {
        self.store
            .write_touching(Touched::Nothing, move |tx| {
                networks::remember(tx, account, &network, now)
            })
            .await
    }
}

/// Where a guess is counted.
struct Guess {
    tally: u64,
    share: Option<u64>,
}

impl Limits {
    fn begin(
        &self,
        secret: Secret<'_>,
        network: Option<IpAddr>,
        acquaintance: Acquaintance,
    ) -> Result<Guess, ApiError> {
        let epoch = acquaintance.guess_epoch;
        let of_network = network.map(|network| self.key((secret, epoch, Some(network))));
        let everybody = self.key((secret, epoch, None::<IpAddr>));
        let guess = match of_network {
            Some(own) if acquaintance.seen_at.is_some() => Guess {
                tally: own,
                share: None,
            },
            share => Guess {
                tally: everybody,
                share,
            },
        };
        self.count(&guess)
            .map_err(|seconds| ApiError::TooMany(TOO_MANY, Some(seconds)))?;
        Ok(guess)
    }

    /// A share that is used up takes nothing from the others, and what the others used up nothing from a share.
    fn count(&self, guess: &Guess) -> Result<(), u64> {
        if let Some(share) = &guess.share {
            self.wrong_of_network.check(share)?;
        }
        self.wrong.check(&guess.tally).inspect_err(|_| {
            if let Some(share) = &guess.share {
                self.wrong_of_network.give_back(share);
            }
        })
    }

    /// Forgives the wrong ones before it.
    fn was_right(&self, guess: &Guess) {
        self.wrong.forget(&guess.tally);
        if let Some(share) = &guess.share {
            self.wrong_of_network.forget(share);
        }
    }

    fn give_back(&self, guess: &Guess) {
        self.wrong.give_back(&guess.tally);
        if let Some(share) = &guess.share {
            self.wrong_of_network.give_back(share);
        }
    }

    fn key(&self, guessed: impl Hash) -> u64 {
        self.hasher.hash_one(guessed)
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::ops::Deref;

    use axum::response::IntoResponse as _;
    use tempfile::TempDir;

    use super::*;
    use crate::actions::housekeeping;
    use crate::auth::secret::SigningSecret;
    use crate::config::{Config, Flags};
    use crate::domain::admin::AdminName;
    use crate::domain::user::{Name, NewUser};
    use crate::domain::{AdminId, SystemClock, SystemEntropy, UserId};
    use crate::store::{StoreOptions, Tx, admins, users};

    /// Limits on a database of their own, with the reader Ada and the administrator Ada.
    struct World {
        guesses: Guesses,
        settings: config::RateLimit,
        _folder: TempDir,
    }

    impl Deref for World {
        type Target = Guesses;

        fn deref(&self) -> &Guesses {
            &self.guesses
        }
    }

    impl World {
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
                guesses: begin(&settings, store),
                settings,
                _folder: folder,
            }
        }

        /// The same database after the process has ended and begun again.
        fn restart(&mut self) {
            self.guesses = begin(&self.settings, self.guesses.store.clone());
        }

        async fn write(&self, work: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static) {
            self.store.write(work).await.unwrap();
        }
    }

    fn begin(settings: &config::RateLimit, store: Store) -> Guesses {
        let hasher = NetworkHasher::new(SigningSecret::from_text("a secret"));
        Guesses::new(settings, store, Arc::new(hasher), Arc::new(SystemClock))
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
        let guesses = World::new(&[]).await;
        let (ada, bo) = (ada(), Email::parse("bo@example.org").unwrap());
        for secret in [
            Secret::AdminPassword(&ada),
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
            Secret::Code(Purpose::VerifyEmail, &ada),
            Secret::AdminPassword(&bo),
            Secret::MasterPassword,
        ] {
            assert_eq!(wrong_from_many(&guesses, secret).await, 20, "{secret:?}");
        }
    }

    #[tokio::test]
    async fn one_stranger_does_not_lock_an_owner_out_on_a_new_address() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        for secret in [
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
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
        let guesses = World::new(&[]).await;
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
    async fn a_guess_that_was_never_compared_does_not_count() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for _ in 0..50 {
            let busy = Err(ApiError::NetworkBusy);
            assert_eq!(guess(&guesses, secret, Some(address(1)), busy).await, 429);
        }
        assert_eq!(right(&guesses, secret, 1).await, 200);
    }

    #[tokio::test]
    async fn a_network_stays_known_after_a_restart() {
        let mut guesses = World::new(&[]).await;
        let ada = ada();
        for secret in [Secret::ReaderPassword(&ada), Secret::AdminPassword(&ada)] {
            assert_eq!(right(&guesses, secret, 1).await, 200);
            guesses.restart();
            assert_eq!(wrong_from_many(&guesses, secret).await, 20, "{secret:?}");
            assert_eq!(right(&guesses, secret, 2).await, 429, "{secret:?}");
            assert_eq!(right(&guesses, secret, 1).await, 200, "{secret:?}");
        }
        // Where one administrator has signed in, the master password is counted apart as well.
        assert_eq!(wrong_from_many(&guesses, Secret::MasterPassword).await, 20);
        assert_eq!(right(&guesses, Secret::MasterPassword, 2).await, 429);
        assert_eq!(right(&guesses, Secret::MasterPassword, 1).await, 200);
    }

    #[tokio::test]
    async fn a_network_is_a_strangers_again_after_90_days() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        assert_eq!(right(&guesses, secret, 1).await, 200);
        let later = |days: i64| SystemClock.now().plus_milliseconds(days * 24 * 3_600_000);
        housekeeping::sweep(&guesses.store, later(89)).await.unwrap();
        assert_eq!(wrong_from_many(&guesses, secret).await, 20);
        assert_eq!(right(&guesses, secret, 1).await, 200);
        let swept = housekeeping::sweep(&guesses.store, later(91)).await.unwrap();
        assert_eq!(swept.known_networks, 1);
        assert_eq!(right(&guesses, secret, 1).await, 429);
    }

    #[tokio::test]
    async fn an_account_knows_its_twenty_newest_networks() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        let secret = Secret::ReaderPassword(&ada);
        for from in 1..=25 {
            assert_eq!(right(&guesses, secret, from).await, 200);
        }
        assert_eq!(wrong_from_many(&guesses, secret).await, 20);
        for (from, expected) in [(5, 429), (6, 200), (25, 200)] {
            assert_eq!(right(&guesses, secret, from).await, expected, "{from}");
        }
    }

    #[tokio::test]
    async fn unlocking_forgets_wrong_guesses_in_the_running_site() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        let (reader, admin) = (Secret::ReaderPassword(&ada), Secret::AdminPassword(&ada));
        for secret in [reader, admin] {
            assert_eq!(wrong_from_many(&guesses, secret).await, 20);
            assert_eq!(right(&guesses, secret, 1).await, 429);
        }
        guesses
            .write(|tx| {
                let admin = admins::by_name(tx, "ada")?.unwrap();
                networks::forgive(tx, Account::Admin(admin.id))
            })
            .await;
        assert_eq!(right(&guesses, admin, 1).await, 200);
        assert_eq!(right(&guesses, reader, 1).await, 429);
        let email = ada.clone();
        guesses
            .write(move |tx| {
                let reader = users::credentials(tx, &email)?.unwrap();
                networks::forgive(tx, Account::Reader(reader.user.id))
            })
            .await;
        assert_eq!(right(&guesses, reader, 1).await, 200);
    }

    #[tokio::test]
    async fn unlocking_an_administrator_forgets_wrong_guesses_at_the_master_password() {
        let guesses = World::new(&[]).await;
        assert_eq!(wrong_from_many(&guesses, Secret::MasterPassword).await, 20);
        assert_eq!(right(&guesses, Secret::MasterPassword, 1).await, 429);
        guesses
            .write(|tx| {
                let admin = admins::by_name(tx, "ada")?.unwrap();
                networks::forgive(tx, Account::Admin(admin.id))
            })
            .await;
        assert_eq!(right(&guesses, Secret::MasterPassword, 1).await, 200);
    }

    #[tokio::test]
    async fn a_mailed_code_lets_an_owner_in_again_whom_many_locked_out() {
        let guesses = World::new(&[]).await;
        let ada = ada();
        let (password, code) = (
            Secret::ReaderPassword(&ada),
            Secret::Code(Purpose::ResetPassword, &ada),
        );
        assert_eq!(wrong_from_many(&guesses, password).await, 20);
        assert_eq!(right(&guesses, password, 1).await, 429);
        assert_eq!(right(&guesses, code, 1).await, 200);
        assert_eq!(right(&guesses, password, 1).await, 200);
        assert_eq!(right(&guesses, password, 2).await, 429);
    }

    #[tokio::test]
    async fn a_right_one_forgives_the_wrong_ones_before_it() {
        let guesses = World::new(&[]).await;
        for from in [None, Some(address(1))] {
            for _ in 0..10 {
                assert_eq!(wrong(&guesses, Secret::MasterPassword, from, 4).await, 4);
                assert_eq!(guess(&guesses, Secret::MasterPassword, from, Ok(())).await, 200);
            }
        }
    }

    #[tokio::test]
    async fn a_guess_that_could_not_be_checked_does_not_count() {
        let guesses = World::new(&[]).await;
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
        let guesses = World::new(&[("ENABLED", "false")]).await;
        assert_eq!(wrong(&guesses, Secret::MasterPassword, None, 1_000).await, 1_000);
    }
}
