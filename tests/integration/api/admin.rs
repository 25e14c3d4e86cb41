//! Administrators: signup, login, settings, and moderation of readers and comments.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::Site;
use crate::support::accounts::{PASSWORD, assert_rejected};

const MASTER: (&str, &str) = ("AUTH__MASTER_PASSWORD", "open sesame");

fn signup() -> Value {
    json!({
        "username": "root", "email": "root@example.org",
        "password": PASSWORD, "masterPassword": "open sesame"
    })
}

#[tokio::test]
async fn creates_an_administrator_with_the_master_password() {
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
    assert!(
        profile.get("success").is_none(),
        "the response is the bare profile"
    );
}

#[tokio::test]
async fn rejects_a_wrong_master_password_and_invalid_fields() {
    let site = Site::configured(&[MASTER]);
    for wrong in ["", "open", "open sesame ", "Open sesame"] {
        let mut body = signup();
        body["masterPassword"] = json!(wrong);
        assert_rejected(
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
        assert_rejected(&site.post("/api/admin/signup", body).await, status, message);
    }
    let closed = Site::new();
    let mut body = signup();
    body["masterPassword"] = json!("");
    for body in [signup(), body] {
        assert_rejected(
            &closed.post("/api/admin/signup", body).await,
            403,
            "Admin signup is disabled",
        );
    }
}

#[tokio::test]
async fn rejects_a_username_or_an_address_of_another_administrator() {
    let site = Site::configured(&[MASTER]);
    site.admin("root");
    let mut body = signup();
    body["email"] = json!("other@example.org");
    assert_rejected(
        &site.post("/api/admin/signup", body).await,
        409,
        "Username is already taken",
    );
    let mut body = signup();
    body["username"] = json!("other");
    assert_rejected(
        &site.post("/api/admin/signup", body).await,
        409,
        "Email is already registered",
    );
}

#[tokio::test]
async fn does_not_reveal_addresses_of_administrators() {
    let site = Site::new();
    let admin = site.admin("root");
    for email in [&*admin.email, "nobody@example.org"] {
        let login = json!({"email": email, "password": "wrong horse"});
        assert_rejected(
            &site.post("/api/admin/login", login).await,
            401,
            "Invalid email or password",
        );
    }
    // A reader cannot log in as an administrator.
    let reader = site.reader("Ada");
    let login = json!({"email": reader.email, "password": PASSWORD});
    assert_eq!(site.post("/api/admin/login", login).await.status_code(), 401);
    let response = site
        .request(Method::GET, "/api/admin/profile", &reader.token, None)
        .await;
    assert_rejected(&response, 403, "Only administrators may do this");
}

#[tokio::test]
async fn changes_the_username_and_the_password() {
    let site = Site::new();
    let (root, _other) = (site.admin("root"), site.admin("other"));
    let put = async |resource: &str, token: &str, body: Value| {
        let path = format!("/api/admin/settings/{resource}");
        site.request(Method::PUT, &path, token, Some(&body)).await
    };
    for (body, status, message) in [
        (
            json!({"username": "x", "email": "a@example.org"}),
            400,
            "Username must be 2 to 100 characters long",
        ),
        (
            json!({"username": "new", "email": "a"}),
            400,
            "Please enter a valid email address",
        ),
        (
            json!({"username": "other", "email": "a@example.org", "currentPassword": PASSWORD}),
            409,
            "Username is already taken",
        ),
        (
            json!({"username": "new", "email": "other@example.org", "currentPassword": PASSWORD}),
            409,
            "Email is already registered",
        ),
    ] {
        assert_rejected(&put("profile", &root.token, body).await, status, message);
    }
    let body = json!({"username": "new", "email": root.email});
    let changed: Value = put("profile", &root.token, body).await.json();
    assert_eq!(changed["message"], "Profile updated successfully");
    let profile = site.get_as(&root.token, "/api/admin/settings/profile").await;
    assert_eq!(
        (&profile["admin"]["username"], &profile["admin"]["email"]),
        (&json!("new"), &json!(root.email))
    );
    assert_eq!(profile.get("message"), None);

    for (current, new, message) in [
        ("wrong horse", "another horse", "Current password is incorrect"),
        (PASSWORD, "short", "Password must be at least 8 characters long"),
    ] {
        let body = json!({"currentPassword": current, "newPassword": new});
        assert_rejected(&put("password", &root.token, body).await, 400, message);
    }
    let body = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let response: Value = put("password", &root.token, body).await.json();
    let old = site
        .request(Method::GET, "/api/admin/profile", &root.token, None)
        .await;
    assert_eq!(old.status_code(), 401);
    site.get_as(response["token"].as_str().unwrap(), "/api/admin/profile")
        .await;
    let login = json!({"email": root.email, "password": "another horse"});
    site.post("/api/admin/login", login).await.assert_status_ok();
}

#[tokio::test]
async fn searches_bans_and_unbans_readers() {
    let site = Site::new();
    let admin = site.admin("root").token;
    let (ada, _bo) = (site.reader("Ada Ünal"), site.reader("Bo"));
    site.register("Waiting", "waiting@example.org").await;
    let names = async |query: &str| -> Vec<String> {
        let response = site.get_as(&admin, &format!("/api/admin/users{query}")).await;
        let users = response["users"].as_array().unwrap().clone();
        users
            .iter()
            .map(|user| user["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names("").await.len(), 3);
    assert_eq!(names("?search=%C3%9CNAL").await, ["Ada Ünal"]);
    assert_eq!(names("?search=waiting%40").await, ["Waiting"]);
    let path = format!("/api/admin/users/{}/ban", ada.id);
    let ban = async |body: Value| site.request(Method::PATCH, &path, &admin, Some(&body)).await;
    let response: Value = ban(json!({"isBanned": true, "banReason": " Advertising "}))
        .await
        .json();
    assert_eq!(
        (&response["user"]["isBanned"], &response["user"]["banReason"]),
        (&json!(true), &json!("Advertising"))
    );
    let next = site
        .request(Method::GET, "/api/blogs/bookmarks", &ada.token, None)
        .await;
    assert_eq!(next.status_code(), 401);
    assert_eq!(names("?status=banned").await, ["Ada Ünal"]);
    assert_eq!(names("?status=active").await.len(), 2);
    ban(json!({"isBanned": false})).await.assert_status_ok();
    assert!(names("?status=banned").await.is_empty());
    let login = json!({"email": ada.email, "password": PASSWORD});
    site.post("/api/auth/login", login).await.assert_status_ok();
    // The old token stays revoked.
    let old = site
        .request(Method::GET, "/api/blogs/bookmarks", &ada.token, None)
        .await;
    assert_eq!(old.status_code(), 401);
    let long = json!({"isBanned": true, "banReason": "x".repeat(501)});
    assert_rejected(
        &ban(long).await,
        400,
        "The reason must be at most 500 characters long",
    );
    let all = site.get_as(&admin, "/api/users?limit=4").await;
    assert_eq!(all["totalUsers"], 3);
    assert!(all["users"][0]["email"].is_string());
}

#[tokio::test]
async fn searches_and_deletes_comments() {
    let site = Site::with_posts(&[crate::support::post(1)]);
    let admin = site.admin("root").token;
    let ada = site.reader("Ada");
    for text in ["Buy things!", "Good words"] {
        let body = json!({"content": text});
        site.request(
            Method::POST,
            "/api/blogs/post-1/comments",
            &ada.token,
            Some(&body),
        )
        .await;
    }
    let found = site.get_as(&admin, "/api/admin/comments?search=BUY").await;
    let comment = &found["comments"][0];
    assert_eq!(
        (
            &found["total"],
            &comment["content"],
            &comment["blog"]["title"],
            &comment["user"]["name"]
        ),
        (&json!(1), &json!("Buy things!"), &json!("Post 1"), &json!("Ada"))
    );
    let path = format!("/api/admin/comments/{}", comment["_id"].as_str().unwrap());
    let body = json!({"blogId": comment["blog"]["_id"]});
    site.request(Method::DELETE, &path, &admin, Some(&body))
        .await
        .assert_status_ok();
    let again = site.request(Method::DELETE, &path, &admin, None).await;
    assert_rejected(&again, 404, "Comment not found");
    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(blog["stats"]["commentCount"], 1);
    site.assert_counts_are_correct();
}
