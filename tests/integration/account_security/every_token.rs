//! No way to a token goes around the second factor: each operation of the API whose response can hold one is tried on an
//! account that has one. An operation that is added later fails here until it is tried as well.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use crate::provider_sign_in::site_with;
use crate::support::Site;
use crate::support::accounts::PASSWORD;
use crate::support::authenticator::{Authenticator, PASSKEY_LOGINS, WITH_PASSKEYS};
use crate::support::provider::Provider;
use crate::support::second_factor::LOGINS;

/// Without a session: they answer with a ticket, or refuse.
const OF_VISITORS: [&str; 10] = [
    "login",
    "adminLogin",
    "loginSecond",
    "adminLoginSecond",
    "passkeyLogin",
    "adminPasskeyLogin",
    "finishProviderLogin",
    "verifyCode",
    "joinTeam",
    "setUp",
];
/// With the token of a session, in whose place the new one goes on: it was given after the second factor.
const OF_SESSIONS: [&str; 4] = [
    "changePassword",
    "changeAdminPassword",
    "verifyAdminEmail",
    "endOtherSessions",
];
/// Their tokens are no sessions: links for previews.
const OTHER_TOKENS: [&str; 0] = [];

/// Whether a schema, or one that it is made of, has a property `token`.
fn has_token(document: &Value, schema: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        return has_token(document, document.pointer(name.trim_start_matches('#')).unwrap());
    }
    let parts = ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|of| schema[of].as_array());
    schema["properties"]["token"].is_object() || parts.flatten().any(|part| has_token(document, part))
}

#[tokio::test]
async fn knows_every_operation_that_gives_a_token() {
    let document = Site::new().get("/api/openapi.json").await;
    let paths = document["paths"].as_object().unwrap().values();
    let mut giving = BTreeSet::new();
    for operation in paths.flat_map(|methods| methods.as_object().unwrap().values()) {
        let responses = operation["responses"].as_object().unwrap().values();
        let mut schemas = responses.map(|response| &response["content"]["application/json"]["schema"]);
        if schemas.any(|schema| has_token(&document, schema)) {
            giving.insert(operation["operationId"].as_str().unwrap());
        }
    }
    let known = OF_VISITORS.iter().chain(&OF_SESSIONS).chain(&OTHER_TOKENS);
    assert_eq!(giving, known.copied().collect());
}

fn assert_no_token(answer: &Value, operation: &str) {
    assert!(answer["token"].is_null(), "{operation}: {answer}");
}

#[tokio::test]
async fn gives_no_token_without_the_second_factor() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false"), WITH_PASSKEYS]);
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    site.enrol(&reader.token).await;
    site.enrol(&admin.token).await;
    for login in PASSKEY_LOGINS {
        let refused = site.passkey_login(login, &mut Authenticator::new()).await;
        assert_eq!(refused.status_code(), 401);
        assert_no_token(&refused.json(), login);
    }
    for (login, email) in [(LOGINS[0], &reader.email), (LOGINS[1], &admin.email)] {
        let answer = site.sign_in(login, email).await;
        assert_no_token(&answer, login);
        let ticket = answer["ticket"].as_str().unwrap();
        for code in ["123456", "abcd-efgh-ijkl", ""] {
            let second = site.second_step(login, ticket, code).await;
            assert_eq!(second.status_code(), 400);
            assert_no_token(&second.json(), "second step");
        }
    }
    verify_code(&site, &reader.email).await;
    join_team(&site, &admin.token, &reader.email).await;
    set_up(&site).await;
}

#[tokio::test]
async fn a_provider_gives_no_token_without_the_second_factor() {
    let provider = Provider::start();
    let site = site_with(&provider, "oidc", &[]);
    let reader = site.reader("Ada");
    let factor = site.enrol(&reader.token).await;
    // By the password, by a mailed code, and when the identity is linked.
    for by in ["password", "otp", "identity"] {
        let arrived = site.arrive(&provider).await;
        let fields = match by {
            "password" => json!({"password": PASSWORD}),
            "otp" => {
                let sent = site
                    .with_arrived("/api/auth/finish/code", &arrived, json!({}))
                    .await;
                sent.assert_status_ok();
                json!({"otp": site.last_code(&reader.email)})
            }
            _ => json!({}),
        };
        let answer: Value = site.finish(&arrived, fields).await.json();
        assert_eq!(answer["requiresSecondFactor"], json!(true), "{by}: {answer}");
        assert_no_token(&answer, by);
        let ticket = answer["ticket"].as_str().unwrap();
        let refused = site.second_step(LOGINS[0], ticket, "123456").await;
        assert_eq!(refused.status_code(), 400);
        assert_no_token(&refused.json(), by);
        if by == "otp" {
            let code = site.next_totp(&factor.secret);
            site.second_step(LOGINS[0], ticket, &code)
                .await
                .assert_status_ok();
        }
    }
}

