//! The audit log.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::clean_up;
use blog_app::domain::audit::Action;
use blog_app::domain::{AuditId, Clock as _, Role, SystemEntropy, UserId};
use blog_app::store::{Tx, webhooks};
use serde_json::{Value, json};

use crate::api::spam_rules::rules_with;
use crate::site_settings::settings_with;
use crate::support::accounts::PASSWORD;
use crate::support::authenticator::WITH_PASSKEYS;
use crate::support::imports::ghost_export;
use crate::support::program::{expect_success, run};
use crate::support::{Site, blocking, database, post_with_changes};

const DAY_SECONDS: i64 = 86_400;

/// Sends a request, asserts that it succeeds, and returns the JSON.
async fn call(site: &Site, route: &str, token: &str, body: Value) -> Value {
    let (method, path) = route.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let path = format!("/api{path}");
    let response: TestResponse = site.request(method, &path, token, Some(&body)).await;
    assert!(
        response.status_code().is_success(),
        "{route}: {}",
        response.text()
    );
    response.json()
}

fn id_of(object: &Value) -> &str {
    object["_id"].as_str().unwrap()
}

#[tokio::test]
async fn tells_who_changed_what() {
    let site = Site::new();
    let admin = site.admin("root");
    let author = site.staff("ada", Role::Author);
    let (token, member) = (&admin.token, author.id);
    for role in ["editor", "contributor"] {
        let invitation = json!({"email": "new@example.org", "role": role});
        site.clock.advance_seconds(1);
        call(&site, "POST /admin/invites", token, invitation).await;
    }
    let link = site.token_of_link("new@example.org", "/admin/join");
    let join = json!({"token": link, "username": "Nina", "password": PASSWORD});
    site.clock.advance_seconds(1);
    call(&site, "POST /admin/join", "", join).await;
    let path = format!("/admin/team/{member}");
    for (method, body) in [("PATCH", json!({"role": "editor"})), ("DELETE", json!({}))] {
        site.clock.advance_seconds(1);
        call(&site, &format!("{method} {path}"), token, body).await;
    }
    let log = site.get_as(token, "/api/admin/audit").await;
    let rows = log["entries"].as_array().unwrap();
    let told: BTreeSet<[&str; 2]> = rows
        .iter()
        .map(|row| ["action", "detail"].map(|field| row[field].as_str().unwrap()))
        .collect();
    let expected = [
        ["member.removed", ""],
        ["member.role_changed", "author to editor"],
        ["member.joined", "contributor"],
        ["member.invited", "contributor"],
        ["invite.withdrawn", "replaced"],
        ["member.invited", "editor"],
    ];
    assert_eq!(told, BTreeSet::from(expected));
    assert_eq!(rows[0]["action"], "member.removed", "the latest is first");
    assert_eq!(rows[5]["detail"], "editor");
    assert_eq!(rows[1]["actor"]["username"], "root");
    assert_eq!(rows[1]["target"], author.id.to_string());
    assert_eq!(rows[2]["actor"]["username"], "Nina");
    for object in rows.iter().chain([&rows[1]["actor"]]) {
        assert_eq!(object["_id"], object["id"]);
        assert!(AuditId::parse(id_of(object)).is_some(), "{object}");
    }
    assert_eq!(id_of(&rows[1]["actor"]), admin.id.to_string());
    assert!(!log.to_string().contains("new@example.org"), "{log}");
}

