//! Strangers on many networks use up nothing of what an owner needs.

use blog_app::actions::housekeeping;
use blog_app::domain::Clock as _;
use blog_app::store::{StoreError, outbox};
use serde_json::json;

use crate::support::blocking;
use crate::support::networks::{Networks, STRANGERS};
use crate::support::people::{PASSWORD, assert_refused, other_than};

const EMAIL: &str = "ada@example.org";
/// The network of the owner, and one on which they never were.
const HOME: u8 = 1;
const ABROAD: u8 = 2;
const VERIFY: &str = "/api/auth/verify-otp";
const RESET: &str = "/api/auth/reset-password";

async fn register(networks: &Networks) {
    let body = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
    assert_eq!(networks.status(HOME, "/api/auth/register", body).await, 201);
}

async fn login(networks: &Networks, from: u8, path: &str) -> u16 {
    let body = json!({"email": EMAIL, "password": PASSWORD});
    networks.status(from, path, body).await
}

#[tokio::test]
async fn owners_sign_in_from_a_known_network_also_after_a_restart() {
    let mut networks = Networks::new();
    networks.site.reader("Ada");
    networks.site.admin("ada");
    for path in ["/api/auth/login", "/api/admin/login"] {
        assert_eq!(login(&networks, HOME, path).await, 200);
        networks.guess_passwords(path, EMAIL).await;
        assert_eq!(login(&networks, ABROAD, path).await, 429);
        assert_eq!(login(&networks, HOME, path).await, 200);
        networks.restart();
        networks.guess_passwords(path, EMAIL).await;
        assert_eq!(login(&networks, ABROAD, path).await, 429);
        assert_eq!(login(&networks, HOME, path).await, 200);
    }
}

#[tokio::test]
async fn a_fresh_sign_up_is_verified_from_the_network_that_registered() {
    for is_restarted in [false, true] {
        let mut networks = Networks::new();
        register(&networks).await;
        let code = networks.site.last_code(EMAIL);
        networks.guess_codes(VERIFY, EMAIL, "").await;
        if is_restarted {
            networks.restart();
        }
        assert_eq!(
            networks.verify(ABROAD, EMAIL, &code).await,
            429,
            "strangers used it up"
        );
        assert_eq!(networks.verify(HOME, EMAIL, &code).await, 200);
    }
}

#[tokio::test]
async fn owners_reset_their_password_from_a_known_network() {
    for is_restarted in [false, true] {
        let mut networks = Networks::new();
        networks.site.reader("Ada");
        assert_eq!(login(&networks, HOME, "/api/auth/login").await, 200);
        let forgot = json!({"email": EMAIL});
        let path = "/api/auth/forgot-password";
        assert_eq!(networks.status(HOME, path, forgot).await, 200);
        let code = networks.site.last_code(EMAIL);
        networks.guess_codes(RESET, EMAIL, "another horse").await;
        if is_restarted {
            networks.restart();
        }
        let reset = json!({"email": EMAIL, "otp": code, "newPassword": "another horse"});
        assert_eq!(networks.status(ABROAD, RESET, reset.clone()).await, 429);
        assert_eq!(networks.status(HOME, RESET, reset).await, 200);
    }
}

#[tokio::test]
async fn each_network_has_tries_of_its_own() {
    let networks = Networks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    for _ in 0..5 {
        assert_eq!(networks.verify(100, EMAIL, other_than(&code)).await, 400);
    }
    assert_eq!(networks.verify(100, EMAIL, &code).await, 429);
    assert_eq!(networks.verify(ABROAD, EMAIL, &code).await, 200);
}

/// Strangers ask for codes until none of them gets one.
async fn use_up_codes(networks: &Networks) -> usize {
    let mut sent = 0;
    for from in STRANGERS {
        loop {
            networks.site.clock.advance_seconds(60);
            if networks.resend(from, EMAIL).await != 200 {
                break;
            }
            sent += 1;
        }
    }
    sent
}

#[tokio::test]
async fn owners_get_codes_when_strangers_used_up_theirs() {
    let networks = Networks::new();
    register(&networks).await;
    // Ten of each network, and forty of all that the account does not know.
    assert_eq!(use_up_codes(&networks).await, 40);
    assert_eq!(networks.resend(ABROAD, EMAIL).await, 429);
    assert_eq!(networks.resend(HOME, EMAIL).await, 200);
    networks.site.clock.advance_seconds(60);
    // Abroad the right password brings one as well.
    let mails = networks.site.mails_to(EMAIL).len();
    assert_eq!(login(&networks, ABROAD, "/api/auth/login").await, 200);
    assert_eq!(networks.site.mails_to(EMAIL).len(), mails + 1);
    let code = networks.site.last_code(EMAIL);
    assert_eq!(networks.verify(ABROAD, EMAIL, &code).await, 200);
}

