//! Second factors: setting up, removing, and what their codes are good for.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, database};

const WRONG_CODE: &str = "This code is not right, or was used already";
const BASE: &str = "/api/second-factor";

/// A site with a reader and an administrator: where they sign in, their addresses and their tokens.
fn accounts() -> (Site, [(&'static str, String, String); 2]) {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    let accounts = [
        (LOGINS[0], reader.email, reader.token),
        (LOGINS[1], admin.email, admin.token),
    ];
    (site, accounts)
}

#[tokio::test]
async fn is_asked_for_once_a_code_was_confirmed() {
    let (site, accounts) = accounts();
    for (login, email, token) in accounts {
        let state = site.get_as(&token, BASE).await;
        assert_eq!(
            state,
            json!({"success": true, "enabled": false, "since": null, "recoveryCodesLeft": 0, "required": false})
        );
        let before = site.sign_in(login, &email).await;
        let secret = site.set_up_factor(&token).await;
        let still = site.sign_in(login, &email).await;
        assert!(still["token"].is_string(), "not before it was confirmed");
        let confirm = format!("{BASE}/totp/confirm");
        let wrong = json!({"code": site.wrong_totp(&secret)});
        let refused = site.send(Method::POST, &confirm, &token, wrong).await;
        assert_rejected(&refused, 400, WRONG_CODE);
        let code = json!({"code": site.totp(&secret)});
        let confirmed = site.send(Method::POST, &confirm, &token, code).await;
        confirmed.assert_status_ok();
        let codes = confirmed.json::<Value>()["recoveryCodes"]
            .as_array()
            .unwrap()
            .len();
        assert_eq!(codes, 10);

        let first = site.sign_in(login, &email).await;
        let mut keys: Vec<_> = first.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        assert_eq!(
            keys,
            ["message", "methods", "requiresSecondFactor", "success", "ticket"]
        );
        assert_eq!(first["requiresSecondFactor"], json!(true));
        assert_eq!(first["methods"], json!(["totp", "recovery"]));
        let ticket = first["ticket"].as_str().unwrap();
        let second = site.second_step(login, ticket, &site.next_totp(&secret)).await;
        second.assert_status_ok();
        let mut body: Value = second.json();
        site.assert_token(&token_of(&body), true).await;
        // The same body as a sign-in without it.
        body["token"] = before["token"].clone();
        assert_eq!(body, before);
        site.assert_token(&token, true).await;
        assert_eq!(site.get_as(&token, BASE).await["recoveryCodesLeft"], json!(10));
    }
    let audit = database::query(site.folder(), "select action from audit");
    assert_eq!(audit, ["second_factor.enabled"]);
}

#[tokio::test]
async fn setting_up_shows_the_secret_as_text_and_as_a_picture() {
    let (site, accounts) = accounts();
    for (_, email, token) in accounts {
        let body = json!({"password": PASSWORD});
        let response = site
            .send(Method::POST, &format!("{BASE}/totp"), &token, body)
            .await;
        let body: Value = response.json();
        let secret = body["secret"].as_str().unwrap();
        let uri = body["uri"].as_str().unwrap();
        assert!(uri.starts_with("otpauth://totp/"), "{uri}");
        assert!(uri.contains(&format!("secret={secret}&issuer=")), "{uri}");
        assert!(uri.contains(&email.replace('@', "%40")), "{uri}");
        assert!(
            body["qr"]
                .as_str()
                .unwrap()
                .starts_with("data:image/svg+xml;base64,")
        );
        // A second call replaces the secret.
        assert_ne!(site.set_up_factor(&token).await, secret);
    }
}

#[tokio::test]
async fn setting_up_needs_the_password_and_ends_after_an_hour() {
    let (site, [(_, _, token), _]) = accounts();
    let path = format!("{BASE}/totp");
    let wrong = json!({"password": "wrong password"});
    let refused = site.send(Method::POST, &path, &token, wrong).await;
    assert_rejected(&refused, 403, "Incorrect password");
    let empty = site
        .send(Method::POST, &path, &token, json!({"password": ""}))
        .await;
    assert_rejected(&empty, 400, "Please enter your password");
    let secret = site.set_up_factor(&token).await;
    site.clock.advance_seconds(3_600);
    let code = json!({"code": site.totp(&secret)});
    let late = site
        .send(Method::POST, &format!("{BASE}/totp/confirm"), &token, code)
        .await;
    assert_eq!(late.status_code(), 409);
    assert_eq!(late.json::<Value>()["code"], json!("second_factor_inactive"));
}

#[tokio::test]
async fn a_code_is_good_once_and_for_the_steps_beside_its_own() {
    let (site, accounts) = accounts();
    for (login, email, token) in accounts {
        let factor = site.enrol(&token).await;
        let code = site.next_totp(&factor.secret);
        let ticket = site.ticket(login, &email).await;
        site.second_step(login, &ticket, &code).await.assert_status_ok();
        // The same code, with another ticket.
        let ticket = site.ticket(login, &email).await;
        assert_rejected(&site.second_step(login, &ticket, &code).await, 400, WRONG_CODE);
        // A code of an earlier step, which was never used, is none either after a later one.
        let earlier = site.next_totp(&factor.secret);
        let later = site.next_totp(&factor.secret);
        site.second_step(login, &ticket, &later).await.assert_status_ok();
        let ticket = site.ticket(login, &email).await;
        assert_rejected(&site.second_step(login, &ticket, &earlier).await, 400, WRONG_CODE);
        // Two steps later it is too old.
        let old = site.next_totp(&factor.secret);
        site.clock.advance_seconds(60);
        assert_rejected(&site.second_step(login, &ticket, &old).await, 400, WRONG_CODE);
    }
}

#[tokio::test]
async fn a_recovery_code_is_good_once_until_there_are_new_ones() {
    let (site, accounts) = accounts();
    for (login, email, token) in accounts {
        let factor = site.enrol(&token).await;
        let [first, second, ..] = &factor.recovery_codes[..] else {
            panic!("there are ten")
        };
        let ticket = site.ticket(login, &email).await;
        let typed = first.to_uppercase().replace('-', " ");
        site.second_step(login, &ticket, &typed).await.assert_status_ok();
        assert_eq!(site.get_as(&token, BASE).await["recoveryCodesLeft"], json!(9));
        let ticket = site.ticket(login, &email).await;
        assert_rejected(&site.second_step(login, &ticket, first).await, 400, WRONG_CODE);
        let path = format!("{BASE}/recovery-codes");
        let body = json!({"password": PASSWORD, "code": site.next_totp(&factor.secret)});
        let renewed = site.send(Method::POST, &path, &token, body).await;
        renewed.assert_status_ok();
        assert_rejected(&site.second_step(login, &ticket, second).await, 400, WRONG_CODE);
        let new = renewed.json::<Value>()["recoveryCodes"][9]
            .as_str()
            .unwrap()
            .to_owned();
        site.second_step(login, &ticket, &new).await.assert_status_ok();
    }
}

#[tokio::test]
async fn a_recovery_code_of_another_account_is_none() {
    let (site, [(login, email, token), _]) = accounts();
    let (own, other) = (site.enrol(&token).await, site.reader("Bo"));
    let foreign = site.enrol(&other.token).await;
    let ticket = site.ticket(login, &email).await;
    for code in [&foreign.recovery_codes[0], &site.next_totp(&foreign.secret)] {
        assert_rejected(&site.second_step(login, &ticket, code).await, 400, WRONG_CODE);
    }
    let code = &own.recovery_codes[0];
    site.second_step(login, &ticket, code).await.assert_status_ok();
}

#[tokio::test]
async fn removing_it_needs_the_password_and_a_code() {
    let (site, accounts) = accounts();
    for (login, email, token) in accounts {
        let factor = site.enrol(&token).await;
        let remove = async |password: &str, code: &str| {
            let body = json!({"password": password, "code": code});
            site.send(Method::DELETE, BASE, &token, body).await
        };
        let code = site.next_totp(&factor.secret);
        assert_rejected(&remove("wrong password", &code).await, 403, "Incorrect password");
        let wrong = site.wrong_totp(&factor.secret);
        assert_rejected(&remove(PASSWORD, wrong).await, 400, WRONG_CODE);
        assert_eq!(site.get_as(&token, BASE).await["enabled"], json!(true));
        remove(PASSWORD, &code).await.assert_status_ok();
        assert_eq!(site.get_as(&token, BASE).await["enabled"], json!(false));
        assert!(site.sign_in(login, &email).await["token"].is_string());
        let rest = "select account from recovery_codes union all select account from totp_secrets";
        assert!(database::query(site.folder(), rest).is_empty());
        assert_eq!(remove(PASSWORD, &code).await.status_code(), 409);
    }
    let audit = database::query(site.folder(), "select action from audit order by at, id");
    assert_eq!(audit, ["second_factor.enabled", "second_factor.disabled"]);
}

#[tokio::test]
async fn a_forgotten_password_leaves_it_in_place() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let factor = site.enrol(&reader.token).await;
    let email = json!({"email": reader.email});
    site.post("/api/auth/forgot-password", email)
        .await
        .assert_status_ok();
    let reset = json!({
        "email": reader.email, "otp": site.last_code(&reader.email), "newPassword": "another horse"
    });
    let reset = site.post("/api/auth/reset-password", reset).await;
    reset.assert_status_ok();
    assert!(reset.json::<Value>()["token"].is_null());
    let login = json!({"email": reader.email, "password": "another horse"});
    let answer: Value = site.post(LOGINS[0], login).await.json();
    assert!(answer["token"].is_null(), "{answer}");
    let ticket = answer["ticket"].as_str().unwrap();
    let code = site.next_totp(&factor.secret);
    site.second_step(LOGINS[0], ticket, &code)
        .await
        .assert_status_ok();
}
