//! Accounts and profiles of readers.

use axum::http::Method;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::accounts::{Account, PASSWORD, assert_rejected};
use crate::support::{Site, post};

async fn patch_own(
    site: &Site,
    reader: &Account<blog_app::domain::UserId>,
    part: &str,
    body: Value,
) -> axum_test::TestResponse {
    let path = format!("/api/users/{}/{part}", reader.id);
    site.request(Method::PATCH, &path, &reader.token, Some(&body))
        .await
}

#[tokio::test]
async fn shows_a_profile_to_signed_in_accounts_only() {
    let site = Site::new();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    patch_own(
        &site,
        &ada,
        "profile",
        json!({"email": "new@example.org", "currentPassword": PASSWORD}),
    )
    .await
    .assert_status_ok();
    let path = format!("/api/users/profile/{}", ada.id);
    let own = site.get_as(&ada.token, &path).await;
    assert_eq!(own["pendingEmail"], "new@example.org");
    for token in [&bo.token, &site.admin("root").token] {
        let profile = site.get_as(token, &path).await;
        assert_eq!(
            (&profile["name"], &profile["email"], &profile["bio"]),
            (&json!("Ada"), &json!("ada@example.org"), &json!("Reads a lot."))
        );
        assert!(profile.get("pendingEmail").is_none());
        assert!(
            profile.get("success").is_none(),
            "the response is the bare profile"
        );
    }
    let visitor = site.server.get(&path).await;
    assert_rejected(&visitor, 401, "Please login to continue");
    for unknown in ["nobody", "01a1fcb0-b5b0-7156-81ed-654973130318"] {
        let response = site
            .request(
                Method::GET,
                &format!("/api/users/profile/{unknown}"),
                &bo.token,
                None,
            )
            .await;
        assert_rejected(&response, 404, "User not found");
    }
    site.ban(ada.id, "");
    let banned = site.request(Method::GET, &path, &bo.token, None).await;
    assert_rejected(&banned, 404, "User not found");
}

#[tokio::test]
async fn changes_only_editable_fields_that_are_sent() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let links = json!({"website": "https://ada.example", "twitter": "https://x.com/ada"});
    patch_own(&site, &ada, "profile", json!({"bio": "", "socialLinks": links}))
        .await
        .assert_status_ok();
    let body =
        json!({"name": " Ada L. ", "isBanned": true, "onboarded": false, "_id": "x", "username": "root"});
    let user = patch_own(&site, &ada, "profile", body).await.json::<Value>()["user"].clone();
    assert_eq!(
        (
            &user["name"],
            &user["bio"],
            &user["socialLinks"]["x"],
            &user["email"]
        ),
        (
            &json!("Ada L."),
            &json!(""),
            &json!("https://x.com/ada"),
            &json!("ada@example.org")
        )
    );
    assert_eq!(
        (&user["isBanned"], &user["onboarded"], &user["username"]),
        (&json!(false), &json!(true), &json!("ada"))
    );
    let picture = json!({"profileImage": {"url": "/avatars/builder.svg"}});
    let response: Value = patch_own(&site, &ada, "profile-picture", picture).await.json();
    assert_eq!(response["profileImage"]["name"], "The Builder");
}

#[tokio::test]
async fn reports_the_broken_rule_of_a_profile() {
    let site = Site::new();
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    for (part, body, status, message) in [
        ("profile", json!({"name": ""}), 400, "Name is required"),
        (
            "profile",
            json!({"name": "A"}),
            400,
            "Name must be at least 2 characters long",
        ),
        (
            "profile",
            json!({"email": "ada"}),
            400,
            "Please enter a valid email address",
        ),
        (
            "profile",
            json!({"bio": "x".repeat(501)}),
            400,
            "Bio must be less than 500 characters",
        ),
        (
            "profile",
            json!({"socialLinks": {"github": "ada"}}),
            400,
            "Invalid URL format",
        ),
        (
            "profile",
            json!({"email": bo.email, "currentPassword": PASSWORD}),
            409,
            "Email is already registered",
        ),
        (
            "profile-picture",
            json!({"profileImage": {"url": "/avatars/admin.svg"}}),
            400,
            "Please choose one of the profile pictures",
        ),
    ] {
        assert_rejected(&patch_own(&site, &ada, part, body).await, status, message);
    }
    // A refused email refuses the whole change.
    let body = json!({"name": "Somebody", "email": bo.email, "currentPassword": PASSWORD});
    assert_eq!(patch_own(&site, &ada, "profile", body).await.status_code(), 409);
    let own = site
        .get_as(&ada.token, &format!("/api/users/profile/{}", ada.id))
        .await;
    assert_eq!(own["name"], "Ada");
}

