//! Password reset by a mailed code.

use std::time::Instant;

use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::networks::SiteWithNetworks;

async fn forgot(site: &Site, email: &str) -> axum_test::TestResponse {
    site.post("/api/auth/forgot-password", json!({"email": email}))
        .await
}

async fn reset(site: &Site, email: &str, code: &str, password: &str) -> axum_test::TestResponse {
    let body = json!({"email": email, "otp": code, "newPassword": password});
    site.post("/api/auth/reset-password", body).await
}

#[tokio::test]
async fn does_not_reveal_registered_addresses() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let mut bodies = Vec::new();
    let mut times = Vec::new();
    for email in [&*reader.email, "nobody@example.org", &reader.email] {
        let started = Instant::now();
        let response = forgot(&site, email).await;
        times.push(started.elapsed().as_millis());
        response.assert_status_ok();
        bodies.push(response.json::<Value>());
    }
    assert_eq!(bodies[0], bodies[1]);
    assert_eq!(bodies[0], bodies[2]);
    assert!(times.iter().all(|time| *time >= 400), "{times:?}");
    assert_eq!(site.emails_to(&reader.email).len(), 1);
    assert!(site.emails_to("nobody@example.org").is_empty());
    // Wrong codes get the same refusal.
    for email in [&*reader.email, "nobody@example.org"] {
        let wrong = crate::support::accounts::wrong_code(&site.last_code(&reader.email));
        assert_rejected(
            &reset(&site, email, wrong, PASSWORD).await,
            400,
            "Invalid verification code",
        );
    }
}

#[tokio::test]
async fn sets_the_password_and_verifies_the_address() {
    let site = Site::new();
    site.register("Ada", "ada@example.org").await;
    site.clock.advance_seconds(1);
    forgot(&site, "ada@example.org").await.assert_status_ok();
    let code = site.last_code("ada@example.org");
    let short = reset(&site, "ada@example.org", &code, "short").await;
    assert_rejected(&short, 400, "Password must be at least 8 characters long");
    assert!(short.json::<Value>()["errors"]["newPassword"].is_string());
    reset(&site, "ada@example.org", &code, "another horse")
        .await
        .assert_status_ok();
    assert_rejected(
        &reset(&site, "ada@example.org", &code, "a third horse").await,
        400,
        "Invalid verification code",
    );
    let login = |password: &str| json!({"email": "ada@example.org", "password": password});
    assert_rejected(
        &site.post("/api/auth/login", login(PASSWORD)).await,
        401,
        "Incorrect password",
    );
    let body: Value = site.post("/api/auth/login", login("another horse")).await.json();
    assert_eq!(body["requiresVerification"], false);
}

#[tokio::test]
async fn does_not_count_a_refused_password_as_a_wrong_code() {
    let networks = SiteWithNetworks::new();
    let site = &networks.site;
    let reader = site.reader("Ada Lovelace");
    forgot(site, &reader.email).await.assert_status_ok();
    let code = site.last_code(&reader.email);
    let reset = async |password: &str| {
        let body = json!({"email": reader.email, "otp": code, "newPassword": password});
        networks.post(1, "/api/auth/reset-password", body).await
    };
    // More often than one network may send wrong codes.
    for _ in 0..8 {
        let refused = reset("ada lovelace").await;
        assert_rejected(&refused, 400, "This password is too common");
        assert!(refused.json::<Value>()["errors"]["newPassword"].is_string());
    }
    reset("another horse").await.assert_status_ok();
}

#[tokio::test]
async fn invalidates_a_code_by_age_and_by_wrong_guesses() {
    let site = Site::new();
    let reader = site.reader("Ada");
    forgot(&site, &reader.email).await;
    let code = site.last_code(&reader.email);
    site.clock.advance_seconds(600);
    assert_rejected(
        &reset(&site, &reader.email, &code, PASSWORD).await,
        400,
        "Verification code has expired",
    );
    forgot(&site, &reader.email).await;
    let code = site.last_code(&reader.email);
    let wrong = crate::support::accounts::wrong_code(&code);
    for _ in 0..5 {
        reset(&site, &reader.email, wrong, PASSWORD).await;
    }
    assert_rejected(
        &reset(&site, &reader.email, &code, PASSWORD).await,
        429,
        "Too many attempts. Please request a new code.",
    );
}
