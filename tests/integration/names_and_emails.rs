//! Validation of names and email addresses.

use axum::http::Method;
use blog_app::domain::user::EmailAddress;
use lettre::message::Mailbox;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::PASSWORD;

const MASTER: (&str, &str) = ("AUTH__MASTER_PASSWORD", "an open sesame of the tests");
const UNREACHABLE: [&str; 8] = [
    "user@localhost",
    "user@example.org.",
    "user@[192.0.2.1]",
    "user@192.0.2.1",
    "\"user\"@example.org",
    "üser@example.org",
    "user@bücher.example",
    "user@foo_bar.org",
];
const DECEPTIVE: [&str; 5] = [
    "Ada\u{202e}nimda",
    "Ada\u{2066}",
    "A\u{200f}da",
    "A\u{200b}da",
    "A\u{200d}da",
];

/// Asserts that a request is rejected with an error of this field.
async fn assert_rejects_field(
    site: &Site,
    method: Method,
    path: &str,
    token: &str,
    body: Value,
    field: &str,
) {
    let response = site.request(method, path, token, Some(&body)).await;
    assert_eq!(response.status_code(), 400, "{path} {body}");
    let error: Value = response.json();
    assert!(error["errors"][field].is_string(), "{path} {body}: {error}");
}

#[tokio::test]
async fn every_endpoint_rejects_undeliverable_addresses() {
    let site = Site::configured(&[MASTER]);
    let reader = site.reader("Bo");
    let profile = format!("/api/users/{}/profile", reader.id);
    for email in UNREACHABLE {
        for (method, path, token, body) in [
            (
                Method::POST,
                "/api/auth/register",
                "",
                json!({"name": "Ada", "email": email, "password": PASSWORD}),
            ),
            (
                Method::POST,
                "/api/auth/forgot-password",
                "",
                json!({"email": email}),
            ),
            (Method::POST, "/api/auth/resend-otp", "", json!({"email": email})),
            (
                Method::POST,
                "/api/admin/signup",
                "",
                json!({"username": "ada", "email": email, "password": PASSWORD, "masterPassword": MASTER.1}),
            ),
            (
                Method::PATCH,
                &profile,
                &reader.token,
                json!({"email": email, "currentPassword": PASSWORD}),
            ),
        ] {
            assert_rejects_field(&site, method, path, token, body, "email").await;
        }
    }
}

#[tokio::test]
async fn rejects_names_with_invisible_or_direction_characters() {
    let site = Site::configured(&[MASTER]);
    let reader = site.reader("Bo");
    let profile = format!("/api/users/{}/profile", reader.id);
    for name in DECEPTIVE {
        let body = json!({"name": name, "email": "ada@example.org", "password": PASSWORD});
        assert_rejects_field(&site, Method::POST, "/api/auth/register", "", body, "name").await;
        let body = json!({"name": name});
        assert_rejects_field(&site, Method::PATCH, &profile, &reader.token, body, "name").await;
        let body = json!({
            "username": name, "email": "ada@example.org", "password": PASSWORD, "masterPassword": MASTER.1,
        });
        assert_rejects_field(&site, Method::POST, "/api/admin/signup", "", body, "username").await;
    }
    let accepted = site.register("می\u{200c}خواهم", "ada@example.org").await;
    assert_eq!(accepted.status_code(), 201);
}

#[tokio::test]
async fn signs_in_an_account_whose_stored_address_is_no_longer_valid() {
    let site = Site::new();
    let reader = site.reader_at("Bo", EmailAddress::from_stored("böb@example.org".to_owned()));
    let login = json!({"email": reader.email, "password": PASSWORD});
    let response = site.post("/api/auth/login", login).await;
    response.assert_status_ok();
    assert_eq!(response.json::<Value>()["user"]["email"], "böb@example.org");
}

/// Generates almost valid addresses: parts of addresses, with arbitrary characters in between.
fn almost_an_address() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,12}",
        1 => Just("\"a b\"".to_owned()),
        1 => "[\\PC\\pC]{1,3}",
    ];
    let host = prop_oneof![
        4 => "[a-z0-9-]{1,10}(\\.[a-z0-9-]{1,10}){0,3}",
        1 => "\\[?[0-9]{1,3}(\\.[0-9]{1,3}){3}\\]?",
        1 => "[\\PC\\pC]{1,12}",
    ];
    (proptest::collection::vec(part, 1..4), host)
        .prop_map(|(parts, host)| format!("{}@{host}", parts.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    /// Without SMTPUTF8 a mail server accepts ASCII alone, which the mailer checks as well.
    #[test]
    fn the_mailer_accepts_every_valid_address(text in almost_an_address()) {
        if let Ok(email) = EmailAddress::parse(&text) {
            let mailbox: Result<Mailbox, _> = email.as_str().parse();
            prop_assert!(mailbox.is_ok(), "{email}: {mailbox:?}");
            let address = mailbox.unwrap().email;
            prop_assert_eq!(address.to_string(), email.as_str());
            prop_assert!(email.as_str().is_ascii());
            prop_assert!(address.domain().contains('.'));
        }
    }

    #[test]
    fn accepts_ordinary_addresses(text in "[a-z0-9]{1,20}([._+-][a-z0-9]{1,10}){0,2}@([a-z0-9]{1,20}\\.){1,3}[a-z]{2,10}") {
        prop_assert!(EmailAddress::parse(&text).is_ok(), "{}", text);
    }
}