#[tokio::test]
async fn rejects_changes_of_another_account() {
    let site = Site::new();
    let (ada, eve, admin) = (site.reader("Ada"), site.reader("Eve"), site.admin("root"));
    for (method, suffix, body) in [
        (Method::PATCH, "/profile", json!({"name": "Owned"})),
        (
            Method::PATCH,
            "/profile-picture",
            json!({"profileImage": {"url": "/avatars/mentor.svg"}}),
        ),
        (
            Method::PUT,
            "/password",
            json!({"currentPassword": PASSWORD, "newPassword": "another horse"}),
        ),
        (Method::DELETE, "", json!({"password": PASSWORD})),
    ] {
        let path = format!("/api/users/{}{suffix}", ada.id);
        for (token, status) in [("", 401), (&*eve.token, 403), (&*admin.token, 403)] {
            let response = site.request(method.clone(), &path, token, Some(&body)).await;
            assert_eq!(response.status_code(), status, "{method} {path}");
        }
    }
    let response = site
        .request(
            Method::PATCH,
            &format!("/api/users/{}/profile", ada.id),
            &eve.token,
            Some(&json!({})),
        )
        .await;
    assert_rejected(&response, 403, "Not authorized to update this profile");
}

#[tokio::test]
async fn applies_a_new_email_after_its_code() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let response: Value = patch_own(
        &site,
        &ada,
        "profile",
        json!({"email": "New@Example.org", "currentPassword": PASSWORD}),
    )
    .await
    .json();
    assert_eq!(
        (&response["user"]["email"], &response["user"]["pendingEmail"]),
        (&json!("ada@example.org"), &json!("new@example.org"))
    );
    let code = site.last_code("new@example.org");
    let verify = json!({"email": "new@example.org", "otp": code});
    // The code needs the reader's token: access to the mailbox alone must not give access to the account.
    assert_rejected(
        &site.post("/api/auth/verify-otp", verify.clone()).await,
        404,
        "Email is not registered",
    );
    let verified = site
        .request(Method::POST, "/api/auth/verify-otp", &ada.token, Some(&verify))
        .await;
    verified.assert_status_ok();
    let user = verified.json::<Value>()["user"].clone();
    assert_eq!(user["email"], "new@example.org");
    assert!(user.get("pendingEmail").is_none());
    let login = |email: &str| json!({"email": email, "password": PASSWORD});
    site.post("/api/auth/login", login("new@example.org"))
        .await
        .assert_status_ok();
    assert_eq!(
        site.post("/api/auth/login", login("ada@example.org"))
            .await
            .status_code(),
        401
    );
}

#[tokio::test]
async fn rejects_an_email_that_was_registered_meanwhile() {
    let site = Site::new();
    let ada = site.reader("Ada");
    patch_own(
        &site,
        &ada,
        "profile",
        json!({"email": "bo@example.org", "currentPassword": PASSWORD}),
    )
    .await
    .assert_status_ok();
    let code = site.last_code("bo@example.org");
    site.reader("Bo");
    let verify = json!({"email": "bo@example.org", "otp": code});
    let response = site
        .request(Method::POST, "/api/auth/verify-otp", &ada.token, Some(&verify))
        .await;
    assert_rejected(&response, 409, "Email is already registered");
}

#[tokio::test]
async fn cancels_a_change_by_the_current_email() {
    let site = Site::new();
    let ada = site.reader("Ada");
    patch_own(
        &site,
        &ada,
        "profile",
        json!({"email": "new@example.org", "currentPassword": PASSWORD}),
    )
    .await;
    let cancelled: Value = patch_own(&site, &ada, "profile", json!({"email": ada.email}))
        .await
        .json();
    assert!(cancelled["user"].get("pendingEmail").is_none());
    let resend = json!({"email": "new@example.org"});
    let response = site
        .request(Method::POST, "/api/auth/resend-otp", &ada.token, Some(&resend))
        .await;
    assert_rejected(&response, 404, "Email is not registered");
}