#[tokio::test]
async fn has_a_row_for_every_action() {
    let site = Site::configured(&[WITH_PASSKEYS, ("RATE_LIMIT__ENABLED", "false")]);
    let admin = site.admin("root");
    change_posts_and_readers(&site, &admin.token).await;
    plan_posts(&site, &admin.token).await;
    review_a_post(&site, &admin.token).await;
    call(
        &site,
        "PUT /admin/spam-rules",
        &admin.token,
        rules_with(json!({})),
    )
    .await;
    let settings = settings_with(json!({"name": "Theirs"}));
    call(&site, "PUT /admin/site", &admin.token, settings).await;
    change_mail(&site, &admin.token).await;
    export(&site, &admin.token).await;
    change_pages(&site, &admin.token).await;
    change_redirects(&site, &admin.token).await;
    import(&site, &admin.token).await;
    change_collections(&site, &admin.token).await;
    change_team(&site, &admin.token).await;
    change_newsletter(&site, &admin.token).await;
    let preferences = format!("PUT /users/{}/preferences", admin.id);
    let off = json!({"preferences": {"reply": "off"}});
    call(&site, &preferences, &admin.token, off).await;
    let key = json!({"name": "Import", "role": "editor", "scopes": ["posts:write"]});
    let key = call(&site, "POST /admin/api-keys", &admin.token, key).await;
    let revoke = format!("DELETE /admin/api-keys/{}", id_of(&key["apiKey"]));
    call(&site, &revoke, &admin.token, json!({})).await;
    change_webhooks(&site, &admin.token).await;
    change_account(&site, &admin.token).await;
    fail_webhooks(&site).await;
    for command in ["unlock", "reset-second-factor"] {
        let arguments = ["admin", command, "--user", "root2"];
        expect_success(&blocking(|| run(site.folder(), &arguments)));
    }
    let found = database::query(site.folder(), "select distinct action from audit");
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    let all: BTreeSet<&str> = Action::ALL.iter().map(|action| action.name()).collect();
    assert_eq!(found, all);
    let named = "select action || ' ' || detail from audit";
    let named = database::query(site.folder(), named);
    for expected in [
        "api_key.revoked Import",
        "post.deleted A post",
        "static_page.deleted About",
        "webhook.deleted hook.example.org",
    ] {
        assert!(named.iter().any(|row| row == expected), "{expected}: {named:?}");
    }
    let of_nobody = "select action from audit where actor is null order by action";
    assert_eq!(
        database::query(site.folder(), of_nobody),
        [
            Action::AccountUnlocked.name(),
            Action::PostPublished.name(),
            Action::SecondFactorReset.name(),
            Action::WebhookSwitchedOff.name()
        ]
    );
}

async fn change_mail(site: &Site, token: &str) {
    let server = json!({"host": "127.0.0.1", "port": 1, "encryption": "none", "username": "",
        "password": "", "from": "blog@example.org"});
    let change = json!({"mail": server, "version": 0});
    call(site, "PUT /admin/mail", token, change).await;
    call(site, "POST /admin/mail/test", token, json!({"mail": null})).await;
}

async fn export(site: &Site, token: &str) {
    let password = json!({"password": PASSWORD});
    let exported = site.request(Method::POST, "/api/admin/export", token, Some(&password));
    exported.await.assert_status_ok();
}

async fn change_pages(site: &Site, token: &str) {
    let fields = |title: &str, version: u32| json!({"title": title, "description": "", "content": "<p>Text.</p>", "status": "draft", "version": version});
    let made = call(site, "POST /admin/pages", token, fields("About", 0)).await;
    let path = format!("/admin/pages/{}", id_of(&made["page"]));
    call(site, &format!("PUT {path}"), token, fields("About us", 1)).await;
    let (outdated, full_path) = (fields("Outdated", 1), format!("/api{path}"));
    let refused = site.request(Method::PUT, &full_path, token, Some(&outdated));
    assert_eq!(refused.await.status_code(), 409);
    let restore = format!("POST {path}/revisions/1/restore");
    call(site, &restore, token, json!({"version": 2})).await;
    let link = format!("{path}/preview-link");
    call(site, &format!("POST {link}"), token, json!({"days": 1})).await;
    call(site, &format!("DELETE {link}"), token, json!({})).await;
    call(site, &format!("DELETE {path}"), token, json!({})).await;
}

async fn change_redirects(site: &Site, token: &str) {
    let new = json!({"path": "/old", "target": "/trending"});
    let made = call(site, "POST /admin/redirects", token, new).await;
    let path = format!("/admin/redirects/{}", id_of(&made["redirect"]));
    call(site, &format!("PATCH {path}"), token, json!({"status": 302})).await;
    call(site, &format!("DELETE {path}"), token, json!({})).await;
    let file = json!([{"from": "/older", "to": "/trending"}, {"from": "/older", "to": "/"}]);
    call(site, "POST /admin/redirects/import", token, file).await;
    let details = "select detail from audit where action like 'redirect.%' order by detail";
    assert_eq!(
        database::query(site.folder(), details),
        ["/old", "/old", "/old", "1"]
    );
}

