//! The staff: a provider signs none of them in, and makes nobody one of them who is not invited.

use axum::http::{Method, header};
use serde_json::{Value, json};

use super::{Arrived, assert_unknown, oidc};
use crate::support::Site;
use crate::support::accounts::PASSWORD;
use crate::support::second_factor::{LOGINS, token_of};

async fn invite(site: &Site, admin: &str, email: &str) {
    let body = json!({"email": email, "role": "author"});
    site.send(Method::POST, "/api/admin/invites", admin, body)
        .await
        .assert_status_success();
}

async fn join(site: &Site, arrived: &Arrived) -> axum_test::TestResponse {
    let body = json!({"code": arrived.code, "username": "ada-l", "password": PASSWORD});
    let request = site.request(Method::POST, "/api/admin/join", "", Some(&body));
    request.add_header(header::COOKIE, arrived.cookie.as_str()).await
}

#[tokio::test]
async fn a_member_of_the_staff_does_not_sign_in_by_a_provider() {
    let (provider, site) = oidc();
    let member = site.admin("ada");
    let arrived = site.arrive(&provider).await;
    for fields in [json!({}), json!({"password": PASSWORD})] {
        let refused = site.finish(&arrived, fields).await;
        let body: Value = refused.json();
        assert_eq!(refused.status_code(), 403);
        assert_eq!(body["code"], "staff_address", "{}", member.email);
    }
    assert_unknown(&site.with_arrived(super::CODE, &arrived, json!({})).await);
    assert_eq!(join(&site, &arrived).await.status_code(), 400);
}

#[tokio::test]
async fn somebody_who_is_invited_accepts_the_invitation() {
    let (provider, site) = oidc();
    let admin = site.admin("root").token;
    let arrived = site.arrive(&provider).await;
    assert_eq!(
        join(&site, &arrived).await.status_code(),
        400,
        "nobody invited them"
    );
    invite(&site, &admin, "ada@example.org").await;
    let asked: Value = site.finish(&arrived, json!({})).await.json();
    assert_eq!(asked["nextStep"], "invitation");
    assert!(asked["token"].is_null());
    let stranger = Arrived {
        cookie: String::new(),
        ..arrived.clone()
    };
    let refused = join(&site, &stranger).await;
    assert_eq!(refused.json::<Value>()["code"], "invalid_link");
    let joined = join(&site, &arrived).await;
    assert_eq!(joined.status_code(), 201, "{}", joined.text());
    let body: Value = joined.json();
    assert_eq!(body["admin"]["role"], "author");
    assert_eq!(body["admin"]["email"], "ada@example.org");
    site.assert_token(&token_of(&body), true).await;
    // The invitation and the sign-in are used up, and so is the mailed link.
    assert_eq!(join(&site, &arrived).await.status_code(), 400);
    let link = site.token_of_link("ada@example.org", "/admin/join");
    let with_link = json!({"token": link, "username": "eve", "password": PASSWORD});
    assert_eq!(site.post("/api/admin/join", with_link).await.status_code(), 400);
    // From now on they sign in with the password alone.
    site.sign_in(LOGINS[1], "ada@example.org").await;
    let arrived = site.arrive(&provider).await;
    let refused = site.finish(&arrived, json!({})).await;
    assert_eq!(refused.json::<Value>()["code"], "staff_address");
}

#[tokio::test]
async fn a_reader_whose_identity_is_linked_stays_a_reader() {
    let (provider, site) = oidc();
    let admin = site.admin("root").token;
    let first = site.sign_in_by(&provider).await;
    invite(&site, &admin, "ada@example.org").await;
    let arrived = site.arrive(&provider).await;
    assert_eq!(join(&site, &arrived).await.status_code(), 400);
    let answer: Value = site.finish(&arrived, json!({})).await.json();
    assert_eq!(answer["user"]["_id"], first["user"]["_id"]);
    let refused = site
        .request(Method::GET, "/api/admin/profile", &token_of(&answer), None)
        .await;
    assert_eq!(refused.status_code(), 403);
}