#[tokio::test]
async fn deletes_the_marks_and_keeps_the_comments_of_a_deleted_account() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    for reader in [&ada, &bo] {
        site.post_as("/api/blogs/post-1/like", &reader.token)
            .await
            .assert_status_ok();
        site.post_as("/api/blogs/post-1/bookmark", &reader.token)
            .await
            .assert_status_ok();
    }
    let response = site
        .request(
            Method::POST,
            "/api/blogs/post-1/comments",
            &ada.token,
            Some(&json!({"content": "My words"})),
        )
        .await;
    let comment = response.json::<Value>()["comment"]["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for reader in [&ada, &bo] {
        site.post_as(&format!("/api/blogs/comments/{comment}/like"), &reader.token)
            .await
            .assert_status_ok();
    }

    let path = format!("/api/users/{}", ada.id);
    let wrong = json!({"password": "wrong horse"});
    assert_rejected(
        &site
            .request(Method::DELETE, &path, &ada.token, Some(&wrong))
            .await,
        400,
        "Incorrect password",
    );
    site.request(
        Method::DELETE,
        &path,
        &ada.token,
        Some(&json!({"password": PASSWORD})),
    )
    .await
    .assert_status_ok();

    let blog = site.get("/api/blogs/post-1").await["blog"].clone();
    assert_eq!(blog["stats"], json!({"likeCount": 1, "commentCount": 1}));
    let comment = &blog["comments"][0];
    assert_eq!(
        (
            &comment["content"],
            &comment["user"]["name"],
            &comment["user"]["_id"],
            &comment["likeCount"]
        ),
        (
            &json!("My words"),
            &json!("Deleted User"),
            &Value::Null,
            &json!(1)
        )
    );
    let page = site.server.get("/blog/post-1").await.text();
    assert!(
        page.contains(r#"class="avatar avatar-missing comment-avatar""#),
        "the page and the client must show the same placeholder"
    );
    site.assert_counts_are_correct();
    // The address is free again.
    assert_eq!(site.register("Ada", &ada.email).await.status_code(), 201);
}

#[tokio::test]
async fn lists_the_comments_of_a_reader_with_their_posts() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    for number in 1..=3 {
        site.clock.advance_seconds(1);
        let path = format!("/api/blogs/post-{}/comments", 1 + number % 2);
        let body = json!({"content": format!("Comment {number}")});
        assert_eq!(
            site.request(Method::POST, &path, &ada.token, Some(&body))
                .await
                .status_code(),
            201
        );
    }
    let path = format!("/api/users/{}/comments", ada.id);
    let all = site.get_as(&bo.token, &path).await;
    let lines: Vec<String> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|comment| format!("{} on {}", comment["content"], comment["blogTitle"]))
        .collect();
    assert_eq!(
        lines,
        [
            r#""Comment 3" on "Post 2""#,
            r#""Comment 2" on "Post 1""#,
            r#""Comment 1" on "Post 2""#
        ]
    );
    let second = site.get_as(&bo.token, &format!("{path}?limit=2&page=2")).await;
    assert_eq!(second.as_array().unwrap().len(), 1);
    assert_eq!(site.server.get(&path).await.status_code(), 401);
}

#[tokio::test]
async fn changes_the_password_and_revokes_other_tokens() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let path = format!("/api/users/{}/password", ada.id);
    let put = async |body: Value| site.request(Method::PUT, &path, &ada.token, Some(&body)).await;
    for (body, status, message) in [
        (
            json!({"newPassword": "another horse"}),
            400,
            "Please enter your current password",
        ),
        (
            json!({"currentPassword": "wrong horse", "newPassword": "another horse"}),
            403,
            "Incorrect password",
        ),
        (
            json!({"currentPassword": PASSWORD, "newPassword": "short"}),
            400,
            "Password must be at least 8 characters long",
        ),
    ] {
        assert_rejected(&put(body).await, status, message);
    }
    let other_token = site
        .tokens
        .issue(blog_app::domain::Account::Reader(ada.id), 0, site.clock.now())
        .unwrap()
        .text;
    let changed = put(json!({"currentPassword": PASSWORD, "newPassword": "another horse"})).await;
    changed.assert_status_ok();
    let new_token = changed.json::<Value>()["token"].as_str().unwrap().to_owned();
    for (token, status) in [(&ada.token, 401), (&other_token, 401), (&new_token, 200)] {
        let response = site
            .request(Method::GET, "/api/blogs/bookmarks", token, None)
            .await;
        assert_eq!(response.status_code(), status);
    }
    for (password, status) in [(PASSWORD, 401), ("another horse", 200)] {
        let login = json!({"email": ada.email, "password": password});
        assert_eq!(site.post("/api/auth/login", login).await.status_code(), status);
    }
}

#[tokio::test]
async fn limits_wrong_passwords_on_a_password_change() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let path = format!("/api/users/{}/password", ada.id);
    let body = |current: &str| json!({"currentPassword": current, "newPassword": "another horse"});
    let mut attempts = 0;
    while site
        .request(Method::PUT, &path, &ada.token, Some(&body("wrong horse")))
        .await
        .status_code()
        == 403
    {
        attempts += 1;
        assert!(attempts < 100);
    }
    let refused = site
        .request(Method::PUT, &path, &ada.token, Some(&body(PASSWORD)))
        .await;
    assert_eq!(refused.status_code(), 429);
}
