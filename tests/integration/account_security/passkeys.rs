//! Passkeys: their list, and signing in with them.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::clean_up::clean_up;
use blog_app::domain::{Clock as _, Role};
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::authenticator::{Authenticator, PASSKEY_LOGINS, WITH_PASSKEYS, confirmation, encode};
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{Site, database};

const UNLIMITED: (&str, &str) = ("RATE_LIMIT__ENABLED", "false");

fn site() -> Site {
    Site::configured(&[WITH_PASSKEYS, UNLIMITED])
}

fn assert_code(response: &TestResponse, status: u16, code: &str) {
    let body: Value = response.json();
    assert_eq!(
        (response.status_code().as_u16(), &body["code"]),
        (status, &json!(code)),
        "{body}"
    );
}

fn path_of(added: &Value) -> String {
    format!("/api/passkeys/{}", added["id"].as_str().unwrap())
}

#[tokio::test]
async fn signs_readers_and_staff_in_each_where_they_belong() {
    let site = site();
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    for (own, other, token) in [
        (PASSKEY_LOGINS[0], PASSKEY_LOGINS[1], &reader.token),
        (PASSKEY_LOGINS[1], PASSKEY_LOGINS[0], &admin.token),
    ] {
        // With an authenticator app as well: the passkey is two factors by itself.
        let factor = site.enrol(token).await;
        let proof = json!({"code": site.next_totp(&factor.secret)});
        let (mut authenticator, added) = site.add_passkey_with(token, proof).await;
        assert_eq!(added["recoveryCodes"], json!(null), "there are some already");
        let refused = site.passkey_login(other, &mut authenticator).await;
        assert_code(&refused, 401, "invalid_passkey");
        let signed_in = site.passkey_login(own, &mut authenticator).await;
        signed_in.assert_status_ok();
        let session = token_of(&signed_in.json());
        site.assert_token(&session, true).await;
        assert_eq!(site.sessions(&session).await.len(), 1);
        let list = site.get_as(&session, "/api/passkeys").await;
        assert_eq!(list["available"], json!(true));
        assert_eq!(list["passkeys"][0]["name"], json!("Phone"));
        assert!(list["passkeys"][0]["usedAt"].is_string());
    }
}

#[tokio::test]
async fn refuses_everything_that_is_forged() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let (mut authenticator, _) = site.add_passkey(&ada.token).await;
    let (of_eve, _) = site.add_passkey(&eve.token).await;
    let forge = |forge: fn(&mut Authenticator), back: fn(&mut Authenticator)| (forge, back);
    for (change, back) in [
        forge(
            |a| a.origin = "https://evil.example.org".into(),
            |a| a.origin = "https://blog.example.org".into(),
        ),
        forge(
            |a| a.host = "evil.example.org".into(),
            |a| a.host = "blog.example.org".into(),
        ),
        forge(|a| a.flags = 0b001, |a| a.flags = 0b101),
        forge(|a| a.flags = 0b100, |a| a.flags = 0b101),
        forge(|a| a.id[0] ^= 1, |a| a.id[0] ^= 1),
        forge(|a| a.handle = encode(b"x"), |_| ()),
    ] {
        let handle = authenticator.handle.clone();
        change(&mut authenticator);
        let refused = site.passkey_login(PASSKEY_LOGINS[0], &mut authenticator).await;
        assert_code(&refused, 401, "invalid_passkey");
        back(&mut authenticator);
        authenticator.handle = handle;
    }
    // Of another account: its id, its name, or both.
    for (id, handle) in [
        (of_eve.id, authenticator.handle.clone()),
        (authenticator.id, of_eve.handle.clone()),
        (of_eve.id, of_eve.handle.clone()),
    ] {
        let own = (authenticator.id, authenticator.handle.clone());
        (authenticator.id, authenticator.handle) = (id, handle);
        let refused = site.passkey_login(PASSKEY_LOGINS[0], &mut authenticator).await;
        assert_code(&refused, 401, "invalid_passkey");
        (authenticator.id, authenticator.handle) = own;
    }
    // A challenge that the site did not issue, or for something else.
    let proof = site.passkey_proof(&mut authenticator).await;
    let registration = site.passkey_options(&ada.token, proof).await;
    for challenge in [
        registration,
        json!({"publicKey": {"challenge": encode(&[7; 56])}}),
    ] {
        let refused = site.post(PASSKEY_LOGINS[0], authenticator.sign(&challenge)).await;
        assert_code(&refused, 401, "invalid_passkey");
    }
    let mut unreadable = authenticator.sign(&site.challenge().await);
    unreadable["response"]["signature"] = json!("no base 64");
    let refused = site.post(PASSKEY_LOGINS[0], unreadable).await;
    assert_code(&refused, 400, "invalid_passkey");
    site.passkey_login(PASSKEY_LOGINS[0], &mut authenticator)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn a_challenge_is_good_once_and_for_five_minutes() {
    let site = site();
    let reader = site.reader("Ada");
    let (mut authenticator, _) = site.add_passkey(&reader.token).await;
    let challenge = site.challenge().await;
    let body = authenticator.sign(&challenge);
    site.post(PASSKEY_LOGINS[0], body.clone())
        .await
        .assert_status_ok();
    // Neither the same response nor a new one for the same challenge.
    for replayed in [body, authenticator.sign(&challenge)] {
        let refused = site.post(PASSKEY_LOGINS[0], replayed).await;
        assert_code(&refused, 401, "invalid_passkey");
    }
    let challenge = site.challenge().await;
    site.clock.advance_seconds(300);
    let refused = site.post(PASSKEY_LOGINS[0], authenticator.sign(&challenge)).await;
    assert_code(&refused, 401, "invalid_passkey");
    // That of the registration, and that of the sign-in.
    let removed = clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(removed.challenges, 2);
}

