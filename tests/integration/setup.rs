//! The first start: the token of the log makes the first administrator once, and nobody else does.

use std::sync::Arc;

use axum::http::Method;
use blog_app::actions::setup::Setup;
use blog_app::auth::secret::SigningSecret;
use blog_app::domain::{Clock as _, SystemEntropy};
use blog_app::store::admins;
use serde_json::{Value, json};

use crate::support::accounts::PASSWORD;
use crate::support::program::{RunningSite, create_admin, expect_success, run};
use crate::support::{SECRET, Site, database, run_concurrently};

const DAY_SECONDS: i64 = 24 * 3_600;
const UNKNOWN: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const MAIL_PASSWORD: &str = "the mail password";

async fn token(site: &Site) -> String {
    let token = site.setup.start(&site.store, site.clock.now()).await.unwrap();
    token.unwrap().expose().to_owned()
}

fn body(token: &str, name: &str) -> Value {
    json!({
        "token": token,
        "admin": {"username": name, "email": format!("{name}@example.org"), "password": PASSWORD},
        "site": {"name": "Bits", "description": "About bits", "accent": "#0b5d3b"},
        "mail": null,
        "sampleContent": false,
    })
}

fn mail_server(port: u16) -> Value {
    json!({"host": "127.0.0.1", "port": port, "encryption": "none", "username": "blog",
        "password": MAIL_PASSWORD, "from": "Bits <blog@example.org>"})
}

fn with(mut body: Value, key: &str, value: Value) -> Value {
    body[key] = value;
    body
}

async fn statuses(site: &Site, token: &str) -> [u16; 3] {
    let test = json!({"token": token, "mail": mail_server(1), "to": "ada@example.org"});
    let mut statuses = [0; 3];
    for (status, (path, body)) in statuses.iter_mut().zip([
        ("/api/setup/check", json!({"token": token})),
        ("/api/setup/mail-test", test),
        ("/api/setup", body(token, "eve")),
    ]) {
        *status = site.post(path, body).await.status_code().as_u16();
    }
    statuses
}

