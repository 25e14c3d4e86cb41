//! No secret leaves with an export.

use axum::http::Method;
use blog_app::domain::Role;
use serde_json::{Value, json};

use super::{export, files};
use crate::support::accounts::PASSWORD;
use crate::support::{Site, blocking, database, post};

const MAIL_PASSWORD: &str = "MAIL-PASSWORD-7261";

/// Everything in the database that opens something, with a name.
fn secrets(site: &Site) -> Vec<(&'static str, String)> {
    [
        ("password hash of a reader", "select password_hash from users"),
        ("password hash of the staff", "select password_hash from admins"),
        ("address of a reader", "select email from users"),
        ("address of the staff", "select email from admins"),
        ("code", "select code_hash from one_time_codes"),
        ("invitation", "select token_hash from invites"),
        ("invited address", "select email from invites"),
        ("preview of a post", "select token_hash from preview_links"),
        (
            "preview of a page",
            "select token_hash from static_page_preview_links",
        ),
        ("API key", "select key_hash from api_keys"),
        ("authenticator app", "select secret from totp_secrets"),
        ("recovery code", "select code_hash from recovery_codes"),
        ("session", "select id from sessions"),
        ("network", "select network from sessions where network <> ''"),
        ("webhook", "select url from webhooks"),
        ("undo of an address", "select token_hash from email_undos"),
        ("identity", "select subject from identities"),
        ("subscriber", "select email from subscribers"),
        ("first start", "select value from settings where name = 'setup'"),
        ("mail settings", "select value from settings where name = 'mail'"),
        (
            "audit",
            "select detail from audit where detail = 'AUDIT-DETAIL-118'",
        ),
        ("note of the staff", "select text from post_notes"),
        ("report", "select note from comment_reports"),
    ]
    .into_iter()
    .flat_map(|(name, sql)| {
        let found = blocking(|| database::query(site.folder(), sql));
        assert!(!found.is_empty(), "the site has no {name}");
        found.into_iter().map(move |secret| (name, secret))
    })
    .collect()
}

async fn send(site: &Site, method: Method, path: &str, token: &str, body: Value) -> Value {
    let response = site.request(method, path, token, Some(&body)).await;
    assert!(response.status_code().is_success(), "{path}: {}", response.text());
    response.json()
}

async fn site_with_secrets() -> Site {
    let site = Site::configured(&[
        ("RATE_LIMIT__ENABLED", "false"),
        ("OUTGOING__ALLOW_PRIVATE", "true"),
    ]);
    site.import(&[post(1)]);
    let root = site.admin("root");
    let ada = site.reader("Ada");
    let login = json!({"email": ada.email, "password": PASSWORD});
    site.post("/api/auth/login", login).await.assert_status_ok();
    site.register("Nina", "nina@example.org").await;
    let mail = json!({"mail": {"host": "mail.example.org", "port": 587, "encryption": "starttls",
        "username": "blog", "password": MAIL_PASSWORD, "from": "blog@example.org"}, "version": 0});
    send(&site, Method::PUT, "/api/admin/mail", &root.token, mail).await;
    let invitation = json!({"email": "invited@example.org", "role": "author"});
    send(&site, Method::POST, "/api/admin/invites", &root.token, invitation).await;
    let key = json!({"name": "Import", "role": "editor", "scopes": ["posts:write"], "days": 30});
    send(&site, Method::POST, "/api/admin/api-keys", &root.token, key).await;
    site.enrol(&ada.token).await;
    let comment = json!({"content": "Hello"});
    let comment = send(
        &site,
        Method::POST,
        "/api/blogs/post-1/comments",
        &ada.token,
        comment,
    )
    .await;
    let comment = comment["comment"]["_id"].as_str().unwrap();
    let draft = json!({"title": "Draft", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "draft"});
    let draft = send(&site, Method::POST, "/api/blogs/create", &root.token, draft).await;
    let draft = draft["blog"]["_id"].as_str().unwrap();
    let link = format!("/api/blogs/{draft}/preview-link");
    send(&site, Method::POST, &link, &root.token, json!({"days": 1})).await;
    let note = json!({"text": "NOTE-OF-THE-STAFF-55"});
    send(
        &site,
        Method::POST,
        &format!("/api/blogs/{draft}/notes"),
        &root.token,
        note,
    )
    .await;
    let page = json!({"title": "Page", "description": "", "content": "<p>Text.</p>", "status": "draft"});
    let page = send(&site, Method::POST, "/api/admin/pages", &root.token, page).await;
    let link = format!(
        "/api/admin/pages/{}/preview-link",
        page["page"]["_id"].as_str().unwrap()
    );
    send(&site, Method::POST, &link, &root.token, json!({"days": 1})).await;
    let seeds = format!(
        "insert into webhooks (id, url, events, created_at) values ('w', 'https://hook.example/SECRET-PATH-99', '', 0);
         insert into email_undos (token_hash, user_id, old_email, created_at, expires_at)
         values ('UNDO-TOKEN-31', '{reader}', 'before@example.org', 0, 9000000000000);
         insert into identities (id, user_id, issuer, subject, email, created_at, used_at)
         values ('i', '{reader}', 'https://issuer.example', 'SUBJECT-4411', 'at@provider.example', 0, 0);
         insert into subscribers (id, email, how, created_at) values ('s', 'subscriber@example.org', 'weekly', 0);
         insert into settings (name, value, version, changed_at)
         values ('setup', '[{{\"hash\":\"SETUP-HASH-77\",\"expires_at\":1}}]', 1, 0);
         insert into audit (id, at, actor, action, target, detail)
         values ('audit', 1, null, 'post.created', null, 'AUDIT-DETAIL-118');
         insert into comment_reports (comment_id, user_id, reason, note, at)
         values ('{comment}', '{reader}', 'spam', 'NOTE-OF-A-REPORT-12', 0)",
        reader = ada.id
    );
    site.execute_elsewhere(&seeds).await;
    site.staff("ed", Role::Editor);
    site
}

#[tokio::test]
async fn no_secret_is_in_any_file() {
    let site = site_with_secrets().await;
    let secrets = secrets(&site);
    assert!(secrets.len() > 25, "{secrets:?}");
    let contains =
        |bytes: &[u8], secret: &str| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
    let plain = files(&export(&site, false));
    let with_accounts = files(&export(&site, true));
    for (path, bytes) in plain.iter().chain(&with_accounts) {
        assert!(!contains(bytes, MAIL_PASSWORD), "{path}");
        assert!(!contains(bytes, PASSWORD), "{path}");
    }
    for (name, secret) in &secrets {
        let of_accounts = [
            "password hash of a reader",
            "password hash of the staff",
            "address of a reader",
            "address of the staff",
        ]
        .contains(name);
        for (path, bytes) in &plain {
            assert!(!contains(bytes, secret), "{path} has the {name}");
        }
        for (path, bytes) in &with_accounts {
            let is_expected = of_accounts && path == "people.jsonl";
            assert!(is_expected || !contains(bytes, secret), "{path} has the {name}");
        }
    }
    // Those of an account that nobody has verified do not leave at all.
    let people = String::from_utf8_lossy(&with_accounts["people.jsonl"]).into_owned();
    assert!(people.contains("ada@example.org") && people.contains("$argon2id$"));
    assert!(!people.contains("nina@example.org"));
}