#[tokio::test]
async fn refuses_a_counter_that_goes_back() {
    let site = site();
    let reader = site.reader("Ada");
    let (mut authenticator, _) = site.add_passkey(&reader.token).await;
    for (before, status) in [(4, 200), (4, 401), (3, 401), (5, 200)] {
        authenticator.counter = before;
        let response = site.passkey_login(PASSKEY_LOGINS[0], &mut authenticator).await;
        assert_eq!(response.status_code(), status, "{before}");
    }
}

#[tokio::test]
async fn is_a_second_factor_after_the_password() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let (mut authenticator, added) = site.add_passkey(&ada.token).await;
    let (mut of_eve, _) = site.add_passkey(&eve.token).await;
    let codes = added["recoveryCodes"].as_array().unwrap();
    assert_eq!(codes.len(), 10);
    let answer = site.sign_in(LOGINS[0], &ada.email).await;
    assert_eq!(answer["methods"], json!(["passkey", "recovery"]));
    assert_eq!(answer["token"], json!(null));
    let ticket = answer["ticket"].as_str().unwrap();
    let second = format!("{}/second", LOGINS[0]);
    for refused in [&mut of_eve, &mut Authenticator::new()] {
        let passkey = refused.sign(&site.challenge().await);
        let response = site
            .post(&second, json!({"ticket": ticket, "passkey": passkey}))
            .await;
        assert_code(&response, 400, "invalid_passkey");
    }
    let wrong = site.second_step(LOGINS[0], ticket, "123456").await;
    assert_code(&wrong, 400, "invalid_code");
    let passkey = authenticator.sign(&site.challenge().await);
    let response = site
        .post(&second, json!({"ticket": ticket, "passkey": passkey}))
        .await;
    response.assert_status_ok();
    site.assert_token(&token_of(&response.json()), true).await;
    let ticket = site.ticket(LOGINS[0], &ada.email).await;
    let response = site
        .second_step(LOGINS[0], &ticket, codes[0].as_str().unwrap())
        .await;
    response.assert_status_ok();
}

#[tokio::test]
async fn a_banned_or_removed_reader_is_told_so_or_unknown() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let (mut of_ada, _) = site.add_passkey(&ada.token).await;
    let (mut of_eve, _) = site.add_passkey(&eve.token).await;
    site.ban(ada.id, "Spam");
    let refused = site.passkey_login(PASSKEY_LOGINS[0], &mut of_ada).await;
    assert_rejected(&refused, 403, "Your account has been banned: Spam");
    let path = format!("/api/users/{}", eve.id);
    let body = json!({"password": PASSWORD});
    site.send(Method::DELETE, &path, &eve.token, body)
        .await
        .assert_status_ok();
    let refused = site.passkey_login(PASSKEY_LOGINS[0], &mut of_eve).await;
    assert_code(&refused, 401, "invalid_passkey");
    let left = database::query(site.folder(), "select account from passkeys");
    assert_eq!(left, [ada.id.to_string()]);
}

