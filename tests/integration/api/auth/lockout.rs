//! Attackers on many client networks cannot lock the owner out of an account.

use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use blog_app::store::outbox::Lane;
use blog_app::store::{StoreError, outbox};
use serde_json::json;

use crate::support::accounts::{PASSWORD, assert_rejected, wrong_code};
use crate::support::blocking;
use crate::support::networks::{SiteWithNetworks, UNKNOWN_NETWORKS};

const EMAIL: &str = "ada@example.org";
/// The owner's network, and one that the account does not know.
const HOME: u8 = 1;
const UNKNOWN: u8 = 2;
const VERIFY: &str = "/api/auth/verify-otp";
const RESET: &str = "/api/auth/reset-password";

async fn register(networks: &SiteWithNetworks) {
    let body = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
    assert_eq!(networks.status(HOME, "/api/auth/register", body).await, 201);
}

async fn login(networks: &SiteWithNetworks, from: u8, path: &str) -> u16 {
    let body = json!({"email": EMAIL, "password": PASSWORD});
    networks.status(from, path, body).await
}

#[tokio::test]
async fn lets_a_known_network_log_in_under_attack_and_after_a_restart() {
    let mut networks = SiteWithNetworks::new();
    networks.site.reader("Ada");
    networks.site.admin("ada");
    for path in ["/api/auth/login", "/api/admin/login"] {
        assert_eq!(login(&networks, HOME, path).await, 200);
        networks.guess_passwords(path, EMAIL).await;
        assert_eq!(login(&networks, UNKNOWN, path).await, 429);
        assert_eq!(login(&networks, HOME, path).await, 200);
        networks.restart();
        networks.guess_passwords(path, EMAIL).await;
        assert_eq!(login(&networks, UNKNOWN, path).await, 429);
        assert_eq!(login(&networks, HOME, path).await, 200);
    }
}

#[tokio::test]
async fn counts_wrong_passwords_before_a_restart() {
    let mut networks = SiteWithNetworks::new();
    networks.site.reader("Ada");
    let path = "/api/auth/login";
    networks.guess_passwords(path, EMAIL).await;
    networks.restart();
    let body = json!({"email": EMAIL, "password": PASSWORD});
    let refused = networks.post(UNKNOWN, path, body).await;
    assert_eq!(refused.status_code(), 429);
    assert_eq!(refused.header("retry-after"), "181");
    networks.site.clock.advance_seconds(179);
    assert_eq!(login(&networks, UNKNOWN, path).await, 429);
    networks.site.clock.advance_seconds(1);
    assert_eq!(login(&networks, UNKNOWN, path).await, 200);
}

#[tokio::test]
async fn lets_the_registering_network_verify_under_attack() {
    for is_restarted in [false, true] {
        let mut networks = SiteWithNetworks::new();
        register(&networks).await;
        let code = networks.site.last_code(EMAIL);
        networks.guess_codes(VERIFY, EMAIL, "").await;
        if is_restarted {
            networks.restart();
        }
        assert_eq!(
            networks.verify(UNKNOWN, EMAIL, &code).await,
            429,
            "unknown networks used up the attempts"
        );
        assert_eq!(networks.verify(HOME, EMAIL, &code).await, 200);
    }
}

#[tokio::test]
async fn lets_a_known_network_reset_the_password_under_attack() {
    for is_restarted in [false, true] {
        let mut networks = SiteWithNetworks::new();
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
        assert_eq!(networks.status(UNKNOWN, RESET, reset.clone()).await, 429);
        assert_eq!(networks.status(HOME, RESET, reset).await, 200);
    }
}

#[tokio::test]
async fn counts_attempts_per_network() {
    let networks = SiteWithNetworks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    for _ in 0..5 {
        assert_eq!(networks.verify(100, EMAIL, wrong_code(&code)).await, 400);
    }
    assert_eq!(networks.verify(100, EMAIL, &code).await, 429);
    assert_eq!(networks.verify(UNKNOWN, EMAIL, &code).await, 200);
}

