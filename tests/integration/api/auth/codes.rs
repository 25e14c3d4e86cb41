//! One-time codes against guessing and flooding (rulings §3).

use serde_json::{Value, json};

use crate::support::accounts::{assert_rejected, code_in, wrong_code};
use crate::support::{Site, run_concurrently};

const EMAIL: &str = "ada@example.org";
const TOO_MANY: &str = "Too many attempts. Please request a new code.";

async fn verify(site: &Site, code: &str) -> axum_test::TestResponse {
    site.post("/api/auth/verify-otp", json!({"email": EMAIL, "otp": code}))
        .await
}

async fn resend(site: &Site) -> axum_test::TestResponse {
    site.post("/api/auth/resend-otp", json!({"email": EMAIL})).await
}

#[tokio::test]
async fn rejects_the_sixth_attempt_even_with_the_right_code() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    for _ in 0..5 {
        assert_rejected(
            &verify(&site, wrong_code(&code)).await,
            400,
            "Invalid verification code",
        );
    }
    assert_rejected(&verify(&site, &code).await, 429, TOO_MANY);

    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn checks_only_five_of_100_concurrent_guesses() {
    // Otherwise the account's limit would apply before the code's.
    let site = Site::configured(&[("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "1000")]);
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    let statuses = run_concurrently(100, |_| async {
        verify(&site, wrong_code(&code)).await.status_code()
    })
    .await;
    assert_eq!(statuses.iter().filter(|status| **status == 400).count(), 5);
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 95);
    assert_rejected(&verify(&site, &code).await, 429, TOO_MANY);
}

#[tokio::test]
async fn does_not_count_malformed_codes() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    for text in ["", "12345", "1234567", "abcdef", "１２３４５６"] {
        assert_rejected(&verify(&site, text).await, 400, "Invalid verification code");
    }
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn expires_a_code_after_ten_minutes() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    site.clock.advance_seconds(10 * 60);
    assert_rejected(&verify(&site, &code).await, 400, "Verification code has expired");
}

/// Requests four codes, a minute apart.
async fn send_four_codes(site: &Site) -> Vec<String> {
    site.register("Ada", EMAIL).await;
    let mut codes = vec![site.last_code(EMAIL)];
    for _ in 0..3 {
        site.clock.advance_seconds(60);
        resend(site).await.assert_status_ok();
        codes.push(site.last_code(EMAIL));
    }
    codes
}

#[tokio::test]
async fn accepts_the_newest_three_codes() {
    for number in 0..4 {
        let site = Site::new();
        let codes = send_four_codes(&site).await;
        let code = &codes[number];
        if number > 0 || codes[1..].contains(code) {
            verify(&site, code).await.assert_status_ok();
        } else {
            assert_rejected(&verify(&site, code).await, 400, "Invalid verification code");
        }
    }
}

#[tokio::test]
async fn counts_wrong_attempts_across_the_newest_codes() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let first = site.last_code(EMAIL);
    for _ in 0..3 {
        verify(&site, wrong_code(&first)).await;
    }
    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    let second = site.last_code(EMAIL);
    let wrong = ["000000", "000001", "000002"]
        .into_iter()
        .find(|code| *code != first && *code != second);
    for _ in 0..2 {
        assert_rejected(
            &verify(&site, wrong.unwrap()).await,
            400,
            "Invalid verification code",
        );
    }
    assert_rejected(&verify(&site, &second).await, 429, TOO_MANY);
    assert_rejected(&verify(&site, &first).await, 429, TOO_MANY);
    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn counts_daily_codes_per_purpose() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    for _ in 0..9 {
        site.clock.advance_seconds(60);
        resend(&site).await.assert_status_ok();
    }
    site.clock.advance_seconds(60);
    assert_eq!(resend(&site).await.status_code(), 429);
    let forgot = json!({"email": EMAIL});
    site.post("/api/auth/forgot-password", forgot)
        .await
        .assert_status_ok();
    assert_eq!(site.emails_to(EMAIL).len(), 11);
}

#[tokio::test]
async fn limits_codes_to_one_a_minute_and_ten_a_day() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    site.clock.advance_seconds(20);
    let early = resend(&site).await;
    assert_rejected(&early, 429, "Please wait before requesting another code");
    assert_eq!(early.header("retry-after"), "40");
    for _ in 0..9 {
        site.clock.advance_seconds(60);
        resend(&site).await.assert_status_ok();
    }
    site.clock.advance_seconds(60);
    let eleventh = resend(&site).await;
    assert_rejected(
        &eleventh,
        429,
        "Too many codes were requested today. Please try again tomorrow.",
    );
    let day = 24 * 3_600 - (20 + 10 * 60);
    assert_eq!(eleventh.header("retry-after"), day.to_string());
    assert_eq!(site.emails_to(EMAIL).len(), 10);
    site.clock.advance_seconds(day);
    resend(&site).await.assert_status_ok();
}

#[tokio::test]
async fn accepts_a_code_only_for_its_purpose() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    let reset = json!({"email": EMAIL, "otp": code, "newPassword": "another horse"});
    assert_rejected(
        &site.post("/api/auth/reset-password", reset).await,
        400,
        "Invalid verification code",
    );
    verify(&site, &code).await.assert_status_ok();
}

#[tokio::test]
async fn sends_no_code_to_unknown_or_verified_addresses() {
    let site = Site::new();
    let unknown = site
        .post("/api/auth/resend-otp", json!({"email": "nobody@example.org"}))
        .await;
    assert_rejected(&unknown, 404, "Email is not registered");
    let reader = site.reader("Ada");
    let verified = site
        .post("/api/auth/resend-otp", json!({"email": reader.email}))
        .await;
    assert_rejected(&verified, 400, "Email is already verified");
    assert!(site.emails_to(&reader.email).is_empty());
}

#[tokio::test]
async fn mails_the_code_without_the_name_and_does_not_return_it() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let mail = site.last_email(EMAIL);
    let code = code_in(&mail.text);
    assert!(mail.html.contains(&code));
    assert!(mail.subject.starts_with(&format!("{code} is your code for ")));
    assert!(!mail.text.contains("Ada"), "the name from the form is not mailed");
    let body: Value = verify(&site, &code).await.json();
    assert!(!body.to_string().contains(&code));
}