#[tokio::test]
async fn adding_needs_the_password_and_the_same_session() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let wrong = json!({"password": "wrong horse", "code": "abcd-efgh-ijkl"});
    let refused = site
        .send(Method::POST, "/api/passkeys/options", &ada.token, wrong.clone())
        .await;
    assert_code(&refused, 403, "incorrect_password");
    let options = site.passkey_options(&ada.token, json!({})).await;
    let mut phone = Authenticator::new();
    let of_ada = phone.create(&options, "Phone");
    let other_session = token_of(&site.sign_in(LOGINS[0], &ada.email).await);
    for token in [&eve.token, &other_session] {
        let refused = site
            .send(Method::POST, "/api/passkeys", token, of_ada.clone())
            .await;
        assert_code(&refused, 400, "invalid_passkey");
    }
    let add = async |body: Value| site.send(Method::POST, "/api/passkeys", &ada.token, body).await;
    assert_eq!(add(of_ada.clone()).await.status_code(), 201);
    assert_code(&add(of_ada).await, 400, "invalid_passkey");
    let proof = site.passkey_proof(&mut phone).await;
    let options = site.passkey_options(&ada.token, proof).await;
    let mut authenticator = Authenticator::new();
    authenticator.flags = 0b001;
    assert_code(
        &add(authenticator.create(&options, "Phone")).await,
        400,
        "invalid_passkey",
    );
    authenticator.flags = 0b101;
    assert_code(
        &add(authenticator.create(&options, " ")).await,
        400,
        "validation_failed",
    );
    site.clock.advance_seconds(300);
    assert_code(
        &add(authenticator.create(&options, "Phone")).await,
        400,
        "invalid_passkey",
    );
    // Removing needs it as well.
    let list = site.get_as(&ada.token, "/api/passkeys").await;
    let path = format!("/api/passkeys/{}", list["passkeys"][0]["id"].as_str().unwrap());
    let refused = site.send(Method::DELETE, &path, &ada.token, wrong).await;
    assert_code(&refused, 403, "incorrect_password");
}

/// Sends a confirmation, and asserts that it is refused.
async fn refuse(site: &Site, (method, path): (Method, &str), token: &str, body: Value, code: &str) {
    let refused = site.send(method, path, token, body).await;
    assert_code(&refused, 400, code);
}

#[tokio::test]
async fn a_factor_is_needed_to_add_another() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let before = site.passkey_options(&ada.token, json!({})).await;
    let secret = site.set_up_factor(&ada.token).await;
    let (mut phone, added) = site.add_passkey(&ada.token).await;
    let (mut of_eve, _) = site.add_passkey(&eve.token).await;
    let of_another = site.passkey_proof(&mut of_eve).await;
    for path in ["/api/passkeys/options", "/api/second-factor/totp"] {
        for (proof, code) in [
            (json!({}), "validation_failed"),
            (json!({"code": "abcd-efgh-ijkl"}), "invalid_code"),
            (of_another.clone(), "invalid_passkey"),
        ] {
            refuse(&site, (Method::POST, path), &ada.token, confirmation(proof), code).await;
        }
    }
    // Nor is what was begun when the password was enough: an app, and a challenge.
    let body = json!({"code": site.next_totp(&secret)});
    let path = "/api/second-factor/totp/confirm";
    let refused = site.send(Method::POST, path, &ada.token, body).await;
    assert_code(&refused, 409, "second_factor_inactive");
    let body = Authenticator::new().create(&before, "Phone");
    refuse(
        &site,
        (Method::POST, "/api/passkeys"),
        &ada.token,
        body,
        "invalid_passkey",
    )
    .await;
    let proof = confirmation(site.passkey_proof(&mut phone).await);
    let path = "/api/second-factor/totp";
    let set_up = site.send(Method::POST, path, &ada.token, proof.clone()).await;
    set_up.assert_status_ok();
    // It was used.
    refuse(&site, (Method::POST, path), &ada.token, proof, "invalid_passkey").await;
    let code = added["recoveryCodes"][0].as_str().unwrap();
    site.add_passkey_with(&ada.token, json!({"code": code})).await;
}