async fn change_collections(site: &Site, token: &str) {
    site.import(&[post_with_changes(7, json!({"tags": ["one", "two"]}))]);
    call(site, "PATCH /tags/one", token, json!({"name": "First"})).await;
    call(site, "POST /tags/two/merge", token, json!({"into": "first"})).await;
    let made = call(site, "POST /series", token, json!({"title": "Parts"})).await;
    let id = id_of(&made["series"]);
    let path = format!("/series/{id}");
    let series = json!({"series": id});
    call(site, "PUT /blogs/post-7/series", token, series).await;
    let post = json!({"blogs": [site.post_id("post-7").to_string()]});
    call(site, &format!("PUT {path}/order"), token, post).await;
    call(
        site,
        &format!("PATCH {path}"),
        token,
        json!({"title": "All parts"}),
    )
    .await;
    for (query, name) in [
        (format!("target={id}"), "All parts"),
        ("action=tag.merged".to_owned(), "First"),
    ] {
        let log = site.get_as(token, &format!("/api/admin/audit?{query}")).await;
        assert_eq!(log["entries"][0]["targetName"], name, "{query}");
    }
    call(site, &format!("DELETE {path}"), token, json!({})).await;
}

async fn import(site: &Site, token: &str) {
    let uploaded = site.upload(token, "ghost", "ours.json", &ghost_export(1)).await;
    let path = format!("/admin/imports/{}", id_of(&uploaded.json::<Value>()["import"]));
    let log = site
        .get_as(token, "/api/admin/audit?action=import.uploaded")
        .await;
    assert_eq!(log["entries"][0]["targetName"], "ours.json");
    let apply = format!("POST {path}/apply");
    site.work_on_imports();
    call(site, &apply, token, json!({"asDrafts": true})).await;
    site.work_on_imports();
    call(site, &apply, token, json!({})).await;
    site.work_on_imports();
    call(site, &format!("DELETE {path}"), token, json!({})).await;
    let details = "select action || ':' || detail from audit where action like 'import.%' order by action";
    assert_eq!(
        database::query(site.folder(), details),
        [
            "import.applied:",
            "import.changed:",
            "import.deleted:done",
            "import.uploaded:ghost"
        ]
    );
    let log = site
        .get_as(token, "/api/admin/audit?action=import.uploaded")
        .await;
    assert_eq!(
        log["entries"][0]["targetName"],
        Value::Null,
        "it is deleted, and so is its name"
    );
}

async fn plan_posts(site: &Site, token: &str) {
    let post = json!({
        "title": "Planned", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "draft",
    });
    call(site, "POST /blogs/create", token, post).await;
    for at in [
        json!("2026-03-01T13:00:00Z"),
        json!(null),
        json!("2026-03-01T12:00:01Z"),
    ] {
        let plan = json!({"publishAt": at});
        call(site, "PUT /blogs/planned/schedule", token, plan).await;
    }
    let link = json!({"days": 1});
    call(site, "POST /blogs/planned/preview-link", token, link).await;
    call(site, "DELETE /blogs/planned/preview-link", token, json!({})).await;
    site.clock.advance_seconds(1);
    site.publish_due();
}

async fn change_revisions(site: &Site, token: &str, mut post: Value) {
    let path = "/blogs/a-post/revisions/1";
    call(site, &format!("PATCH {path}"), token, json!({"name": "First"})).await;
    post["title"] = json!("Changed");
    call(site, "PUT /blogs/update/a-post", token, post.clone()).await;
    (post["title"], post["revision"]) = (json!("Outdated"), json!(1));
    let outdated = site.request(Method::PUT, "/api/blogs/update/a-post", token, Some(&post));
    assert_eq!(outdated.await.status_code(), 409);
    call(site, &format!("POST {path}/restore"), token, json!({})).await;
}

async fn change_posts_and_readers(site: &Site, token: &str) {
    let reader = site.reader("Ada");
    let post = json!({
        "title": "A post", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "published",
    });
    call(site, "POST /blogs/create", token, post.clone()).await;
    call(site, "PUT /blogs/update/a-post", token, post.clone()).await;
    change_revisions(site, token, post).await;
    for is_featured in [true, false] {
        call(
            site,
            "PATCH /blogs/a-post",
            token,
            json!({"isFeatured": is_featured}),
        )
        .await;
    }
    let comment = json!({"content": "Hello"});
    let comment = call(site, "POST /blogs/a-post/comments", &reader.token, comment).await;
    let comment = id_of(&comment["comment"]);
    moderate(site, token, &reader.id.to_string(), comment).await;
    let path = format!("DELETE /admin/comments/{comment}");
    call(site, &path, token, json!({})).await;
    let answer = json!({"content": "An answer"});
    let answer = call(site, "POST /admin/blogs/a-post/comments", token, answer).await;
    let path = format!("PATCH /admin/comments/{}", id_of(&answer["comment"]));
    call(site, &path, token, json!({"content": "Another answer"})).await;
    call(site, "DELETE /blogs/a-post", token, json!({})).await;
    let path = format!("POST /users/{}/author-request", reader.id);
    call(site, &path, &reader.token, json!({"note": "About Rust."})).await;
    let requests = site.get_as(token, "/api/admin/author-requests").await;
    let request = id_of(&requests["authorRequests"][0]);
    let path = format!("DELETE /admin/author-requests/{request}");
    call(site, &path, token, json!({})).await;
    let path = format!("PATCH /admin/users/{}/ban", reader.id);
    for is_banned in [true, false] {
        call(site, &path, token, json!({"isBanned": is_banned})).await;
    }
}

