//! What the archive of a reader holds.

use std::collections::BTreeMap;
use std::path::Path;

use axum::http::Method;
use blog_app::domain::UserId;
use serde_json::{Value, json};

use super::{exported, exported_with, parsed};
use crate::support::accounts::{Account, PASSWORD};
use crate::support::{Site, database, post, post_with_changes};

async fn send(site: &Site, method: Method, path: &str, token: &str, body: Value) -> Value {
    let response = site.request(method, path, token, Some(&body)).await;
    assert!(response.status_code().is_success(), "{path}: {}", response.text());
    response.json()
}

async fn say(site: &Site, token: &str, parent: Option<&str>, text: &str) -> String {
    site.clock.advance_seconds(60);
    let body = json!({"content": text, "parentId": parent});
    let said = send(site, Method::POST, "/api/blogs/post-1/comments", token, body).await;
    said["comment"]["_id"].as_str().unwrap().to_owned()
}

/// Follows a post, a tag and a series.
async fn follow(site: &Site, ada: &Account<UserId>) {
    let post = site.post_id("post-2");
    for (kind, target) in [("post", post.to_string()), ("tag", "sample".to_owned())] {
        let follow = json!({"kind": kind, "target": target});
        send(site, Method::PUT, "/api/follows", &ada.token, follow).await;
    }
    let series = format!(
        "insert into series (id, slug, title, created_at, updated_at)
         values ('0198c0de-0000-7000-8000-000000000000', 'parts', 'All parts', 1, 1);
         insert into follows (user_id, kind, target, at)
         values ('{}', 'series', '0198c0de-0000-7000-8000-000000000000', 2)",
        ada.id
    );
    site.execute_elsewhere(&series).await;
}

/// Returns the archive of Ada, who has left a trace in every table, and Bo as well.
async fn files_with_traces() -> (BTreeMap<String, String>, Account<UserId>, Account<UserId>) {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false"), ("AUTH__TOKEN_HOURS", "10000")]);
    site.import(&[
        post(1),
        post_with_changes(2, json!({"title": "The <b>second</b> post"})),
    ]);
    let (ada, bo) = (site.reader("Ada"), site.reader("Bo"));
    let login = json!({"email": ada.email, "password": PASSWORD});
    site.post("/api/auth/login", login).await.assert_status_ok();
    let of_bo = say(&site, &bo.token, None, "TEXT-OF-BO").await;
    let own = say(&site, &ada.token, Some(&of_bo), "My first words").await;
    say(&site, &bo.token, Some(&own), "A reply to Ada, TEXT-OF-BO").await;
    let comment = format!("/api/blogs/comments/{own}");
    send(
        &site,
        Method::PATCH,
        &comment,
        &ada.token,
        json!({"content": "</script> My better words"}),
    )
    .await;
    for path in [
        "/api/blogs/post-2/like",
        "/api/blogs/post-2/bookmark",
        &format!("/api/blogs/comments/{of_bo}/like"),
    ] {
        send(&site, Method::POST, path, &ada.token, json!({})).await;
    }
    follow(&site, &ada).await;
    let report = json!({"reason": "spam", "note": "MY-NOTE on a comment"});
    send(
        &site,
        Method::POST,
        &format!("/api/blogs/comments/{of_bo}/report"),
        &ada.token,
        report,
    )
    .await;
    let report = json!({"reason": "abuse", "note": "MY-NOTE on a reader"});
    send(
        &site,
        Method::POST,
        &format!("/api/users/{}/report", bo.id),
        &ada.token,
        report,
    )
    .await;
    let of_ada = json!({"reason": "abuse", "note": "NOTE-OF-BO"});
    send(
        &site,
        Method::POST,
        &format!("/api/users/{}/report", ada.id),
        &bo.token,
        of_ada,
    )
    .await;
    send(
        &site,
        Method::PUT,
        &format!("/api/users/{}/mute", bo.id),
        &ada.token,
        json!({}),
    )
    .await;
    let preferences = json!({"preferences": {"reply": "off"}});
    send(
        &site,
        Method::PUT,
        &format!("/api/users/{}/preferences", ada.id),
        &ada.token,
        preferences,
    )
    .await;
    let wish = json!({"note": "I would like to write"});
    send(
        &site,
        Method::POST,
        &format!("/api/users/{}/author-request", ada.id),
        &ada.token,
        wish,
    )
    .await;
    site.enrol(&bo.token).await;
    let factor = site.enrol(&ada.token).await;
    for reader in [&ada, &bo] {
        site.execute_elsewhere(&traces(reader)).await;
    }
    let body = json!({"password": PASSWORD, "code": site.next_totp(&factor.secret)});
    let files = exported_with(&site, ada.id, &ada.token, body).await;
    (files, ada, bo)
}

