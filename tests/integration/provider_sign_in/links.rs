//! Accounts that exist: an identity is linked to one after its password or a mailed code, and after its second factor.

use axum::http::Method;
use axum_test::TestResponse;
use serde_json::{Value, json};

use super::{CODE, assert_unknown, oidc};
use crate::support::accounts::{PASSWORD, wrong_code};
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, database};

const LINKED: &str = "select subject || ' ' || user_id from identities";

fn assert_code(response: &TestResponse, status: u16, code: &str) {
    let body: Value = response.json();
    assert_eq!(
        (response.status_code().as_u16(), &body["code"]),
        (status, &json!(code)),
        "{body}"
    );
    assert!(body["token"].is_null(), "{body}");
}

fn linked(site: &Site) -> Vec<String> {
    database::query(site.folder(), LINKED)
}

#[tokio::test]
async fn an_account_is_joined_with_its_password_once() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let arrived = site.arrive(&provider).await;
    let asked: Value = site.finish(&arrived, json!({})).await.json();
    assert_eq!(asked["nextStep"], "account");
    assert_eq!(asked["provider"], "Example");
    assert_eq!(asked["email"], reader.email);
    assert!(asked["token"].is_null());
    let wrong = site.finish(&arrived, json!({"password": "wrong"})).await;
    assert_code(&wrong, 400, "incorrect_password");
    assert_eq!(linked(&site), [""; 0]);
    let right = site.finish(&arrived, json!({"password": PASSWORD})).await;
    right.assert_status_ok();
    let answer: Value = right.json();
    assert_eq!(answer["user"]["_id"], json!(reader.id.to_string()));
    site.assert_token(&token_of(&answer), true).await;
    assert_eq!(linked(&site), [format!("1 {}", reader.id)]);
    let mails = site.emails_to(&reader.email);
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].subject.starts_with("New way to sign in"),
        "{}",
        mails[0].subject
    );
    assert!(
        mails[0].text.contains("Your account at Example can sign in"),
        "{}",
        mails[0].text
    );
    assert!(site.sign_in_by(&provider).await["token"].is_string());
    assert_eq!(site.emails_to(&reader.email).len(), 1, "once");
}

#[tokio::test]
async fn an_account_is_joined_with_a_mailed_code() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let arrived = site.arrive(&provider).await;
    site.with_arrived(CODE, &arrived, json!({}))
        .await
        .assert_status_ok();
    let again = site.with_arrived(CODE, &arrived, json!({})).await;
    assert_code(&again, 429, "code_sent_recently");
    let code = site.last_code(&reader.email);
    for (otp, error) in [(wrong_code(&code), "invalid_code"), ("12", "invalid_code")] {
        let wrong = site.finish(&arrived, json!({"otp": otp})).await;
        assert_code(&wrong, 400, error);
    }
    // A code for something else is none for this, and this one none for anything else.
    site.clock.advance_seconds(61);
    let forgot = json!({"email": reader.email});
    site.post("/api/auth/forgot-password", forgot)
        .await
        .assert_status_ok();
    let of_reset = site.last_code(&reader.email);
    if of_reset != code {
        let wrong = site.finish(&arrived, json!({"otp": of_reset})).await;
        assert_code(&wrong, 400, "invalid_code");
        let reset = json!({"email": reader.email, "otp": code, "newPassword": PASSWORD});
        let refused = site.post("/api/auth/reset-password", reset).await;
        assert_eq!(refused.status_code(), 400);
    }
    let right = site.finish(&arrived, json!({"otp": code})).await;
    right.assert_status_ok();
    assert!(right.json::<Value>()["token"].is_string());
    assert_eq!(linked(&site), [format!("1 {}", reader.id)]);
}

#[tokio::test]
async fn a_code_is_mailed_only_where_an_account_is_to_be_joined() {
    let (provider, site) = oidc();
    let arrived = site.arrive(&provider).await;
    assert_unknown(&site.with_arrived(CODE, &arrived, json!({})).await);
    site.finish(&arrived, json!({})).await.assert_status_ok();
    let arrived = site.arrive(&provider).await;
    assert_unknown(&site.with_arrived(CODE, &arrived, json!({})).await);
    assert!(site.emails_to("ada@example.org").is_empty());
}

#[tokio::test]
async fn five_wrong_tries_end_a_sign_in() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let arrived = site.arrive(&provider).await;
    site.with_arrived(CODE, &arrived, json!({}))
        .await
        .assert_status_ok();
    let wrong = wrong_code(&site.last_code(&reader.email));
    for fields in [
        json!({"password": "wrong"}),
        json!({"otp": wrong}),
        json!({"password": "wrong"}),
        json!({"otp": wrong}),
        json!({"password": "wrong"}),
    ] {
        assert_eq!(site.finish(&arrived, fields).await.status_code(), 400);
    }
    assert_unknown(&site.finish(&arrived, json!({"password": PASSWORD})).await);
    assert_eq!(linked(&site), [""; 0]);
}

#[tokio::test]
async fn wrong_passwords_count_for_the_account() {
    let provider = crate::support::provider::Provider::start();
    let limited = [
        ("RATE_LIMIT__ENABLED", "true"),
        ("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "2"),
    ];
    let site = super::site_with(&provider, "oidc", &limited);
    site.reader("Ada");
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let arrived = site.arrive(&provider).await;
        let refused = site.finish(&arrived, json!({"password": "wrong"})).await;
        statuses.push(refused.status_code().as_u16());
    }
    assert_eq!(
        statuses,
        [400, 400, 429],
        "the guesses at the account are used up"
    );
    let login = json!({"email": "ada@example.org", "password": PASSWORD});
    let refused = site.post(LOGINS[0], login).await;
    assert_eq!(refused.status_code(), 429);
}

