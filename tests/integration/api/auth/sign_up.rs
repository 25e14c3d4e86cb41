//! Registration, up to the verification of the address.

use blog_app::actions::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::{Site, run_concurrently};

#[tokio::test]
async fn registers_a_reader_with_a_mailed_code() {
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
    let session = site.get_as(token, "/api/auth/verify-token").await;
    assert_eq!(
        (&session["success"], &session["isAdmin"], &session["user"]["_id"]),
        (&json!(true), &json!(false), &user["_id"])
    );
    // The code works once.
    let again = site
        .post(
            "/api/auth/verify-otp",
            json!({"email": "ada@example.org", "otp": code}),
        )
        .await;
    assert_rejected(&again, 400, "Email is already verified");
}

#[tokio::test]
async fn reports_the_field_of_every_broken_rule() {
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
        assert_rejected(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][field], message);
    }
    let missing = site.post("/api/auth/register", json!({"name": "Ada"})).await;
    assert_eq!(missing.status_code(), 400);
    assert!(site.emails_to("a@example.org").is_empty());
}

#[tokio::test]
async fn allows_one_account_per_address() {
    let site = Site::new();
    assert_eq!(site.register("Ada", "ada@example.org").await.status_code(), 201);
    let again = site.register("Eve", "ADA@example.org ").await;
    assert_rejected(&again, 409, "Email is already registered");
    assert_eq!(
        again.json::<Value>()["errors"]["email"],
        "Email is already registered"
    );
    let statuses = run_concurrently(8, |number| {
        let site = &site;
        async move {
            site.register(&format!("Bo {number}"), "bo@example.org")
                .await
                .status_code()
        }
    })
    .await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 7);
}

#[tokio::test]
async fn assigns_unique_usernames_to_readers_of_the_same_name() {
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
async fn removes_an_unverified_account_after_a_day() {
    let site = Site::new();
    site.register("Ada", "ada@example.org").await;
    let verified = site.reader("Bo");
    site.clock.advance_seconds(24 * 3_600);
    clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_rejected(
        &site.register("Ada", "ada@example.org").await,
        409,
        "Email is already registered",
    );
    site.clock.advance_seconds(1);
    let swept = clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(swept.accounts, 1);
    assert_eq!(site.register("Ada", "ada@example.org").await.status_code(), 201);
    let login = json!({"email": verified.email, "password": PASSWORD});
    site.post("/api/auth/login", login).await.assert_status_ok();
}