/// Of an account with a second factor there is nothing to verify without its token: to have one, it was verified.
async fn verify_code(site: &Site, email: &str) {
    let resent = site.post("/api/auth/resend-otp", json!({"email": email})).await;
    assert_eq!(resent.json::<Value>()["code"], json!("email_already_verified"));
    // The code of a forgotten password is none for that.
    let forgot = site
        .post("/api/auth/forgot-password", json!({"email": email}))
        .await;
    forgot.assert_status_ok();
    let body = json!({"email": email, "otp": site.last_code(email)});
    let verified = site.post("/api/auth/verify-otp", body).await;
    assert_eq!(verified.status_code(), 400);
    assert_no_token(&verified.json(), "verifyCode");
    // Nor is there one for the new address of the account.
    let body = json!({"email": "new@example.org", "otp": "123456"});
    let verified = site.post("/api/auth/verify-otp", body).await;
    assert_no_token(&verified.json(), "verifyCode");
}

/// An invitation makes a new account: to the address of a member with a second factor it is of no use.
async fn join_team(site: &Site, admin: &str, reader: &str) {
    let invite = async |email: &str| {
        let body = json!({"email": email, "role": "author"});
        site.send(Method::POST, "/api/admin/invites", admin, body).await
    };
    let refused = invite("root@example.org").await;
    assert_eq!(refused.json::<Value>()["code"], json!("email_taken"));
    // The account of a reader at the same address stays another one, with its own second factor.
    site.clock.advance_seconds(1);
    invite(reader).await.assert_status_success();
    let token = site.token_of_link(reader, "/admin/join");
    let body = json!({"token": token, "username": "ann", "password": PASSWORD});
    let joined = site.post("/api/admin/join", body).await;
    let of_member: Value = joined.json();
    let session = of_member["token"].as_str().unwrap();
    let state = site.get_as(session, "/api/second-factor").await;
    assert_eq!(state["enabled"], json!(false));
    assert_no_token(&site.sign_in(LOGINS[0], reader).await, "login");
}

/// Where there is an administrator, nobody sets the site up: neither as them nor as anybody else.
async fn set_up(site: &Site) {
    for name in ["root", "eve"] {
        let email = format!("{name}@example.org");
        let body = json!({
            "token": "0".repeat(64),
            "admin": {"username": name, "email": email, "password": PASSWORD},
            "site": {"name": "Theirs", "description": "", "accent": ""},
            "mail": null,
            "sampleContent": false,
        });
        let response = site.post("/api/setup", body).await;
        assert_eq!(response.status_code(), 404);
        assert_no_token(&response.json(), "setUp");
    }
}

#[tokio::test]
async fn a_session_in_place_of_another_needs_the_token_of_that_one() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    site.enrol(&reader.token).await;
    site.enrol(&admin.token).await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let of_reader = format!("/api/users/{}/password", reader.id);
    for (method, path, body) in [
        (Method::PUT, of_reader.as_str(), &change),
        (Method::PUT, "/api/admin/settings/password", &change),
        (
            Method::POST,
            "/api/admin/settings/verify-email",
            &json!({"otp": "123456"}),
        ),
        (Method::DELETE, "/api/sessions", &json!({})),
    ] {
        for token in ["", "x"] {
            let response = site.send(method.clone(), path, token, body.clone()).await;
            assert_eq!(response.status_code(), 401, "{path}");
        }
    }
    // A session that has ended is none, and the ticket of a sign-in is none either.
    let ticket = site.ticket(LOGINS[0], &reader.email).await;
    site.post_as("/api/auth/logout", &reader.token)
        .await
        .assert_status_ok();
    for token in [&reader.token, &ticket] {
        let response = site.send(Method::PUT, &of_reader, token, change.clone()).await;
        assert_eq!(response.status_code(), 401);
    }
}