#[tokio::test]
async fn an_account_is_not_removed_while_its_codes_are_blocked() {
    let networks = Networks::new();
    let (store, clock) = (&networks.site.store, &networks.site.clock);
    register(&networks).await;
    clock.advance_seconds(24 * 3_600 - 60);
    assert_eq!(networks.resend(100, EMAIL).await, 200);
    networks.guess_codes(VERIFY, EMAIL, "").await;
    clock.advance_seconds(61);
    let swept = housekeeping::sweep(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 0);
    clock.advance_seconds(24 * 3_600);
    let swept = housekeeping::sweep(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1, "a day after the last of them");
}

#[tokio::test]
async fn one_network_alone_does_not_keep_an_unverified_account() {
    let networks = Networks::new();
    let (store, clock) = (&networks.site.store, &networks.site.clock);
    register(&networks).await;
    clock.advance_seconds(24 * 3_600 - 60);
    assert_eq!(networks.resend(100, EMAIL).await, 200);
    let wrong = other_than(&networks.site.last_code(EMAIL));
    while networks.verify(100, EMAIL, wrong).await != 429 {}
    clock.advance_seconds(61);
    let swept = housekeeping::sweep(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
}

#[tokio::test]
async fn strangers_keep_an_unverified_account_for_seven_days_at_most() {
    let mut networks = Networks::new();
    let (store, clock) = (networks.site.store.clone(), networks.site.clock.clone());
    register(&networks).await;
    for day in 1..=7 {
        clock.advance_seconds(24 * 3_600 - 60);
        assert_eq!(networks.resend(100, EMAIL).await, 200);
        // The limit of an hour on wrong guesses goes by the real clock.
        networks.restart();
        networks.guess_codes(VERIFY, EMAIL, "").await;
        clock.advance_seconds(60);
        let swept = housekeeping::sweep(&store, clock.now()).await.unwrap();
        assert_eq!(swept.accounts, 0, "day {day}");
    }
    clock.advance_seconds(1);
    let swept = housekeeping::sweep(&store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
}

#[tokio::test]
async fn a_stranger_who_signed_up_with_an_address_is_a_stranger_to_its_owner() {
    let networks = Networks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    assert_eq!(networks.verify(ABROAD, EMAIL, &code).await, 200);
    networks.guess_passwords("/api/auth/login", EMAIL).await;
    assert_eq!(login(&networks, HOME, "/api/auth/login").await, 429);
    assert_eq!(login(&networks, ABROAD, "/api/auth/login").await, 200);
}

#[tokio::test]
async fn a_clock_that_jumps_back_revives_no_code_and_lengthens_no_wait() {
    let mut networks = Networks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    let typed = json!({"email": EMAIL, "otp": code});
    let expired = "Verification code has expired";
    networks.site.clock.advance_seconds(10 * 60);
    let late = networks.post(HOME, VERIFY, typed.clone()).await;
    assert_refused(&late, 400, expired);
    for _ in 0..2 {
        networks.site.clock.advance_seconds(-3_600);
        let later = networks.post(HOME, VERIFY, typed.clone()).await;
        assert_refused(&later, 400, expired);
        networks.restart();
    }
    assert_eq!(networks.resend(HOME, EMAIL).await, 200);
    for _ in 0..2 {
        networks.site.clock.advance_seconds(-3_600);
        let early = networks
            .post(HOME, "/api/auth/resend-otp", json!({"email": EMAIL}))
            .await;
        let wait: u64 = early.header("retry-after").to_str().unwrap().parse().unwrap();
        assert!((30..=60).contains(&wait), "{wait}");
        networks.restart();
    }
    assert_eq!(
        networks
            .verify(HOME, EMAIL, &networks.site.last_code(EMAIL))
            .await,
        200
    );
}

#[tokio::test]
async fn a_code_is_mailed_at_once_after_the_clock_jumped_back() {
    let networks = Networks::new();
    register(&networks).await;
    networks.site.clock.advance_seconds(-365 * 24 * 3_600);
    assert_eq!(networks.resend(HOME, EMAIL).await, 429);
    networks.site.clock.advance_seconds(365 * 24 * 3_600 + 60);
    assert_eq!(networks.resend(HOME, EMAIL).await, 200);
    networks.site.clock.advance_seconds(-365 * 24 * 3_600);
    let now = networks.site.clock.now();
    let due: Result<_, StoreError> = blocking(|| {
        networks
            .site
            .store
            .read_blocking(move |tx| outbox::due(tx, now, 10))
    });
    assert_eq!(due.unwrap().len(), 2);
}

/// Whoever signs up with the address of somebody else knows the password, and so makes every network known.
#[tokio::test]
async fn who_knows_the_password_cannot_try_codes_from_ever_more_networks() {
    let networks = Networks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    let mut compared = 0;
    for from in 10..30 {
        assert_eq!(login(&networks, from, "/api/auth/login").await, 200);
        for _ in 0..5 {
            compared += usize::from(networks.verify(from, EMAIL, other_than(&code)).await == 400);
        }
    }
    assert_eq!(compared, 30);
}