/// Rows of a reader in the tables that take more than a request to fill.
fn traces(reader: &Account<UserId>) -> String {
    let (id, email) = (reader.id, &reader.email);
    let short = &id.to_string()[24..];
    format!(
        "insert into passkeys (id, account, account_kind, credential_id, public_key, counter, is_backup_eligible,
                               is_backed_up, transports, name, created_at)
         values ('p{short}', '{id}', 'reader', cast('CRED{short}' as {bytes}), cast('KEY{short}' as {bytes}), 0, 0, 0, '',
                 'Passkey of {email}', 1000);
         insert into identities (id, user_id, issuer, subject, email, created_at, used_at)
         values ('i{short}', '{id}', 'https://issuer.example', 'subject of {email}', 'at-provider-{email}', 1000, 2000);
         insert into one_time_codes (id, account, purpose, email, code_hash, network, network_is_known, created_at)
         values ('c{short}', '{id}', 'change_email', '{email}', 'CODE-HASH-{short}', 'NETWORK-{short}', 0, 1000);
         insert into email_undos (token_hash, user_id, old_email, created_at, expires_at)
         values ('UNDO-HASH-{short}', '{id}', 'before-{email}', 1000, 9000000000000);
         insert into subscribers (id, email, how, created_at, confirmed_at)
         values ('s{short}', '{email}', 'weekly', 1000, 2000);
         insert into suppressed (email, reason, at) values ('{email}', 'Mailbox of {email} is full', 1000);
         insert into deliveries (kind, period, recipient, at) values ('digest', '2026-03-01', '{id}', 1000);
         insert into invites (id, email, role, token_hash, created_at, expires_at)
         values ('v{short}', '{email}', 'author', 'INVITE-HASH-{short}', 1000, 2000);
         insert into known_networks (account, network, seen_at) values ('{id}', 'KNOWN-{short}', 1000);
         insert into outbox (id, recipient, subject, text_body, html_body, created_at, next_try_at, kind)
         values ('o{short}', '{email}', '', '', '', 1000, 9000000000000, 'account');
         insert into recovery_codes (account, code_hash) values ('{id}', 'RECOVERY-{short}')",
        bytes = if database::is_postgres() { "bytea" } else { "blob" },
    )
}

fn is_empty(list: &Value) -> bool {
    list.is_null() || list.as_array().is_some_and(Vec::is_empty)
}

