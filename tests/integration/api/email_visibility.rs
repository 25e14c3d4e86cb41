//! Visibility of readers' email addresses.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Site, post};

async fn email(site: &Site, token: &str, id: blog_app::domain::UserId) -> String {
    let profile = site.get_as(token, &format!("/api/users/profile/{id}")).await;
    profile["email"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn hides_an_address_from_other_readers() {
    let site = Site::new();
    let (ada, bo, root) = (site.reader("Ada"), site.reader("Bo"), site.admin("root"));
    assert_eq!(email(&site, &bo.token, ada.id).await, ada.email);

    let path = format!("/api/users/{}/profile", ada.id);
    let hide = |is_hidden: bool| json!({"hideEmail": is_hidden});
    let changed: Value = site
        .request(Method::PATCH, &path, &ada.token, Some(&hide(true)))
        .await
        .json();
    assert_eq!(changed["user"]["hideEmail"], json!(true));
    assert_eq!(email(&site, &bo.token, ada.id).await, "");
    assert_eq!(email(&site, &ada.token, ada.id).await, ada.email);
    assert_eq!(email(&site, &root.token, ada.id).await, ada.email);
    let profile = site
        .get_as(&bo.token, &format!("/api/users/profile/{}", ada.id))
        .await;
    assert!(profile.get("hideEmail").is_none());
    // A change without `hideEmail` keeps it.
    let bio = json!({"bio": "Other"});
    site.request(Method::PATCH, &path, &ada.token, Some(&bio))
        .await
        .assert_status_ok();
    assert_eq!(email(&site, &bo.token, ada.id).await, "");

    site.request(Method::PATCH, &path, &ada.token, Some(&hide(false)))
        .await
        .assert_status_ok();
    assert_eq!(email(&site, &bo.token, ada.id).await, ada.email);
}

#[tokio::test]
async fn sets_the_visibility_of_an_address_during_onboarding() {
    let site = Site::new();
    let bo = site.reader("Bo");
    for (name, hides, expected) in [
        ("Ada", Some(true), ""),
        ("Cy", Some(false), "cy@example.org"),
        ("Di", None, "di@example.org"),
    ] {
        let newcomer = site.reader_before_onboarding(name);
        let mut body = json!({
            "name": name, "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"},
        });
        if let Some(hides) = hides {
            body["hideEmail"] = json!(hides);
        }
        let response: Value = site
            .request(
                Method::POST,
                "/api/auth/complete-onboarding",
                &newcomer.token,
                Some(&body),
            )
            .await
            .json();
        assert_eq!(response["user"]["hideEmail"], json!(hides.unwrap_or(false)));
        assert_eq!(email(&site, &bo.token, newcomer.id).await, expected, "{name}");
    }
}

#[tokio::test]
async fn shows_a_reader_at_most_60_addresses_an_hour() {
    let site = Site::new();
    let (eve, bo, root) = (site.reader("Eve"), site.reader("Bo"), site.admin("root"));
    let others: Vec<_> = (0..61)
        .map(|number| site.reader(&format!("Reader {number}")))
        .collect();
    for other in &others[..60] {
        assert_eq!(email(&site, &eve.token, other.id).await, other.email);
    }
    let last = &others[60];
    assert_eq!(email(&site, &eve.token, last.id).await, "");
    // Addresses already seen stay visible. The limit is per reader; administrators and owners have none.
    assert_eq!(email(&site, &eve.token, others[0].id).await, others[0].email);
    for token in [&bo.token, &root.token, &last.token] {
        assert_eq!(email(&site, token, last.id).await, last.email);
    }
    site.clock.advance_seconds(3_600);
    assert_eq!(email(&site, &eve.token, last.id).await, last.email);
}

#[tokio::test]
async fn shows_addresses_on_no_other_route() {
    let site = Site::with_posts(&[post(1)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let comment = json!({"content": "Hello"});
    site.request(
        Method::POST,
        "/api/blogs/post-1/comments",
        &ada.token,
        Some(&comment),
    )
    .await
    .assert_status(axum::http::StatusCode::CREATED);
    for path in [
        "/api/users".to_owned(),
        format!("/api/users/{}/comments", ada.id),
        "/api/blogs/post-1".to_owned(),
        "/api/blogs/post-1/comments".to_owned(),
        "/api/blogs".to_owned(),
        format!("/profile/{}", ada.id),
        "/blog/post-1".to_owned(),
        "/feed.xml".to_owned(),
        "/sitemap.xml".to_owned(),
    ] {
        for token in ["", &*bo.token] {
            let text = site.request(Method::GET, &path, token, None).await.text();
            assert!(!text.contains(&ada.email), "{path}: {text}");
        }
    }
}
