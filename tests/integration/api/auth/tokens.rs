//! Tokens: the routes that accept them, their expiry and revocation.

use std::sync::{Arc, mpsc};

use axum::http::{Method, StatusCode};
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::TokenIssuer;
use blog_app::domain::{Account, Clock as _, SystemEntropy};
use blog_app::store::{StoreError, Tx, sessions};
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::{Site, post, run_concurrently};

const LOGIN_NEEDED: &str = "Please login to continue";

/// A route for everybody, one for readers and one for administrators.
const PUBLIC_PATH: &str = "/api/blogs";
const READER_PATH: &str = "/api/blogs/bookmarks";
const ADMIN_PATH: &str = "/api/admin/profile";

async fn status(site: &Site, token: &str, path: &str) -> u16 {
    let response = site.request(Method::GET, path, token, None).await;
    response.status_code().as_u16()
}

#[tokio::test]
async fn accepts_tokens_of_readers_and_administrators_on_their_own_routes() {
    let site = Site::with_posts(&[post(1)]);
    let reader = site.reader("Ada").token;
    let admin = site.admin("root").token;
    for (token, public, readers, admins) in [
        ("", 200, 401, 401),
        (&*reader, 200, 200, 403),
        (&*admin, 200, 403, 200),
    ] {
        assert_eq!(status(&site, token, PUBLIC_PATH).await, public);
        assert_eq!(status(&site, token, READER_PATH).await, readers);
        assert_eq!(status(&site, token, ADMIN_PATH).await, admins);
    }
    let session = site.get_as(&admin, "/api/auth/verify-token").await;
    assert_eq!(
        (
            &session["isAdmin"],
            &session["admin"]["username"],
            session.get("user")
        ),
        (&json!(true), &json!("root"), None)
    );
}

#[tokio::test]
async fn rejects_invalid_tokens() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let now = site.clock.now();
    let secret = SigningSecret::from_text("the secret of another site");
    let foreign = TokenIssuer::new(&secret, 24, Arc::new(SystemEntropy))
        .issue(Account::Reader(reader.id), 0, now)
        .unwrap()
        .text;
    let unknown = site
        .tokens
        .issue(Account::Reader(unknown_reader(&site)), 0, now)
        .unwrap()
        .text;
    let claims = reader.token.split('.').nth(1).unwrap();
    // {"alg":"none","typ":"JWT"}
    let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
    for token in [&*foreign, &unknown, &unsigned, "x", "a.b.c"] {
        for path in [PUBLIC_PATH, READER_PATH, ADMIN_PATH, "/api/auth/verify-token"] {
            let response = site.request(Method::GET, path, token, None).await;
            assert_rejected(&response, 401, LOGIN_NEEDED);
            assert_eq!(response.header("www-authenticate"), "Bearer");
        }
        site.request(Method::GET, "/api/blogs/public", token, None)
            .await
            .assert_status_ok();
    }
    for header in ["Basic YTpi", "Bearer", "", &reader.token] {
        let response = site
            .server
            .get(READER_PATH)
            .add_header("authorization", header)
            .await;
        assert_rejected(&response, 401, LOGIN_NEEDED);
    }
}

fn unknown_reader(site: &Site) -> blog_app::domain::UserId {
    blog_app::domain::UserId::new(site.clock.now(), &blog_app::domain::SystemEntropy)
}

#[tokio::test]
async fn expires_a_token_after_a_day() {
    let site = Site::new();
    let reader = site.reader("Ada");
    site.clock.advance_seconds(24 * 3_600 - 1);
    assert_eq!(status(&site, &reader.token, READER_PATH).await, 200);
    site.clock.advance_seconds(1);
    assert_eq!(status(&site, &reader.token, READER_PATH).await, 401);
}

#[tokio::test]
async fn revokes_tokens_on_password_reset_ban_and_deletion() {
    let site = Site::new();
    let (ada, bo, cy) = (site.reader("Ada"), site.reader("Bo"), site.reader("Cy"));

    site.post("/api/auth/forgot-password", json!({"email": ada.email}))
        .await
        .assert_status_ok();
    let reset = json!({
        "email": ada.email, "otp": site.last_code(&ada.email), "newPassword": "another horse"
    });
    site.post("/api/auth/reset-password", reset)
        .await
        .assert_status_ok();
    assert_eq!(status(&site, &ada.token, READER_PATH).await, 401);
    let login: Value = site
        .post(
            "/api/auth/login",
            json!({"email": ada.email, "password": "another horse"}),
        )
        .await
        .json();
    assert_eq!(
        status(&site, login["token"].as_str().unwrap(), READER_PATH).await,
        200
    );

    site.ban(bo.id, "");
    assert_eq!(status(&site, &bo.token, READER_PATH).await, 401);

    let path = format!("/api/users/{}", cy.id);
    site.request(
        Method::DELETE,
        &path,
        &cy.token,
        Some(&json!({"password": PASSWORD})),
    )
    .await
    .assert_status_ok();
    assert_eq!(status(&site, &cy.token, READER_PATH).await, 401);
}

