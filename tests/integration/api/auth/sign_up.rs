//! A new reader, until the address is shown to be theirs.

use blog_app::actions::housekeeping;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::people::{PASSWORD, assert_refused};
use crate::support::{Site, at_once};

#[tokio::test]
async fn a_reader_signs_up_with_a_mailed_code() {
    let site = Site::new();
    let response = site.register("  Ada Lovelace ", " Ada@Example.org ").await;
    assert_eq!(response.status_code(), 201);
    let body: Value = response.json();
    assert_eq!(body["requiresEmailVerification"], true);
    assert!(body.get("token").is_none());
    let user = &body["user"];
    assert_eq!(
        (
            &user["name"],
            &user["username"],
            &user["email"],
            &user["onboarded"]
        ),
        (
            &json!("Ada Lovelace"),
            &json!("ada-lovelace"),
            &json!("ada@example.org"),
            &json!(false)
        )
    );

    let code = site.last_code("ada@example.org");
    let verified = site
        .post(
            "/api/auth/verify-otp",
            json!({"email": "ada@example.org", "otp": code}),
        )
        .await;
    verified.assert_status_ok();
    let verified: Value = verified.json();
    let token = verified["token"].as_str().unwrap();
    let known = site.get_as(token, "/api/auth/verify-token").await;
    assert_eq!(
        (&known["success"], &known["isAdmin"], &known["user"]["_id"]),
        (&json!(true), &json!(false), &user["_id"])
    );
    // The code is used up.
    let again = site
        .post(
            "/api/auth/verify-otp",
            json!({"email": "ada@example.org", "otp": code}),
        )
        .await;
    assert_refused(&again, 400, "Email is already verified");
}

#[tokio::test]
async fn every_rule_of_an_account_is_named_with_its_field() {
    let site = Site::new();
    let long = "é".repeat(129);
    for (name, email, password, field, message) in [
        ("", "a@example.org", PASSWORD, "name", "Name is required"),
        (
            "A",
            "a@example.org",
            PASSWORD,
            "name",
            "Name must be at least 2 characters long",
        ),
        (
            "A\0b",
            "a@example.org",
            PASSWORD,
            "name",
            "Name cannot hold control or invisible characters",
        ),
        (
            "Ada",
            "ada",
            PASSWORD,
            "email",
            "Please enter a valid email address",
        ),
        (
            "Ada",
            "a@example.org",
            "1234567",
            "password",
            "Password must be at least 8 characters long",
        ),
        (
            "Ada",
            "a@example.org",
            &long,
            "password",
            "Password must be at most 128 characters long",
        ),
    ] {
        let body = json!({"name": name, "email": email, "password": password});
        let response = site.post("/api/auth/register", body).await;
        assert_refused(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][field], message);
    }
    let missing = site.post("/api/auth/register", json!({"name": "Ada"})).await;
    assert_eq!(missing.status_code(), 400);
    assert!(site.mails_to("a@example.org").is_empty());
}

#[tokio::test]
async fn an_address_has_one_account_verified_or_not() {
    let site = Site::new();
    assert_eq!(site.register("Ada", "ada@example.org").await.status_code(), 201);
    let again = site.register("Eve", "ADA@example.org ").await;
    assert_refused(&again, 409, "Email is already registered");
    assert_eq!(
        again.json::<Value>()["errors"]["email"],
        "Email is already registered"
    );
    let at_once = at_once(8, |number| {
        let site = &site;
        async move {
            site.register(&format!("Bo {number}"), "bo@example.org")
                .await
                .status_code()
        }
    })
    .await;
    assert_eq!(at_once.iter().filter(|status| **status == 201).count(), 1);
    assert_eq!(at_once.iter().filter(|status| **status == 409).count(), 7);
}

#[tokio::test]
async fn readers_of_one_name_get_usernames_of_their_own() {
    let site = Site::new();
    let mut usernames = Vec::new();
    for number in 0..3 {
        let response = site
            .register("Łukasz Nowak", &format!("l{number}@example.org"))
            .await;
        usernames.push(response.json::<Value>()["user"]["username"].clone());
    }
    assert_eq!(usernames, ["lukasz-nowak", "lukasz-nowak-2", "lukasz-nowak-3"]);
}

#[tokio::test]
async fn an_account_that_nobody_verifies_is_removed_after_a_day() {
    let site = Site::new();
    site.register("Ada", "ada@example.org").await;
    let verified = site.reader("Bo");
    site.clock.advance_seconds(24 * 3_600);
    housekeeping::sweep(&site.store, site.clock.now()).await.unwrap();
    assert_refused(
        &site.register("Ada", "ada@example.org").await,
        409,
        "Email is already registered",
    );
    site.clock.advance_seconds(1);
    let swept = housekeeping::sweep(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
    assert_eq!(site.register("Ada", "ada@example.org").await.status_code(), 201);
    let login = json!({"email": verified.email, "password": PASSWORD});
    site.post("/api/auth/login", login).await.assert_status_ok();
}