async fn moderate(site: &Site, token: &str, reader: &str, comment: &str) {
    let body = json!({"content": "Hello"});
    let path = "POST /admin/blogs/a-post/comments";
    let own = call(site, path, token, body.clone()).await;
    let path = format!("PATCH /admin/comments/{}", id_of(&own["comment"]));
    call(site, &path, token, body).await;
    let path = format!("POST /blogs/comments/{comment}/report");
    let other = site.reader("Other").token;
    call(site, &path, &other, json!({"reason": "spam"})).await;
    for action in ["dismiss", "remove", "approve", "spam", "approve"] {
        let decision = json!({"ids": [comment], "action": action});
        call(site, "POST /admin/comments/moderate", token, decision).await;
    }
    let path = format!("PATCH /admin/users/{reader}/standing");
    call(site, &path, token, json!({"isTrusted": true})).await;
}

/// Makes two webhooks, changes one and deletes the other, and sends an event to it three times again.
async fn change_webhooks(site: &Site, token: &str) {
    let new = json!({"url": "https://hook.example.org/secret", "events": ["user.joined"]});
    let deleted = call(site, "POST /admin/webhooks", token, new.clone()).await;
    let delete = format!("DELETE /admin/webhooks/{}", id_of(&deleted["webhook"]));
    call(site, &delete, token, json!({})).await;
    let webhook = call(site, "POST /admin/webhooks", token, new).await["webhook"].clone();
    let path = format!("/admin/webhooks/{}", id_of(&webhook));
    call(site, &format!("PATCH {path}"), token, json!({"isOn": true})).await;
    let now = site.clock.now();
    let user = UserId::new(now, &SystemEntropy);
    let join = move |tx: &mut Tx<'_>| webhooks::user_joined(tx, user, now);
    site.store.write(join).await.unwrap();
    let list = site.get_as(token, &format!("/api{path}/deliveries")).await;
    let again = format!(
        "POST /admin/webhook-deliveries/{}/send-again",
        id_of(&list["deliveries"][0])
    );
    for _ in 0..4 {
        site.clock.advance_seconds(1);
        call(site, &again, token, json!({})).await;
    }
}

/// Calls the webhook, whose name is unknown, until it is switched off: five deliveries fail ten times each.
async fn fail_webhooks(site: &Site) {
    let mut calls = 0;
    while calls < 50 {
        calls += site.call_webhooks_through(Arc::default()).await;
        site.clock.advance_seconds(DAY_SECONDS / 3);
    }
    let log = database::query(
        site.folder(),
        "select detail from audit where action like 'webhook.%'",
    );
    assert!(log.iter().any(|detail| detail == "hook.example.org"), "{log:?}");
    assert!(log.iter().all(|detail| !detail.contains("secret")), "{log:?}");
}

async fn review_a_post(site: &Site, token: &str) {
    let draft = json!({
        "title": "Reviewed", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "draft",
    });
    let created = call(site, "POST /blogs/create", token, draft).await;
    let author = id_of(&created["blog"]["author"]);
    call(
        site,
        "POST /blogs/reviewed/notes",
        token,
        json!({"text": "Hello"}),
    )
    .await;
    for decision in ["changes", "approve"] {
        call(site, "POST /blogs/reviewed/submit", token, json!({})).await;
        let decision = json!({"decision": decision, "note": "So"});
        call(site, "POST /blogs/reviewed/review", token, decision).await;
    }
    let authors = json!({"authors": [author]});
    call(site, "PUT /blogs/reviewed/authors", token, authors).await;
}