/// Requests codes from unknown networks until all are refused. Returns how many were sent.
async fn request_all_codes(networks: &SiteWithNetworks) -> usize {
    let mut sent = 0;
    for from in UNKNOWN_NETWORKS {
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
async fn sends_a_known_network_codes_after_unknown_ones_reach_their_limit() {
    let networks = SiteWithNetworks::new();
    register(&networks).await;
    // Ten for each network, and forty for all unknown networks together.
    assert_eq!(request_all_codes(&networks).await, 40);
    assert_eq!(networks.resend(UNKNOWN, EMAIL).await, 429);
    assert_eq!(networks.resend(HOME, EMAIL).await, 200);
    networks.site.clock.advance_seconds(60);
    // The right password from an unknown network sends a code as well.
    let mails = networks.site.emails_to(EMAIL).len();
    assert_eq!(login(&networks, UNKNOWN, "/api/auth/login").await, 200);
    assert_eq!(networks.site.emails_to(EMAIL).len(), mails + 1);
    let code = networks.site.last_code(EMAIL);
    assert_eq!(networks.verify(UNKNOWN, EMAIL, &code).await, 200);
}

#[tokio::test]
async fn keeps_an_unverified_account_while_its_codes_are_blocked() {
    let networks = SiteWithNetworks::new();
    let (store, clock) = (&networks.site.store, &networks.site.clock);
    register(&networks).await;
    clock.advance_seconds(24 * 3_600 - 60);
    assert_eq!(networks.resend(100, EMAIL).await, 200);
    networks.guess_codes(VERIFY, EMAIL, "").await;
    clock.advance_seconds(61);
    let swept = clean_up::clean_up(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 0);
    clock.advance_seconds(24 * 3_600);
    let swept = clean_up::clean_up(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1, "a day after the last code");
}

#[tokio::test]
async fn removes_an_unverified_account_that_only_one_network_attacks() {
    let networks = SiteWithNetworks::new();
    let (store, clock) = (&networks.site.store, &networks.site.clock);
    register(&networks).await;
    clock.advance_seconds(24 * 3_600 - 60);
    assert_eq!(networks.resend(100, EMAIL).await, 200);
    let wrong = wrong_code(&networks.site.last_code(EMAIL));
    while networks.verify(100, EMAIL, wrong).await != 429 {}
    clock.advance_seconds(61);
    let swept = clean_up::clean_up(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
}

#[tokio::test]
async fn removes_an_unverified_account_under_attack_after_seven_days() {
    let networks = SiteWithNetworks::new();
    let (store, clock) = (&networks.site.store, &networks.site.clock);
    register(&networks).await;
    for day in 1..=7 {
        clock.advance_seconds(24 * 3_600 - 60);
        assert_eq!(networks.resend(100, EMAIL).await, 200);
        networks.guess_codes(VERIFY, EMAIL, "").await;
        clock.advance_seconds(60);
        let swept = clean_up::clean_up(store, clock.now()).await.unwrap();
        assert_eq!(swept.accounts, 0, "day {day}");
    }
    clock.advance_seconds(1);
    let swept = clean_up::clean_up(store, clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
}

#[tokio::test]
async fn forgets_the_registering_network_when_another_one_verifies() {
    let networks = SiteWithNetworks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    assert_eq!(networks.verify(UNKNOWN, EMAIL, &code).await, 200);
    networks.guess_passwords("/api/auth/login", EMAIL).await;
    assert_eq!(login(&networks, HOME, "/api/auth/login").await, 429);
    assert_eq!(login(&networks, UNKNOWN, "/api/auth/login").await, 200);
}

#[tokio::test]
async fn keeps_codes_expired_and_waits_bounded_when_the_clock_jumps_back() {
    let mut networks = SiteWithNetworks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    let body = json!({"email": EMAIL, "otp": code});
    let expired = "Verification code has expired";
    networks.site.clock.advance_seconds(10 * 60);
    let late = networks.post(HOME, VERIFY, body.clone()).await;
    assert_rejected(&late, 400, expired);
    for _ in 0..2 {
        networks.site.clock.advance_seconds(-3_600);
        let later = networks.post(HOME, VERIFY, body.clone()).await;
        assert_rejected(&later, 400, expired);
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
async fn mails_a_code_at_once_after_the_clock_jumps_back() {
    let networks = SiteWithNetworks::new();
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
            .read_blocking(move |tx| outbox::due(tx, Lane::Account, now, 10))
    });
    assert_eq!(due.unwrap().len(), 2);
}

/// An attacker who registers somebody else's address knows the password; each login makes a network known.
#[tokio::test]
async fn limits_code_guesses_across_networks_that_know_the_password() {
    let networks = SiteWithNetworks::new();
    register(&networks).await;
    let code = networks.site.last_code(EMAIL);
    let mut compared = 0;
    for from in 10..30 {
        // Of the networks that an account knows, the last ones seen are kept.
        networks.site.clock.advance_seconds(1);
        assert_eq!(login(&networks, from, "/api/auth/login").await, 200);
        for _ in 0..5 {
            compared += usize::from(networks.verify(from, EMAIL, wrong_code(&code)).await == 400);
        }
    }
    assert_eq!(compared, 30);
}
