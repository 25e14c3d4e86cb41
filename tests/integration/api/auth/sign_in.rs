//! Login of readers.

use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::{PASSWORD, assert_rejected};

async fn login(site: &Site, email: &str, password: &str) -> axum_test::TestResponse {
    site.post("/api/auth/login", json!({"email": email, "password": password}))
        .await
}

#[tokio::test]
async fn accepts_the_email_in_any_letter_case() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let body: Value = login(&site, " ADA@Example.ORG ", PASSWORD).await.json();
    assert_eq!(body["requiresVerification"], false);
    assert_eq!(body["user"]["_id"], reader.id.to_string());
    assert!(!body.to_string().contains("argon2"));
    let token = body["token"].as_str().unwrap();
    site.get_as(token, "/api/blogs/bookmarks").await;
}

#[tokio::test]
async fn rejects_an_unknown_email_and_a_wrong_password() {
    let site = Site::new();
    let reader = site.reader("Ada");
    assert_rejected(
        &login(&site, "nobody@example.org", PASSWORD).await,
        401,
        "Email is not registered",
    );
    for wrong in ["", "Correct horse", "correct horse ", &"x".repeat(5_000)] {
        assert_rejected(
            &login(&site, &reader.email, wrong).await,
            401,
            "Incorrect password",
        );
    }
    assert_rejected(
        &login(&site, "not an address", PASSWORD).await,
        400,
        "Please enter a valid email address",
    );
}

#[tokio::test]
async fn sends_an_unverified_reader_a_code_instead_of_a_token() {
    let site = Site::new();
    site.register("Ada", "ada@example.org").await;
    assert_rejected(
        &login(&site, "ada@example.org", "wrong horse").await,
        401,
        "Incorrect password",
    );
    for (seconds, mails) in [(30, 1), (31, 2)] {
        site.clock.advance_seconds(seconds);
        let response = login(&site, "ada@example.org", PASSWORD).await;
        response.assert_status_ok();
        let body: Value = response.json();
        assert_eq!(body["requiresVerification"], true);
        assert_eq!(body["user"]["email"], "ada@example.org");
        assert!(body.get("token").is_none());
        assert_eq!(site.emails_to("ada@example.org").len(), mails);
    }
}

#[tokio::test]
async fn tells_a_banned_reader_the_reason() {
    let site = Site::new();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    site.ban(ada.id, "");
    site.ban(bo.id, "Advertising");
    assert_rejected(
        &login(&site, &ada.email, PASSWORD).await,
        403,
        "Your account has been banned",
    );
    assert_rejected(
        &login(&site, &bo.email, PASSWORD).await,
        403,
        "Your account has been banned: Advertising",
    );
    assert_rejected(&login(&site, &bo.email, "guess").await, 401, "Incorrect password");
}
