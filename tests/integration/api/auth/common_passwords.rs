//! Common passwords are refused wherever a password is set.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::{PASSWORD, assert_rejected};

const TOO_COMMON: &str = "This password is too common";

fn assert_too_common(response: &axum_test::TestResponse, field: &str, password: &str) {
    assert_rejected(response, 400, TOO_COMMON);
    let body: Value = response.json();
    assert_eq!(body["errors"][field], TOO_COMMON, "{password}");
}

#[tokio::test]
async fn rejects_common_passwords_on_registration() {
    let site = Site::new();
    for password in [
        "password",
        "Iloveyou1",
        "12345678",
        "         ",
        "Ada Lovelace",
        "ada.lovelace@example.org",
        "Ada.Lovelace",
    ] {
        let body = json!({"name": "Ada Lovelace", "email": "ada.lovelace@example.org", "password": password});
        assert_too_common(&site.post("/api/auth/register", body).await, "password", password);
    }
}

#[tokio::test]
async fn rejects_common_passwords_on_reset_and_keeps_the_code_valid() {
    let site = Site::new();
    let reader = site.reader("Ada Lovelace");
    site.post("/api/auth/forgot-password", json!({"email": reader.email}))
        .await
        .assert_status_ok();
    let code = site.last_code(&reader.email);
    let path = "/api/auth/reset-password";
    let reset = |password: &str| json!({"email": reader.email, "otp": code, "newPassword": password});
    for password in ["password1", "ada-lovelace", "Ada Lovelace"] {
        let response = site.post(path, reset(password)).await;
        assert_too_common(&response, "newPassword", password);
    }
    site.post(path, reset("another horse")).await.assert_status_ok();
}

#[tokio::test]
async fn rejects_common_passwords_of_administrators() {
    let site = Site::configured(&[("AUTH__MASTER_PASSWORD", "open sesame, please")]);
    for password in ["qwertyuiop", "        ", "boss lady", "boss.lady@example.org"] {
        let body = json!({"username": "Boss Lady", "email": "boss.lady@example.org", "password": password,
            "masterPassword": "open sesame, please"});
        assert_too_common(&site.post("/api/admin/signup", body).await, "password", password);
    }
    let admin = site.admin("margarete");
    for password in ["11111111", "Margarete", "margarete@example.org"] {
        let body = json!({"currentPassword": PASSWORD, "newPassword": password});
        let path = "/api/admin/settings/password";
        let response = site.request(Method::PUT, path, &admin.token, Some(&body)).await;
        assert_too_common(&response, "newPassword", password);
    }
}
