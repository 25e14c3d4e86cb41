//! Who may export the site in the panel.

use std::io::Cursor;

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Role;
use serde_json::{Value, json};
use zip::ZipArchive;

use super::{export, files, manifest};
use crate::support::accounts::PASSWORD;
use crate::support::{Site, database, post, run_concurrently};

const PATH: &str = "/api/admin/export";

async fn ask(site: &Site, token: &str, body: Value) -> TestResponse {
    site.request(Method::POST, PATH, token, Some(&body)).await
}

#[tokio::test]
async fn an_administrator_gets_the_archive_with_their_password() {
    let site = Site::with_posts(&[post(1), post(2)]);
    let root = site.admin("root");
    let response = ask(&site, &root.token, json!({"password": PASSWORD})).await;
    response.assert_status_ok();
    assert_eq!(response.header("content-type"), "application/zip");
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(
        response.header("content-disposition"),
        "attachment; filename=\"site-2026-03-01.zip\""
    );
    let found = files(response.as_bytes());
    assert_eq!(manifest(&found)["withAccounts"], false);
    assert_eq!(found, files(&export(&site, false)));
    assert!(!String::from_utf8_lossy(&found["people.jsonl"]).contains('@'));
    let log = database::query(site.folder(), "select action || ' ' || target from audit");
    assert_eq!(log, [format!("site.exported {}", root.id)]);
}

#[tokio::test]
async fn nobody_else_gets_it() {
    let site = Site::with_posts(&[post(1)]);
    let password = json!({"password": PASSWORD});
    assert_eq!(ask(&site, "", password.clone()).await.status_code(), 401);
    let reader = site.reader("Ada");
    assert_eq!(
        ask(&site, &reader.token, password.clone()).await.status_code(),
        403
    );
    for role in [Role::Contributor, Role::Author, Role::Editor] {
        let member = site.staff(role.name(), role);
        let refused = ask(&site, &member.token, password.clone()).await;
        assert_eq!(refused.status_code(), 403, "{role:?}");
        assert_eq!(
            refused.json::<Value>()["message"],
            "Your role does not allow this"
        );
    }
    let root = site.admin("root");
    let key = json!({"name": "Key", "role": "editor", "scopes": ["posts:read", "posts:write"], "days": 1});
    let made = site
        .request(Method::POST, "/api/admin/api-keys", &root.token, Some(&key))
        .await
        .json::<Value>();
    let refused = ask(&site, made["key"].as_str().unwrap(), password).await;
    assert_eq!(refused.status_code(), 403, "{}", refused.text());
    for (body, status) in [
        (json!({}), 400),
        (json!({"password": ""}), 400),
        (json!({"password": "wrong horse"}), 403),
    ] {
        assert_eq!(ask(&site, &root.token, body).await.status_code(), status);
    }
    assert!(
        database::query(
            site.folder(),
            "select 1 from audit where action = 'site.exported'"
        )
        .is_empty()
    );
}

#[tokio::test]
async fn a_second_factor_is_asked_for_where_there_is_one() {
    let site = Site::with_posts(&[post(1)]);
    let root = site.admin("root");
    let factor = site.enrol(&root.token).await;
    let refused = ask(&site, &root.token, json!({"password": PASSWORD})).await;
    assert_eq!(refused.status_code(), 400, "{}", refused.text());
    let wrong = json!({"password": PASSWORD, "code": site.wrong_totp(&factor.secret)});
    assert_eq!(ask(&site, &root.token, wrong).await.status_code(), 400);
    let right = json!({"password": PASSWORD, "code": site.next_totp(&factor.secret)});
    ask(&site, &root.token, right).await.assert_status_ok();
}

#[tokio::test]
async fn wrong_passwords_are_counted() {
    let site = Site::configured(&[("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", "1")]);
    let root = site.admin("root");
    let wrong = json!({"password": "wrong horse"});
    assert_eq!(ask(&site, &root.token, wrong.clone()).await.status_code(), 403);
    assert_eq!(ask(&site, &root.token, wrong).await.status_code(), 429);
}

#[tokio::test]
async fn many_archives_are_not_made_at_once() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    site.import(&[post(1)]);
    let root = site.admin("root");
    let password = json!({"password": PASSWORD});
    let answers = run_concurrently(6, |_| ask(&site, &root.token, password.clone())).await;
    let busy = answers
        .iter()
        .filter(|answer| answer.status_code() == 503)
        .count();
    let made = answers
        .iter()
        .filter(|answer| answer.status_code() == 200)
        .count();
    assert!(made >= 1 && busy + made == 6, "{made} {busy}");
    for answer in answers.iter().filter(|answer| answer.status_code() == 503) {
        assert!(answer.maybe_header("retry-after").is_some());
    }
    for answer in answers.iter().filter(|answer| answer.status_code() == 200) {
        assert!(ZipArchive::new(Cursor::new(answer.as_bytes())).is_ok());
    }
    // The permits come back, shortly after the archives have ended.
    let mut left = 10_000;
    while ask(&site, &root.token, password.clone()).await.status_code() != 200 {
        left -= 1;
        assert!(left > 0, "no permit came back");
        tokio::task::yield_now().await;
    }
}