#[tokio::test]
async fn a_second_factor_comes_before_the_link_and_before_the_session() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let factor = site.enrol(&reader.token).await;
    let arrived = site.arrive(&provider).await;
    let first: Value = site.finish(&arrived, json!({"password": PASSWORD})).await.json();
    assert_eq!(first["requiresSecondFactor"], true);
    assert!(first["token"].is_null());
    assert_eq!(linked(&site), [""; 0]);
    let ticket = first["ticket"].as_str().unwrap();
    let wrong = site.wrong_totp(&factor.secret);
    let refused = site.second_step(LOGINS[0], ticket, wrong).await;
    assert_code(&refused, 400, "invalid_code");
    assert_eq!(linked(&site), [""; 0]);
    // The code of the address was used up by the password.
    assert_unknown(&site.finish(&arrived, json!({"password": PASSWORD})).await);
    let right = site.next_totp(&factor.secret);
    let second = site.second_step(LOGINS[0], ticket, &right).await;
    second.assert_status_ok();
    assert_eq!(linked(&site), [format!("1 {}", reader.id)]);
    assert!(
        site.last_email(&reader.email)
            .subject
            .starts_with("New way to sign in")
    );
    // From now on the provider takes the place of the password alone.
    let answer = site.sign_in_by(&provider).await;
    assert_eq!(answer["requiresSecondFactor"], true);
    assert!(answer["token"].is_null());
    let code = site.next_totp(&factor.secret);
    let ticket = answer["ticket"].as_str().unwrap();
    site.second_step(LOGINS[0], ticket, &code)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn a_new_password_ends_a_sign_in_that_waits_for_the_second_factor() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let factor = site.enrol(&reader.token).await;
    let arrived = site.arrive(&provider).await;
    let first: Value = site.finish(&arrived, json!({"password": PASSWORD})).await.json();
    let change = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let path = format!("/api/users/{}/password", reader.id);
    site.send(Method::PUT, &path, &reader.token, change)
        .await
        .assert_status_ok();
    let code = site.next_totp(&factor.secret);
    let refused = site
        .second_step(LOGINS[0], first["ticket"].as_str().unwrap(), &code)
        .await;
    assert_code(&refused, 400, "invalid_ticket");
    assert_eq!(linked(&site), [""; 0]);
}

#[tokio::test]
async fn an_identity_belongs_to_one_account_and_an_account_has_one_of_a_provider() {
    let (provider, site) = oidc();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let join = async |subject: &str, email: &str| {
        provider.says().person = json!({"sub": subject, "email": email, "email_verified": true});
        let arrived = site.arrive(&provider).await;
        let joined = site.finish(&arrived, json!({"password": PASSWORD})).await;
        joined.assert_status_ok();
        joined.json::<Value>()["user"]["_id"].clone()
    };
    join("1", &ada.email).await;
    // The identity is that of Ada, whatever address it has.
    assert_eq!(join("1", &bo.email).await, json!(ada.id.to_string()));
    // Another one with her address, as after she was removed there and came back.
    join("3", &ada.email).await;
    join("2", &bo.email).await;
    let mut all = linked(&site);
    all.sort();
    assert_eq!(all, [format!("2 {}", bo.id), format!("3 {}", ada.id)]);
}

#[tokio::test]
async fn an_identity_is_removed_with_the_password_alone_by_its_owner() {
    let (provider, site) = oidc();
    let (reader, other) = (site.reader("Ada"), site.reader("Eve"));
    let arrived = site.arrive(&provider).await;
    site.finish(&arrived, json!({"password": PASSWORD}))
        .await
        .assert_status_ok();
    let list = site.get_as(&reader.token, "/api/identities").await;
    let identity = &list["identities"][0];
    assert_eq!(identity["provider"], "Example");
    assert_eq!(identity["email"], reader.email);
    assert_eq!(identity["_id"], identity["id"]);
    assert_eq!(list["hasPassword"], true);
    let path = format!("/api/identities/{}", identity["id"].as_str().unwrap());
    let remove = async |token: &str, body: Value| site.send(Method::DELETE, &path, token, body).await;
    let password = json!({"password": PASSWORD});
    assert_code(&remove(&other.token, password.clone()).await, 404, "not_found");
    assert_code(
        &remove(&reader.token, json!({"password": "wrong"})).await,
        403,
        "incorrect_password",
    );
    let factor = site.enrol(&reader.token).await;
    assert_eq!(
        remove(&reader.token, password.clone()).await.status_code(),
        400,
        "and a code"
    );
    let code = site.next_totp(&factor.secret);
    let confirmed = json!({"password": PASSWORD, "code": code});
    remove(&reader.token, confirmed).await.assert_status_ok();
    assert_code(&remove(&reader.token, password).await, 404, "not_found");
    assert!(
        site.last_email(&reader.email)
            .subject
            .starts_with("A way to sign in was removed")
    );
    let arrived = site.arrive(&provider).await;
    let asked: Value = site.finish(&arrived, json!({})).await.json();
    assert_eq!(asked["nextStep"], "account");
}