#[tokio::test]
async fn removing_a_passkey_needs_a_second_proof() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let (mut phone, added) = site.add_passkey(&ada.token).await;
    let (mut of_eve, _) = site.add_passkey(&eve.token).await;
    let path = path_of(&added);
    for (proof, code) in [
        (json!({}), "validation_failed"),
        (json!({"code": "abcd-efgh-ijkl"}), "invalid_code"),
        (site.passkey_proof(&mut of_eve).await, "invalid_passkey"),
    ] {
        refuse(
            &site,
            (Method::DELETE, &path),
            &ada.token,
            confirmation(proof),
            code,
        )
        .await;
    }
    site.passkey_login(PASSKEY_LOGINS[0], &mut phone)
        .await
        .assert_status_ok();
    let proof = confirmation(json!({"code": added["recoveryCodes"][0]}));
    site.send(Method::DELETE, &path, &ada.token, proof)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn an_account_renames_and_removes_its_own_alone() {
    let site = site();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let (mut phone, added) = site.add_passkey(&ada.token).await;
    let path = path_of(&added);
    let (name, removal) = (
        json!({"name": "Laptop"}),
        confirmation(site.passkey_proof(&mut phone).await),
    );
    for (method, body) in [(Method::PATCH, &name), (Method::DELETE, &removal)] {
        let refused = site.send(method, &path, &eve.token, body.clone()).await;
        assert_code(&refused, 404, "not_found");
    }
    site.send(Method::PATCH, &path, &ada.token, name)
        .await
        .assert_status_ok();
    let list = site.get_as(&ada.token, "/api/passkeys").await;
    assert_eq!(list["passkeys"][0]["name"], json!("Laptop"));
    site.send(Method::DELETE, &path, &ada.token, removal)
        .await
        .assert_status_ok();
    // With the last one the recovery codes are gone, and the password is enough again.
    let state = site.get_as(&ada.token, "/api/second-factor").await;
    assert_eq!(state["recoveryCodesLeft"], json!(0));
    token_of(&site.sign_in(LOGINS[0], &ada.email).await);
    let mails = site.emails_to(&ada.email);
    for subject in [
        "New passkey for your account",
        "A passkey of your account was removed",
    ] {
        assert!(
            mails.iter().any(|mail| mail.subject.starts_with(subject)),
            "{mails:?}"
        );
    }
}

#[tokio::test]
async fn an_account_has_at_most_twenty() {
    let site = site();
    let reader = site.reader("Ada");
    let (mut first, _) = site.add_passkey(&reader.token).await;
    let proof = site.passkey_proof(&mut first).await;
    let last = site.passkey_options(&reader.token, proof).await;
    for _ in 1..20 {
        let proof = site.passkey_proof(&mut first).await;
        site.add_passkey_with(&reader.token, proof).await;
    }
    let body = confirmation(site.passkey_proof(&mut first).await);
    let refused = site
        .send(Method::POST, "/api/passkeys/options", &reader.token, body)
        .await;
    assert_code(&refused, 409, "too_many_passkeys");
    let body = Authenticator::new().create(&last, "Phone");
    let refused = site
        .send(Method::POST, "/api/passkeys", &reader.token, body)
        .await;
    assert_code(&refused, 409, "too_many_passkeys");
}

#[tokio::test]
async fn is_enough_where_the_site_demands_a_second_factor() {
    let demand = ("SECURITY__SECOND_FACTOR", "staff");
    let site = Site::configured(&[WITH_PASSKEYS, UNLIMITED, demand]);
    let member = site.staff("ann", Role::Contributor);
    let drafts = "/api/blogs/admin/blogs";
    let refused = site.request(Method::GET, drafts, &member.token, None).await;
    assert_code(&refused, 403, "second_factor_required");
    let (mut authenticator, _) = site.add_passkey(&member.token).await;
    site.get_as(&member.token, drafts).await;
    let signed_in = site.passkey_login(PASSKEY_LOGINS[1], &mut authenticator).await;
    site.get_as(&token_of(&signed_in.json()), drafts).await;
}

#[tokio::test]
async fn a_new_password_leaves_passkeys_and_goes_around_none() {
    let site = site();
    let reader = site.reader("Ada");
    let (mut authenticator, _) = site.add_passkey(&reader.token).await;
    site.clock.advance_seconds(60);
    let email = json!({"email": reader.email});
    site.post("/api/auth/forgot-password", email)
        .await
        .assert_status_ok();
    let reset = json!({"email": reader.email, "otp": site.last_code(&reader.email), "newPassword": PASSWORD});
    let reset = site.post("/api/auth/reset-password", reset).await;
    reset.assert_status_ok();
    assert_eq!(reset.json::<Value>()["token"], json!(null));
    assert!(site.sign_in(LOGINS[0], &reader.email).await["ticket"].is_string());
    site.passkey_login(PASSKEY_LOGINS[0], &mut authenticator)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn a_site_without_a_name_offers_none() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let list = site.get_as(&reader.token, "/api/passkeys").await;
    assert_eq!(list["available"], json!(false));
    let body = json!({"password": PASSWORD});
    let refused = site
        .send(Method::POST, "/api/passkeys/options", &reader.token, body)
        .await;
    assert_code(&refused, 403, "passkeys_unavailable");
    let refused = site.post("/api/auth/passkey/options", json!({})).await;
    assert_code(&refused, 403, "passkeys_unavailable");
}