#[tokio::test]
async fn refuses_a_password_change_whose_session_another_one_ended() {
    let site = &Site::new();
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    let of_reader = format!("/api/users/{}/password", reader.id);
    for (path, token, login, email) in [
        (&*of_reader, &reader.token, "/api/auth/login", &reader.email),
        (
            "/api/admin/settings/password",
            &admin.token,
            "/api/admin/login",
            &admin.email,
        ),
    ] {
        // Both current passwords are checked before either new one is stored.
        let responses = run_concurrently(2, |number| async move {
            let new = format!("another horse {number}");
            let body = json!({"currentPassword": PASSWORD, "newPassword": new});
            let changed = site.request(Method::PUT, path, token, Some(&body)).await;
            (changed.status_code().as_u16(), new)
        })
        .await;
        let mut statuses = [responses[0].0, responses[1].0];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401], "{path}");
        for (status, password) in responses {
            let body = json!({"email": email, "password": password});
            let signed_in = site.post(login, body).await;
            assert_eq!(signed_in.status_code() == 200, status == 200, "{path}");
        }
    }
}

#[tokio::test]
async fn refuses_a_deletion_whose_session_was_ended_meanwhile() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let account = Account::Reader(reader.id);
    let (started, has_started) = mpsc::channel();
    let (release, is_released) = mpsc::channel();
    let ending = site.store.write::<_, StoreError>(move |tx| {
        started.send(()).unwrap();
        is_released.recv().unwrap();
        sessions::revoke_all(tx, account)
    });
    let path = format!("/api/users/{}", reader.id);
    let body = json!({ "password": PASSWORD });
    let deletion = site.request(Method::DELETE, &path, &reader.token, Some(&body));
    // The writer ends the sessions once a write of the deletion, whose password is checked by then, waits behind it.
    let releasing = async {
        has_started.recv().unwrap();
        while site.store.write_stats().waiting == 0 {
            tokio::task::yield_now().await;
        }
        release.send(()).unwrap();
    };
    let (ended, deleted, ()) = tokio::join!(ending, deletion, releasing);
    ended.unwrap();
    assert_eq!(deleted.status_code(), 401);
}

#[tokio::test]
async fn refuses_a_write_with_a_password_whose_session_ends_while_its_body_arrives() {
    let site = Site::new();
    let (now, mut permitted) = (site.clock.now(), Vec::new());
    let password = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let email = json!({"email": "new@example.org", "username": "New", "currentPassword": PASSWORD});
    for (number, (method, path, body)) in (0..).zip([
        (Method::DELETE, "/api/users/{id}", &json!({"password": PASSWORD})),
        (Method::PUT, "/api/users/{id}/password", &password),
        (Method::PATCH, "/api/users/{id}/profile", &email),
        (Method::PUT, "/api/admin/settings/password", &password),
        (Method::PUT, "/api/admin/settings/profile", &email),
    ]) {
        for ends_all in [false, true] {
            let name = format!("Ada{}", 2 * number + i32::from(ends_all));
            let (token, path) = if path.contains("{id}") {
                let reader = site.reader(&name);
                (reader.token, path.replace("{id}", &reader.id.to_string()))
            } else {
                (site.admin(&name).token, path.to_owned())
            };
            let verified = site.tokens.verify(&token, now).unwrap();
            let end = move |tx: &mut Tx<'_>| {
                if ends_all {
                    sessions::revoke_all(tx, verified.subject).map(drop)
                } else {
                    sessions::revoke(tx, verified.subject, verified.id, verified.expires_at)
                }
            };
            let route = (method.clone(), &*path);
            let status = site.status_with_write_before_body(end, route, &token, body).await;
            if status != StatusCode::UNAUTHORIZED {
                permitted.push(format!(
                    "{status} for {method} {path}, all sessions ended: {ends_all}"
                ));
            }
        }
    }
    assert_eq!(permitted, Vec::<String>::new());
}
