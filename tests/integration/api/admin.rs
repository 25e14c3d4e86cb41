//! Administrators: making them, and signing in.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::people::{PASSWORD, assert_refused};

const MASTER: (&str, &str) = ("AUTH__MASTER_PASSWORD", "open sesame");

fn signup() -> Value {
    json!({
        "username": "root", "email": "root@example.org",
        "password": PASSWORD, "masterPassword": "open sesame"
    })
}

#[tokio::test]
async fn who_knows_the_master_password_becomes_an_administrator() {
    let site = Site::configured(&[MASTER]);
    let response = site.post("/api/admin/signup", signup()).await;
    assert_eq!(response.status_code(), 201);
    assert_eq!(
        response.json::<Value>()["message"],
        "Admin account created successfully! Please login."
    );
    let login = json!({"email": "ROOT@example.org", "password": PASSWORD});
    let body: Value = site.post("/api/admin/login", login).await.json();
    assert_eq!(body["admin"]["username"], "root");
    let profile = site
        .get_as(body["token"].as_str().unwrap(), "/api/admin/profile")
        .await;
    assert_eq!(profile["email"], "root@example.org");
    assert!(profile.get("success").is_none(), "the answer is the bare profile");
}

#[tokio::test]
async fn who_does_not_know_it_does_not() {
    let site = Site::configured(&[MASTER]);
    for wrong in ["", "open", "open sesame ", "Open sesame"] {
        let mut body = signup();
        body["masterPassword"] = json!(wrong);
        assert_refused(
            &site.post("/api/admin/signup", body).await,
            403,
            "Invalid master password",
        );
    }
    for (field, value, status, message) in [
        ("username", "x", 400, "Username must be 2 to 100 characters long"),
        ("email", "root", 400, "Please enter a valid email address"),
        (
            "password",
            "short",
            400,
            "Password must be at least 8 characters long",
        ),
    ] {
        let mut body = signup();
        body[field] = json!(value);
        assert_refused(&site.post("/api/admin/signup", body).await, status, message);
    }
    let closed = Site::new();
    let mut body = signup();
    body["masterPassword"] = json!("");
    for body in [signup(), body] {
        assert_refused(
            &closed.post("/api/admin/signup", body).await,
            403,
            "Admin signup is disabled",
        );
    }
}

#[tokio::test]
async fn a_username_and_an_address_have_one_administrator() {
    let site = Site::configured(&[MASTER]);
    site.admin("root");
    let mut body = signup();
    body["email"] = json!("other@example.org");
    assert_refused(
        &site.post("/api/admin/signup", body).await,
        409,
        "Username is already taken",
    );
    let mut body = signup();
    body["username"] = json!("other");
    assert_refused(
        &site.post("/api/admin/signup", body).await,
        409,
        "Email is already registered",
    );
}

#[tokio::test]
async fn of_administrators_nobody_learns_which_addresses_are_known() {
    let site = Site::new();
    let admin = site.admin("root");
    for email in [&*admin.email, "nobody@example.org"] {
        let login = json!({"email": email, "password": "wrong horse"});
        assert_refused(
            &site.post("/api/admin/login", login).await,
            401,
            "Invalid email or password",
        );
    }
    // A reader's account is none of an administrator's.
    let reader = site.reader("Ada");
    let login = json!({"email": reader.email, "password": PASSWORD});
    assert_eq!(site.post("/api/admin/login", login).await.status_code(), 401);
    let response = site
        .call(Method::GET, "/api/admin/profile", &reader.token, None)
        .await;
    assert_refused(&response, 403, "Only administrators may do this");
}