#[tokio::test]
async fn everything_that_is_kept_about_a_reader_is_in_it() {
    let (files, ada, _) = files_with_traces().await;
    for (name, text) in &files {
        if Path::new(name).extension().is_some_and(|end| end == "json") {
            let list: Value = serde_json::from_str(text).unwrap();
            assert!(!is_empty(&list), "{name} is empty");
        }
    }
    let profile = parsed(&files, "profile");
    assert_eq!(profile["email"], ada.email);
    assert_eq!(
        (&profile["hasPassword"], &profile["isBanned"]),
        (&json!(true), &json!(false))
    );
    let comments = parsed(&files, "comments");
    assert_eq!(comments[0]["text"], "</script> My better words");
    assert_eq!(
        (&comments[0]["post"], &comments[0]["inReplyTo"]),
        (&json!("Post 1"), &json!("Bo"))
    );
    assert_eq!(parsed(&files, "comment-edits")[0]["text"], "My first words");
    assert_eq!(parsed(&files, "likes")[0]["post"], "The <b>second</b> post");
    assert_eq!(parsed(&files, "bookmarks")[0]["slug"], "post-2");
    assert_eq!(parsed(&files, "comment-likes")[0]["writtenBy"], "Bo");
    assert_eq!(parsed(&files, "mutes")[0]["name"], "Bo");
    assert_eq!(parsed(&files, "notices")[0]["kind"], "reply");
    assert_eq!(parsed(&files, "notices")[0]["causedBy"], "Bo");
    assert_eq!(
        parsed(&files, "reports-of-comments")[0]["note"],
        "MY-NOTE on a comment"
    );
    assert_eq!(
        parsed(&files, "reports-of-readers")[0]["note"],
        "MY-NOTE on a reader"
    );
    assert_eq!(
        parsed(&files, "mail-preferences"),
        json!([{"kind": "reply", "how": "off"}])
    );
    assert_eq!(parsed(&files, "digests")[0]["period"], "2026-03-01");
    let follows = parsed(&files, "follows");
    let names: Vec<&Value> = (0..3).map(|number| &follows[number]["name"]).collect();
    assert_eq!(names, ["The <b>second</b> post", "All parts", "sample"]);
    assert_eq!(
        parsed(&files, "request-to-write")["note"],
        "I would like to write"
    );
    assert_eq!(parsed(&files, "authenticator-app")["recoveryCodesLeft"], 11);
    assert!(
        parsed(&files, "sessions")[0]["seenAt"]
            .as_str()
            .unwrap()
            .starts_with("2026-03-01T12:00")
    );
}

#[tokio::test]
async fn the_page_says_it_to_people() {
    let (files, _, _) = files_with_traces().await;
    let page = &files["index.html"];
    for text in [
        "<h1>Your data on Community Blog</h1>",
        "<h2>Comments</h2>",
        "&lt;/script&gt; My better words",
        "The &lt;b&gt;second&lt;/b&gt; post",
        "MY-NOTE on a reader",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("<script") && !page.contains("<b>"));
    // Nothing is loaded from anywhere.
    assert!(!page.contains("http://") && !page.contains("src=") && !page.contains("<link"));
}

#[tokio::test]
async fn nothing_of_others_is_in_it_but_their_names() {
    let (files, _, bo) = files_with_traces().await;
    let bo_short = &bo.id.to_string()[24..];
    for (name, text) in &files {
        for other in [
            "TEXT-OF-BO",
            "NOTE-OF-BO",
            "bo@example.org",
            bo.id.to_string().as_str(),
            bo_short,
        ] {
            assert!(!text.contains(other), "{name} has {other}");
        }
        // And no secret of their own: whoever has the archive cannot sign in with it.
        for secret in [
            "CODE-HASH",
            "UNDO-HASH",
            "INVITE-HASH",
            "TOTP-",
            "RECOVERY-",
            "KNOWN-",
            "NETWORK-",
            "$argon2",
        ] {
            assert!(!text.contains(secret), "{name} has {secret}");
        }
    }
}

#[tokio::test]
async fn a_new_reader_gets_empty_lists() {
    let site = Site::new();
    let ada = site.reader("Ada");
    let files = exported(&site, ada.id, &ada.token).await;
    assert_eq!(files["comments.json"], "[\n]\n");
    assert_eq!(files["newsletter.json"], "null\n");
    assert!(files["index.html"].contains("<h2>Profile</h2>"));
    assert!(!files["index.html"].contains("<h2>Comments</h2>"));
}