#[tokio::test]
async fn makes_the_first_administrator_and_stores_the_settings() {
    let site = Site::new();
    let token = token(&site).await;
    let check = site.post("/api/setup/check", json!({"token": token})).await;
    check.assert_status_ok();
    let check: Value = check.json();
    assert_eq!(check["site"]["name"], "Community Blog");
    assert_eq!(
        check["mail"],
        json!({"server": null, "setBy": null, "version": 0})
    );

    let request = with(body(&token, "ada"), "mail", mail_server(2_525));
    let done = site
        .post("/api/setup", with(request, "sampleContent", json!(true)))
        .await;
    assert_eq!(done.status_code(), 201, "{}", done.text());
    let done: Value = done.json();
    assert_eq!(done["sampleContent"], "made");
    assert_eq!(done["admin"]["role"], "admin");
    let session = done["token"].as_str().unwrap();
    let settings = site.get_as(session, "/api/admin/site").await["settings"].clone();
    assert_eq!(settings["name"], "Bits");
    assert_eq!(settings["accent"], "#0b5d3b");
    let mail = site.get_as(session, "/api/admin/mail").await["settings"].clone();
    assert_eq!(mail["server"]["passwordSet"], true);
    assert_eq!(mail["server"]["host"], "127.0.0.1");
    assert!(!site.slugs("/api/blogs", "blogs").await.is_empty());

    let contents = database::contents(site.folder());
    for secret in [MAIL_PASSWORD, token.as_str()] {
        let found = contents
            .windows(secret.len())
            .any(|part| part == secret.as_bytes());
        assert!(!found, "{secret} is in the database");
    }
    let log = database::query(
        site.folder(),
        "select action || ' ' || detail from audit order by action",
    );
    assert_eq!(
        log,
        [
            "mail.changed host port encryption username from password",
            "member.joined admin",
            "site.changed name description accent",
        ]
    );
    assert_eq!(statuses(&site, &token).await, [404; 3]);
    assert!(
        site.setup
            .start(&site.store, site.clock.now())
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn admits_nobody_without_a_valid_token() {
    let site = Site::new();
    assert_eq!(statuses(&site, UNKNOWN).await, [400; 3], "there is none");
    let first = token(&site).await;
    let second = token(&site).await;
    for wrong in ["", "short", UNKNOWN] {
        assert_eq!(statuses(&site, wrong).await, [400; 3], "{wrong}");
    }
    if database::is_postgres() {
        site.post("/api/setup/check", json!({"token": first}))
            .await
            .assert_status_ok();
    } else {
        assert_eq!(
            statuses(&site, &first).await,
            [400; 3],
            "a later start has replaced it"
        );
    }
    site.post("/api/setup/check", json!({"token": second}))
        .await
        .assert_status_ok();
    site.clock.advance_seconds(DAY_SECONDS);
    assert_eq!(statuses(&site, &second).await, [400; 3], "a day is over");

    let third = token(&site).await;
    site.admin("root");
    assert_eq!(
        statuses(&site, &third).await,
        [404; 3],
        "there is an administrator"
    );
    assert!(
        !site
            .store
            .read(|tx| admins::by_email_or_username(tx, "eve").map(|found| found.is_some()))
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn one_of_two_at_once_wins() {
    let site = Site::new();
    let token = token(&site).await;
    let names = ["ada", "grace"];
    let responses = run_concurrently(names.len(), |number| {
        let request = site.post("/api/setup", body(&token, names[number]));
        async move { request.await.status_code().as_u16() }
    });
    let mut statuses = responses.await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 404]);
    let administrators = database::query(site.folder(), "select cast(count(*) as text) from admins");
    assert_eq!(administrators, ["1"]);
}

#[tokio::test]
async fn an_invalid_field_changes_nothing() {
    let site = Site::new();
    let token = token(&site).await;
    let wrong_server = with(mail_server(1), "host", json!("no host"));
    for (body, field) in [
        (
            with(
                body(&token, "ada"),
                "admin",
                json!({"username": "a", "email": "a@example.org", "password": PASSWORD}),
            ),
            "username",
        ),
        (
            with(
                body(&token, "ada"),
                "site",
                json!({"name": "", "description": "", "accent": ""}),
            ),
            "name",
        ),
        (
            with(
                body(&token, "ada"),
                "site",
                json!({"name": "A", "description": "", "accent": "red"}),
            ),
            "accent",
        ),
        (with(body(&token, "ada"), "mail", wrong_server), "mail.host"),
    ] {
        let response = site.post("/api/setup", body).await;
        assert_eq!(response.status_code(), 400, "{}", response.text());
        assert!(
            response.json::<Value>()["errors"][field].is_string(),
            "{field}: {}",
            response.text()
        );
    }
    let rows = database::query(site.folder(), "select cast(count(*) as text) from admins");
    assert_eq!(rows, ["0"]);
    assert_eq!(
        site.post("/api/setup", body(&token, "ada")).await.status_code(),
        201
    );
}

#[tokio::test]
async fn the_environment_locks_what_it_sets() {
    let site = Site::configured(&[("SITE__NAME", "Ours"), ("MAIL__TRANSPORT", "file")]);
    let token = token(&site).await;
    let check: Value = site
        .post("/api/setup/check", json!({"token": token}))
        .await
        .json();
    assert_eq!(check["site"]["locked"][0]["field"], "name");
    assert_eq!(check["mail"]["setBy"], "BLOG_APP_MAIL__TRANSPORT");
    let named = with(
        body(&token, "ada"),
        "site",
        json!({"name": "Ours", "description": "", "accent": ""}),
    );
    let refused = site
        .post("/api/setup", with(named.clone(), "mail", mail_server(1)))
        .await;
    assert!(
        refused.json::<Value>()["errors"]["mail"].is_string(),
        "{}",
        refused.text()
    );
    assert_eq!(site.post("/api/setup", named).await.status_code(), 201);
}

#[tokio::test]
async fn a_token_of_any_node_is_good_on_every_node() {
    let site = Site::new();
    let secret = SigningSecret::from_text(SECRET);
    let other = Setup::new(secret, Arc::new(SystemEntropy));
    let second = site.open_second_store();
    let token = other.start(&second, site.clock.now()).await.unwrap().unwrap();
    site.follow(&second).await;
    let done = site.post("/api/setup", body(token.expose(), "ada")).await;
    assert_eq!(done.status_code(), 201, "{}", done.text());
}

#[tokio::test]
async fn five_test_mails_an_hour_and_no_more() {
    let site = Site::new();
    let token = token(&site).await;
    let test = json!({"token": token, "mail": mail_server(1), "to": "ada@example.org"});
    for _ in 0..5 {
        let tested = site
            .request(Method::POST, "/api/setup/mail-test", "", Some(&test))
            .await;
        tested.assert_status_ok();
        let outcome: Value = tested.json();
        assert_eq!(outcome["isSent"], false);
        assert!(
            outcome["error"]
                .as_str()
                .unwrap()
                .contains("the mail server did not take it"),
            "{outcome}"
        );
    }
    assert_eq!(site.post("/api/setup/mail-test", test).await.status_code(), 429);
}

/// The program prints another address at each start, and the last one works after a kill.
#[test]
fn the_printed_address_works_until_there_is_an_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let address = |site: &RunningSite| {
        let text = site.rest_of_greeting(2);
        let line = text.into_iter().find(|line| line.contains("/setup#")).unwrap();
        line.trim().to_owned()
    };
    let first = RunningSite::start(folder.path());
    let first_address = address(&first);
    first.kill();
    let second = RunningSite::start(folder.path());
    let second_address = address(&second);
    assert_ne!(
        first_address.split_once('#').unwrap().1,
        second_address.split_once('#').unwrap().1
    );
    let (base, token) = second_address.split_once("/setup#").unwrap();
    let done = ureq::post(format!("{base}/api/setup"))
        .send_json(body(token, "ada"))
        .unwrap();
    assert_eq!(done.status(), 201);
    second.kill();
    let list = expect_success(&run(folder.path(), &["admin", "list"]));
    assert!(list.contains("ada@example.org"), "{list}");
    expect_success(&create_admin(folder.path(), "grace", PASSWORD));
    let third = RunningSite::start(folder.path());
    let check = ureq::post(format!("http://{}/api/setup/check", third.address));
    let refused = check
        .config()
        .http_status_as_error(false)
        .build()
        .send_json(json!({"token": token}));
    assert_eq!(refused.unwrap().status(), 404);
}
