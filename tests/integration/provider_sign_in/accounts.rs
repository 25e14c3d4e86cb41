//! New accounts of people who come from a provider, and the same people again.

use axum::http::Method;
use serde_json::{Value, json};

use super::{assert_unknown, oidc};
use crate::api::spam_rules::set_rules;
use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::second_factor::token_of;
use crate::support::{Site, database};

#[tokio::test]
async fn somebody_new_gets_a_verified_account_that_is_to_be_onboarded() {
    let (provider, site) = oidc();
    let receiver = crate::support::webhooks::Receiver::start().await;
    let admin = site.admin("root").token;
    site.make_webhook(&admin, &receiver.url(), &["user.joined"]).await;
    let answer = site.sign_in_by(&provider).await;
    let user = &answer["user"];
    assert_eq!(user["name"], "Ada");
    assert_eq!(user["email"], "ada@example.org");
    assert_eq!(user["onboarded"], false);
    assert_eq!(answer["requiresVerification"], false);
    let token = token_of(&answer);
    site.assert_token(&token, true).await;
    assert_eq!(site.sessions(&token).await.len(), 1);
    let onboarding = json!({"name": "Ada", "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"}});
    site.send(Method::POST, "/api/auth/complete-onboarding", &token, onboarding)
        .await
        .assert_status_ok();
    assert!(
        site.emails_to("ada@example.org").is_empty(),
        "no code, and no mail about a new way in"
    );
    site.call_webhooks().await;
    assert_eq!(receiver.take_events(), ["user.joined"]);
    // No password fits, not even none at all.
    for password in ["", "x", PASSWORD] {
        let login = json!({"email": "ada@example.org", "password": password});
        let refused = site.post("/api/auth/login", login).await;
        assert_eq!(refused.json::<Value>()["code"], "incorrect_password");
    }
}

#[tokio::test]
async fn the_same_person_comes_back_whatever_their_address_and_name() {
    let (provider, site) = oidc();
    let first = site.sign_in_by(&provider).await;
    let id = first["user"]["_id"].clone();
    site.clock.advance_seconds(60);
    provider.says().person = json!({
        "sub": "1", "email": "new@example.org", "email_verified": true, "name": "Countess of Lovelace",
    });
    let second = site.sign_in_by(&provider).await;
    assert_eq!(second["user"]["_id"], id);
    assert_eq!(second["user"]["email"], "ada@example.org");
    assert_eq!(second["user"]["name"], "Ada");
    let list = site.get_as(&token_of(&second), "/api/identities").await;
    assert_eq!(list["identities"][0]["usedAt"], "2026-03-01T12:01:00.000Z");
    // Another person who has got the old address there is nobody here.
    provider.says().person = json!({"sub": "2", "email": "ada@example.org", "email_verified": true});
    let arrived = site.arrive(&provider).await;
    let other = site.finish(&arrived, json!({})).await.json::<Value>();
    assert_eq!(other["nextStep"], "account");
    assert!(other["token"].is_null());
}

#[tokio::test]
async fn a_name_that_the_site_does_not_take_becomes_a_neutral_one() {
    let (provider, site) = oidc();
    set_rules(&site, json!({"holdWords": ["casino"]})).await;
    for (subject, name, expected) in [
        ("1", json!("Casino"), "New reader"),
        ("2", json!("Ada \u{202e}nimda"), "New reader"),
        ("3", json!("A"), "New reader"),
        ("4", json!("x".repeat(101)), "New reader"),
        ("5", Value::Null, "New reader"),
        ("6", json!(" Grace Hopper "), "Grace Hopper"),
    ] {
        let email = format!("{subject}@example.org");
        provider.says().person =
            json!({"sub": subject, "email": email, "email_verified": true, "name": name});
        let answer = site.sign_in_by(&provider).await;
        assert_eq!(answer["user"]["name"], expected, "{name}");
    }
}

#[tokio::test]
async fn a_blocked_mail_provider_is_blocked_here_as_well() {
    let (provider, site) = oidc();
    set_rules(&site, json!({"blockedMailDomains": ["example.org"]})).await;
    let arrived = site.arrive(&provider).await;
    let refused = site.finish(&arrived, json!({})).await;
    assert_eq!(refused.status_code(), 400);
    assert!(refused.json::<Value>()["errors"]["email"].is_string());
    assert!(database::query(site.folder(), "select id from users").is_empty());
}

