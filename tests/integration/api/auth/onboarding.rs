//! Onboarding of a new reader.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::accounts::assert_rejected;
use crate::support::{Site, post};

const PATH: &str = "/api/auth/complete-onboarding";

fn complete_profile() -> Value {
    json!({
        "name": "Ada Lovelace", "bio": "Wrote the first program.",
        "profileImage": {"url": "/avatars/analyst.svg", "name": "anything", "description": "at all"},
        "socialLinks": {"github": " https://github.com/ada ", "twitter": "https://x.com/ada", "website": ""},
    })
}

#[tokio::test]
async fn allows_likes_after_onboarding() {
    let site = Site::with_posts(&[post(1)]);
    let reader = site.reader_before_onboarding("Ada");
    for path in ["/api/blogs/post-1/like", "/api/blogs/post-1/bookmark"] {
        let early = site.post_as(path, &reader.token).await;
        assert_rejected(&early, 403, "Please complete your profile first");
    }
    let mut body = complete_profile();
    body["userId"] = json!(reader.id.to_string());
    let response = site.request(Method::POST, PATH, &reader.token, Some(&body)).await;
    response.assert_status_ok();
    let user = response.json::<Value>()["user"].clone();
    assert_eq!(
        (
            &user["onboarded"],
            &user["profileImage"]["name"],
            &user["socialLinks"]
        ),
        (
            &json!(true),
            &json!("The Analyst"),
            &json!({
                "website": "", "github": "https://github.com/ada", "linkedin": "",
                "x": "https://x.com/ada", "twitter": "https://x.com/ada"
            })
        )
    );
    site.post_as("/api/blogs/post-1/like", &reader.token)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn reports_every_missing_or_invalid_field() {
    let site = Site::new();
    let reader = site.reader_before_onboarding("Ada");
    let long = "é".repeat(501);
    for (field, value, error_field, message) in [
        ("name", json!(" "), "name", "Name is required"),
        (
            "name",
            json!(" A "),
            "name",
            "Name must be at least 2 characters long",
        ),
        ("bio", json!("  "), "bio", "Please add a short bio"),
        ("bio", json!(long), "bio", "Bio must be less than 500 characters"),
        (
            "profileImage",
            json!({"url": "https://elsewhere.example/me.png"}),
            "profileImage",
            "Please choose one of the profile pictures",
        ),
        (
            "socialLinks",
            json!({"website": "javascript:alert(1)"}),
            "socialLinks.website",
            "Invalid URL format",
        ),
    ] {
        let mut body = complete_profile();
        body[field] = value;
        let response = site.request(Method::POST, PATH, &reader.token, Some(&body)).await;
        assert_rejected(&response, 400, message);
        assert_eq!(response.json::<Value>()["errors"][error_field], message);
    }
    let session = site.get_as(&reader.token, "/api/auth/verify-token").await;
    assert_eq!(session["user"]["onboarded"], false);
}

#[tokio::test]
async fn rejects_onboarding_of_another_account() {
    let site = Site::new();
    let (ada, eve) = (
        site.reader_before_onboarding("Ada"),
        site.reader_before_onboarding("Eve"),
    );
    for id in [ada.id.to_string(), "nobody".to_owned()] {
        let mut body = complete_profile();
        body["userId"] = json!(id);
        let response = site.request(Method::POST, PATH, &eve.token, Some(&body)).await;
        assert_rejected(&response, 403, "Not authorized to update this profile");
    }
    let admin = site.admin("root").token;
    let response = site
        .request(Method::POST, PATH, &admin, Some(&complete_profile()))
        .await;
    assert_eq!(response.status_code(), 403);
    let visitor = site.post(PATH, complete_profile()).await;
    assert_eq!(visitor.status_code(), 401);
}
