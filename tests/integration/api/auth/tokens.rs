//! Which tokens open what, and when they stop.

use std::sync::Arc;

use axum::http::Method;
use blog_app::auth::secret::SigningSecret;
use blog_app::auth::token::{Subject, Tokens};
use blog_app::domain::{Clock as _, SystemEntropy};
use serde_json::{Value, json};

use crate::support::people::{PASSWORD, assert_refused};
use crate::support::{Site, post};

const LOGIN_NEEDED: &str = "Please login to continue";

/// A call of each kind of caller: everybody, readers, administrators.
const PUBLIC: &str = "/api/blogs";
const READERS: &str = "/api/blogs/bookmarks";
const ADMINS: &str = "/api/admin/profile";

async fn status(site: &Site, token: &str, path: &str) -> u16 {
    let response = site.call(Method::GET, path, token, None).await;
    response.status_code().as_u16()
}

#[tokio::test]
async fn readers_and_administrators_open_different_doors() {
    let site = Site::with_posts(&[post(1)]);
    let reader = site.reader("Ada").token;
    let admin = site.admin("root").token;
    for (token, public, readers, admins) in [
        ("", 200, 401, 401),
        (&*reader, 200, 200, 403),
        (&*admin, 200, 403, 200),
    ] {
        assert_eq!(status(&site, token, PUBLIC).await, public);
        assert_eq!(status(&site, token, READERS).await, readers);
        assert_eq!(status(&site, token, ADMINS).await, admins);
    }
    let known = site.get_as(&admin, "/api/auth/verify-token").await;
    assert_eq!(
        (&known["isAdmin"], &known["admin"]["username"], known.get("user")),
        (&json!(true), &json!("root"), None)
    );
}

#[tokio::test]
async fn a_token_that_is_no_good_opens_nothing() {
    let site = Site::new();
    let reader = site.reader("Ada");
    let now = site.clock.now();
    let secret = SigningSecret::from_text("the secret of another site");
    let foreign = Tokens::new(&secret, 24, Arc::new(SystemEntropy))
        .issue(Subject::Reader(reader.id), 0, now)
        .unwrap();
    let unknown = site
        .tokens
        .issue(Subject::Reader(site_stranger(&site)), 0, now)
        .unwrap();
    let claims = reader.token.split('.').nth(1).unwrap();
    // {"alg":"none","typ":"JWT"}
    let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
    for token in [&*foreign, &unknown, &unsigned, "x", "a.b.c"] {
        for path in [PUBLIC, READERS, ADMINS, "/api/auth/verify-token"] {
            let response = site.call(Method::GET, path, token, None).await;
            assert_refused(&response, 401, LOGIN_NEEDED);
            assert_eq!(response.header("www-authenticate"), "Bearer");
        }
        site.call(Method::GET, "/api/blogs/public", token, None)
            .await
            .assert_status_ok();
    }
    for header in ["Basic YTpi", "Bearer", "", &reader.token] {
        let response = site.server.get(READERS).add_header("authorization", header).await;
        assert_refused(&response, 401, LOGIN_NEEDED);
    }
}

fn site_stranger(site: &Site) -> blog_app::domain::UserId {
    blog_app::domain::UserId::new(site.clock.now(), &blog_app::domain::SystemEntropy)
}

#[tokio::test]
async fn a_token_lives_a_day() {
    let site = Site::new();
    let reader = site.reader("Ada");
    site.clock.advance_seconds(24 * 3_600 - 1);
    assert_eq!(status(&site, &reader.token, READERS).await, 200);
    site.clock.advance_seconds(1);
    assert_eq!(status(&site, &reader.token, READERS).await, 401);
}

#[tokio::test]
async fn a_reset_a_ban_and_a_deletion_end_every_earlier_token_at_once() {
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
    assert_eq!(status(&site, &ada.token, READERS).await, 401);
    let login: Value = site
        .post(
            "/api/auth/login",
            json!({"email": ada.email, "password": "another horse"}),
        )
        .await
        .json();
    assert_eq!(
        status(&site, login["token"].as_str().unwrap(), READERS).await,
        200
    );

    site.ban(bo.id, "");
    assert_eq!(status(&site, &bo.token, READERS).await, 401);

    let path = format!("/api/users/{}", cy.id);
    site.call(
        Method::DELETE,
        &path,
        &cy.token,
        Some(&json!({"password": PASSWORD})),
    )
    .await
    .assert_status_ok();
    assert_eq!(status(&site, &cy.token, READERS).await, 401);
}