/// Tests the newsletter, removes a subscriber, and lifts the suppression of an address.
async fn change_newsletter(site: &Site, token: &str) {
    call(site, "POST /newsletter", "", json!({"email": "dee@example.net"})).await;
    call(site, "POST /admin/newsletter/test", token, json!({})).await;
    let id = database::query(site.folder(), "select id from subscribers").remove(0);
    let path = format!("DELETE /admin/subscribers/{id}");
    call(site, &path, token, json!({})).await;
    let refused = "insert into suppressed (email, reason, at) values ('dee@example.net', '550', 1)";
    database::execute(site.folder(), refused);
    call(
        site,
        "DELETE /admin/suppressed?email=dee@example.net",
        token,
        json!({}),
    )
    .await;
}

async fn change_team(site: &Site, token: &str) {
    let invite = |email: &str| json!({"email": email, "role": "author"});
    let withdrawn = call(site, "POST /admin/invites", token, invite("out@example.org")).await;
    let path = format!("DELETE /admin/invites/{}", id_of(&withdrawn["invite"]));
    call(site, &path, token, json!({})).await;
    call(site, "POST /admin/invites", token, invite("new@example.org")).await;
    let link = site.token_of_link("new@example.org", "/admin/join");
    let join = json!({"token": link, "username": "Nina", "password": PASSWORD});
    let joined = call(site, "POST /admin/join", "", join).await;
    let path = format!("/admin/team/{}", id_of(&joined["admin"]));
    call(site, &format!("PATCH {path}"), token, json!({"role": "editor"})).await;
    call(site, &format!("DELETE {path}"), token, json!({})).await;
}

/// Changes the name and the email of the account, undoes the latter, and changes the password.
async fn change_account(site: &Site, token: &str) {
    let changes = json!({"username": "root2", "email": "moved@example.org", "currentPassword": PASSWORD});
    call(site, "PUT /admin/settings/profile", token, changes).await;
    let code = json!({"otp": site.last_code("moved@example.org")});
    // The mail with the link is later than that about the request.
    site.clock.advance_seconds(1);
    call(site, "POST /admin/settings/verify-email", token, code).await;
    let link = site.token_of_link("root@example.org", "/undo-email-change");
    call(site, "POST /auth/undo-email-change", "", json!({"token": link})).await;
    let login = json!({"email": "root@example.org", "password": PASSWORD});
    let session = call(site, "POST /admin/login", "", login).await;
    let session = call(
        site,
        "DELETE /sessions",
        session["token"].as_str().unwrap(),
        json!({}),
    )
    .await;
    change_second_factor(site, session["token"].as_str().unwrap()).await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": "another horse"});
    let token = session["token"].as_str().unwrap();
    let session = call(site, "PUT /admin/settings/password", token, change).await;
    let token = session["token"].as_str().unwrap();
    call(site, "POST /admin/logout-all", token, json!({})).await;
}

/// Adds, renames and removes a passkey; sets a second factor up, gives it up, and sets up another one.
async fn change_second_factor(site: &Site, token: &str) {
    let (_, added) = site.add_passkey(token).await;
    let passkey = format!("/passkeys/{}", added["id"].as_str().unwrap());
    let code = &added["recoveryCodes"][0];
    let body = json!({"name": "Laptop", "password": PASSWORD, "code": code});
    for method in ["PATCH", "DELETE"] {
        call(site, &format!("{method} {passkey}"), token, body.clone()).await;
    }
    let factor = site.enrol(token).await;
    for route in ["POST /second-factor/recovery-codes", "DELETE /second-factor"] {
        let code = site.next_totp(&factor.secret);
        let confirmation = json!({"password": PASSWORD, "code": code});
        call(site, route, token, confirmation).await;
    }
    site.enrol(token).await;
}

#[tokio::test]
async fn the_database_keeps_its_rows_unchanged_for_400_days() {
    let site = Site::new();
    let admin = site.admin("root");
    let invitation = json!({"email": "new@example.org", "role": "editor"});
    call(&site, "POST /admin/invites", &admin.token, invitation).await;
    let mut statements = vec!["update audit set detail = 'x'", "delete from audit"];
    if database::is_postgres() {
        statements.push("truncate audit");
    }
    for statement in statements {
        let message = database::refusal(site.folder(), statement);
        assert!(message.contains("the audit log"), "{statement}: {message}");
    }
    for (days, removed) in [(400, 0), (1, 1), (0, 0)] {
        site.clock.advance_seconds(days * DAY_SECONDS);
        let cleaned = clean_up::clean_up(&site.store, site.clock.now()).await.unwrap();
        assert_eq!(cleaned.audit, removed, "{days}");
    }
}
