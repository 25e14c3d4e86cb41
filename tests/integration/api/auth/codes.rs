//! One-time codes against guessing and flooding (rulings §3).

use serde_json::{Value, json};

use crate::support::people::{assert_refused, code_in, other_than};
use crate::support::{Site, at_once};

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
async fn the_sixth_try_fails_even_when_it_is_right() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    for _ in 0..5 {
        assert_refused(
            &verify(&site, other_than(&code)).await,
            400,
            "Invalid verification code",
        );
    }
    assert_refused(&verify(&site, &code).await, 429, TOO_MANY);

    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn a_hundred_guesses_at_once_are_five() {
    // The limit of the account would answer before that of the code does.
    let site = Site::configured(&[("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "1000")]);
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    let answers = at_once(100, |_| async {
        verify(&site, other_than(&code)).await.status_code()
    })
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 400).count(), 5);
    assert_eq!(answers.iter().filter(|status| **status == 429).count(), 95);
    assert_refused(&verify(&site, &code).await, 429, TOO_MANY);
}

#[tokio::test]
async fn what_is_no_code_is_not_counted() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    for text in ["", "12345", "1234567", "abcdef", "１２３４５６"] {
        assert_refused(&verify(&site, text).await, 400, "Invalid verification code");
    }
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn a_code_holds_ten_minutes() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    site.clock.advance_seconds(10 * 60);
    assert_refused(&verify(&site, &code).await, 400, "Verification code has expired");
}

/// Has four codes sent, a minute apart.
async fn four_codes(site: &Site) -> Vec<String> {
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
async fn the_newest_three_codes_are_good() {
    for number in 0..4 {
        let site = Site::new();
        let codes = four_codes(&site).await;
        let typed = &codes[number];
        if number > 0 || codes[1..].contains(typed) {
            verify(&site, typed).await.assert_status_ok();
        } else {
            assert_refused(&verify(&site, typed).await, 400, "Invalid verification code");
        }
    }
}

#[tokio::test]
async fn there_are_five_wrong_tries_among_the_newest_codes() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let first = site.last_code(EMAIL);
    for _ in 0..3 {
        verify(&site, other_than(&first)).await;
    }
    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    let second = site.last_code(EMAIL);
    let neither = ["000000", "000001", "000002"]
        .into_iter()
        .find(|code| *code != first && *code != second);
    for _ in 0..2 {
        assert_refused(
            &verify(&site, neither.unwrap()).await,
            400,
            "Invalid verification code",
        );
    }
    assert_refused(&verify(&site, &second).await, 429, TOO_MANY);
    assert_refused(&verify(&site, &first).await, 429, TOO_MANY);
    site.clock.advance_seconds(60);
    resend(&site).await.assert_status_ok();
    verify(&site, &site.last_code(EMAIL)).await.assert_status_ok();
}

#[tokio::test]
async fn codes_of_a_day_are_counted_for_each_purpose() {
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
    assert_eq!(site.mails_to(EMAIL).len(), 11);
}

#[tokio::test]
async fn another_code_is_sent_once_a_minute_and_ten_times_a_day() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    site.clock.advance_seconds(20);
    let early = resend(&site).await;
    assert_refused(&early, 429, "Please wait before requesting another code");
    assert_eq!(early.header("retry-after"), "40");
    for _ in 0..9 {
        site.clock.advance_seconds(60);
        resend(&site).await.assert_status_ok();
    }
    site.clock.advance_seconds(60);
    let tenth = resend(&site).await;
    assert_refused(
        &tenth,
        429,
        "Too many codes were requested today. Please try again tomorrow.",
    );
    let day = 24 * 3_600 - (20 + 10 * 60);
    assert_eq!(tenth.header("retry-after"), day.to_string());
    assert_eq!(site.mails_to(EMAIL).len(), 10);
    site.clock.advance_seconds(day);
    resend(&site).await.assert_status_ok();
}

#[tokio::test]
async fn a_code_is_only_good_for_what_it_was_sent_for() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let code = site.last_code(EMAIL);
    let reset = json!({"email": EMAIL, "otp": code, "newPassword": "another horse"});
    assert_refused(
        &site.post("/api/auth/reset-password", reset).await,
        400,
        "Invalid verification code",
    );
    verify(&site, &code).await.assert_status_ok();
}

#[tokio::test]
async fn no_code_is_sent_where_none_is_waited_for() {
    let site = Site::new();
    let unknown = site
        .post("/api/auth/resend-otp", json!({"email": "nobody@example.org"}))
        .await;
    assert_refused(&unknown, 404, "Email is not registered");
    let reader = site.reader("Ada");
    let verified = site
        .post("/api/auth/resend-otp", json!({"email": reader.email}))
        .await;
    assert_refused(&verified, 400, "Email is already verified");
    assert!(site.mails_to(&reader.email).is_empty());
}

#[tokio::test]
async fn codes_are_kept_only_as_hashes_and_mails_forget_them() {
    let site = Site::new();
    site.register("Ada", EMAIL).await;
    let mail = site.mails_to(EMAIL).pop().unwrap();
    let code = code_in(&mail.text);
    assert!(mail.html.contains(&code));
    assert!(mail.subject.starts_with(&format!("{code} is your code for ")));
    assert!(
        !mail.text.contains("Ada"),
        "what a stranger typed is not mailed on"
    );
    let body: Value = verify(&site, &code).await.json();
    assert!(!body.to_string().contains(&code));
}