#[tokio::test]
async fn an_account_that_was_never_verified_is_replaced() {
    let (provider, site) = oidc();
    site.register("Eve", "ada@example.org")
        .await
        .assert_status_success();
    let code = site.last_code("ada@example.org");
    let answer = site.sign_in_by(&provider).await;
    assert_eq!(answer["user"]["name"], "Ada");
    assert_eq!(database::query(site.folder(), "select name from users"), ["Ada"]);
    // Whoever made the other one has nothing of it.
    let login = json!({"email": "ada@example.org", "password": PASSWORD});
    let refused = site.post("/api/auth/login", login).await;
    assert_eq!(refused.json::<Value>()["code"], "incorrect_password");
    let verify = json!({"email": "ada@example.org", "otp": code});
    let refused = site.post("/api/auth/verify-otp", verify).await;
    assert_eq!(refused.status_code(), 400);
}

#[tokio::test]
async fn the_banned_are_refused_with_the_reason() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let arrived = site.arrive(&provider).await;
    site.ban(reader.id, "Spam");
    for fields in [json!({}), json!({"password": PASSWORD})] {
        let refused = site.finish(&arrived, fields).await;
        assert_rejected(&refused, 403, "Your account has been banned: Spam");
    }
    provider.says().person =
        json!({"sub": "2", "email": "bo@example.org", "email_verified": true, "name": "Bo"});
    let answer = site.sign_in_by(&provider).await;
    let id = blog_app::domain::UserId::parse(answer["user"]["_id"].as_str().unwrap()).unwrap();
    site.ban(id, "Spam as well");
    let arrived = site.arrive(&provider).await;
    let refused = site.finish(&arrived, json!({})).await;
    assert_rejected(&refused, 403, "Your account has been banned: Spam as well");
    // Nor by an account whose address was never verified.
    provider.says().person = json!({"sub": "3", "email": "cy@example.org", "email_verified": true});
    site.register("Cy", "cy@example.org")
        .await
        .assert_status_success();
    let ban = "update users set is_banned = 1, ban_reason = 'Spam' where email = 'cy@example.org'";
    site.execute_elsewhere(ban).await;
    let arrived = site.arrive(&provider).await;
    let refused = site.finish(&arrived, json!({})).await;
    assert_rejected(&refused, 403, "Your account has been banned: Spam");
}

#[tokio::test]
async fn a_forgotten_password_gives_such_an_account_one() {
    let (provider, site) = oidc();
    let token = token_of(&site.sign_in_by(&provider).await);
    let list = site.get_as(&token, "/api/identities").await;
    assert_eq!(list["hasPassword"], false);
    let email = json!({"email": "ada@example.org"});
    site.post("/api/auth/forgot-password", email)
        .await
        .assert_status_ok();
    let reset = json!({
        "email": "ada@example.org", "otp": site.last_code("ada@example.org"), "newPassword": PASSWORD,
    });
    site.post("/api/auth/reset-password", reset)
        .await
        .assert_status_ok();
    site.assert_token(&token, false).await;
    let token = token_of(&site.sign_in("/api/auth/login", "ada@example.org").await);
    let list = site.get_as(&token, "/api/identities").await;
    assert_eq!(list["hasPassword"], true);
    assert_eq!(list["identities"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_account_leaves_no_identity_behind() {
    let (provider, site) = oidc();
    let reader = site.reader("Ada");
    let arrived = site.arrive(&provider).await;
    site.finish(&arrived, json!({"password": PASSWORD}))
        .await
        .assert_status_ok();
    let path = format!("/api/users/{}", reader.id);
    let password = json!({"password": PASSWORD});
    site.send(Method::DELETE, &path, &reader.token, password)
        .await
        .assert_status_ok();
    assert!(database::query(site.folder(), "select id from identities").is_empty());
    let again = site.sign_in_by(&provider).await;
    assert_ne!(again["user"]["_id"], json!(reader.id.to_string()));
}

#[tokio::test]
async fn sign_ins_that_nobody_finishes_are_removed() {
    let (provider, site) = oidc();
    let arrived = site.arrive(&provider).await;
    site.clock.advance_seconds(599);
    assert_eq!(removed(&site).await, (0, 0));
    site.clock.advance_seconds(1);
    assert_eq!(removed(&site).await, (1, 1));
    assert_unknown(&site.finish(&arrived, json!({})).await);
}

/// Returns the numbers of removed sign-ins, and of states that were used.
async fn removed(site: &Site) -> (usize, usize) {
    use blog_app::domain::Clock as _;

    let removed = blog_app::actions::clean_up::clean_up(&site.store, site.clock.now());
    let removed = removed.await.unwrap();
    (removed.provider_sign_ins, removed.challenges)
}
