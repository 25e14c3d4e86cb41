//! Tests of the limits on wrong guesses.

mod counters;

use std::future::ready;
use std::ops::Deref;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::response::IntoResponse as _;
use tempfile::TempDir;

use super::*;
use crate::actions::clean_up;
use crate::auth::secret::SigningSecret;
use crate::config::{Config, Flags};
use crate::domain::admin::AdminName;
use crate::domain::user::{Name, NewUser};
use crate::domain::{Account, AdminId, Role, SystemClock, SystemEntropy, UserId};
use crate::store::StoreError;
use crate::store::admins::NewAdmin;
use crate::store::{StoreOptions, admins, users};

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
    LoginThrottle::new(
        settings,
        store,
        Arc::new(hasher),
        Arc::new(DistinctTimes::default()),
    )
}

/// The system's clock, a millisecond further with each reading, so that no two sign-ins have the same time.
#[derive(Default)]
struct DistinctTimes(AtomicI64);

impl Clock for DistinctTimes {
    fn now(&self) -> Time {
        let readings = self.0.fetch_add(1, Ordering::Relaxed);
        SystemClock.now().plus_milliseconds(readings)
    }
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
    let admin = NewAdmin {
        id: AdminId::new(now, &SystemEntropy),
        username: AdminName::parse("ada").unwrap(),
        email: ada(),
        password_hash: String::new(),
        role: Role::Admin,
        created_at: now,
    };
    admins::insert(tx, &admin)
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
async fn wrong(throttle: &LoginThrottle, secret: Secret<'_>, from: Option<IpAddr>, times: usize) -> usize {
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
    assert_eq!(wrong_from_many(&throttle, secret).await, 20);
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
