//! The rules against spam: who changes them, what they accept, and what they say of accounts.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Role;
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::{Site, database, run_concurrently};

const PATH: &str = "/api/admin/spam-rules";

/// Returns the rules of a new site with some changes.
#[expect(clippy::needless_pass_by_value, reason = "callers pass json!")]
pub fn rules_with(changes: Value) -> Value {
    let mut rules = json!({
        "level": "open", "newcomerDays": 3, "newcomerComments": 3, "maxLinks": 3, "sameTextOthers": 2,
        "reportsToHold": 3, "newcomerSeconds": 30, "newcomerPerHour": 10, "perMinute": 5, "perHour": 60,
        "holdWords": [], "refuseWords": [], "blockedHosts": [], "blockedMailDomains": [], "version": 0,
    });
    let changes = changes.as_object().unwrap().clone();
    rules.as_object_mut().unwrap().extend(changes);
    rules
}

/// Sets the rules of a new site.
pub async fn set_rules(site: &Site, changes: Value) {
    let editor = site.staff("moderator", Role::Editor).token;
    put(site, &editor, &rules_with(changes)).await.assert_status_ok();
}

async fn put(site: &Site, token: &str, rules: &Value) -> TestResponse {
    site.request(Method::PUT, PATH, token, Some(rules)).await
}

fn assert_invalid(response: &TestResponse, field: &str) {
    let body: Value = response.json();
    let is_named = body["errors"][field].is_string();
    assert!(response.status_code() == 400 && is_named, "{field}: {body}");
}

#[tokio::test]
async fn editors_read_and_change_the_rules() {
    let site = Site::new();
    let editor = site.staff("edith", Role::Editor);
    let rules = site.get_as(&editor.token, PATH).await;
    assert_eq!(rules, json!({"success": true, "rules": rules_with(json!({}))}));
    let changes = json!({
        "level": "guarded", "newcomerDays": 0, "perHour": 10_000, "holdWords": [" casino* ", "", "casino*", "Buy now"],
        "refuseWords": ["é"], "blockedHosts": ["Spam.Example."], "blockedMailDomains": ["trash.example"],
    });
    let mut stored = rules_with(changes.clone());
    stored["holdWords"] = json!(["casino*", "Buy now"]);
    stored["blockedHosts"] = json!(["spam.example"]);
    stored["version"] = json!(1);
    let response = put(&site, &editor.token, &rules_with(changes)).await;
    assert_eq!(response.json::<Value>()["rules"], stored);
    assert_eq!(site.get_as(&editor.token, PATH).await["rules"], stored);
    let log = database::query(
        site.folder(),
        "select action || ' ' || target || ' ' || detail from audit",
    );
    assert_eq!(log, ["spam_rules.changed 1 guarded"]);
}

#[tokio::test]
async fn rejects_figures_and_entries_out_of_bounds() {
    let site = Site::new();
    let editor = site.staff("edith", Role::Editor).token;
    let words = |number: usize| -> Vec<String> { (0..number).map(|one| format!("{one:060}")).collect() };
    for (field, value) in [
        ("level", json!("closed")),
        ("newcomerDays", json!(366)),
        ("newcomerDays", json!(-1)),
        ("maxLinks", json!("3")),
        ("perHour", json!(10_001)),
        ("holdWords", json!(words(1_001))),
        ("refuseWords", json!(["a".repeat(61)])),
        ("refuseWords", json!(["a*b"])),
        ("blockedHosts", json!(["https://example.org"])),
        ("blockedMailDomains", json!(["a@example.org"])),
    ] {
        let response = put(&site, &editor, &rules_with(json!({field: value}))).await;
        assert_invalid(&response, field);
    }
    let longest = json!({"holdWords": words(1_000), "refuseWords": words(1_000)});
    put(&site, &editor, &rules_with(longest)).await.assert_status_ok();
}

#[tokio::test]
async fn of_two_changes_of_the_same_rules_one_is_refused_with_the_present_ones() {
    let site = Site::new();
    let (one, other) = (
        site.staff("edith", Role::Editor).token,
        site.staff("eva", Role::Editor).token,
    );
    let changes = [
        (&one, rules_with(json!({"level": "strict"}))),
        (&other, rules_with(json!({"level": "guarded"}))),
    ];
    let responses = run_concurrently(2, |number| put(&site, changes[number].0, &changes[number].1)).await;
    let mut statuses: Vec<u16> = responses.iter().map(|one| one.status_code().as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let present = site.get_as(&one, PATH).await["rules"].clone();
    assert_eq!(present["version"], 1);
    let conflict = put(&site, &one, &rules_with(json!({}))).await;
    assert_rejected(
        &conflict,
        409,
        "Somebody has changed the rules since you opened them",
    );
    assert_eq!(conflict.json::<Value>()["rules"], present);
    let mut next = present.clone();
    next["level"] = json!("open");
    let second = put(&site, &one, &next).await;
    assert_eq!(second.json::<Value>()["rules"]["version"], 2);
    assert_eq!(
        database::query(site.folder(), "select action from audit").len(),
        2
    );
}

#[tokio::test]
async fn nobody_registers_with_an_address_of_a_blocked_mail_domain() {
    let site = Site::new();
    set_rules(&site, json!({"blockedMailDomains": ["trash.example"]})).await;
    for (email, is_blocked) in [
        ("ada@trash.example", true),
        ("bo@mx.TRASH.example", true),
        ("cy@nottrash.example", false),
        ("di@trash.example.org", false),
    ] {
        let response = site.register("Somebody", email).await;
        if is_blocked {
            assert_invalid(&response, "email");
        } else {
            assert_eq!(response.status_code(), 201, "{email}");
        }
    }
}

#[tokio::test]
async fn readers_cannot_change_their_email_to_a_blocked_mail_domain() {
    let site = Site::new();
    let ada = site.reader("Ada");
    set_rules(&site, json!({"blockedMailDomains": ["trash.example"]})).await;
    let path = format!("/api/users/{}/profile", ada.id);
    let change = async |email: &str| {
        let body = json!({"email": email, "currentPassword": PASSWORD});
        site.request(Method::PATCH, &path, &ada.token, Some(&body)).await
    };
    assert_invalid(&change("ada@mx.trash.example").await, "email");
    change("ada@other.example").await.assert_status_ok();
    let user = site.get_as(&ada.token, "/api/auth/verify-token").await["user"].clone();
    assert_eq!(user["pendingEmail"], "ada@other.example");
}

#[tokio::test]
async fn the_names_and_bios_of_newcomers_have_no_listed_words() {
    let site = Site::new();
    let (ada, newcomer) = (site.reader("Ada"), site.reader_before_onboarding("New"));
    set_rules(&site, json!({"holdWords": ["casino"], "refuseWords": ["slur*"]})).await;
    let path = format!("/api/users/{}/profile", ada.id);
    let change = async |body: Value| site.request(Method::PATCH, &path, &ada.token, Some(&body)).await;
    assert_invalid(&change(json!({"name": "Best CASINO"})).await, "name");
    assert_invalid(&change(json!({"bio": "Slurs."})).await, "bio");
    change(json!({"name": "Casinova", "bio": "No words."}))
        .await
        .assert_status_ok();
    assert_invalid(&site.register("Casino", "casino@example.org").await, "name");
    let profile = json!({"name": "New", "bio": "casino", "profileImage": {"url": "/avatars/mentor.svg"}});
    let onboard = site.request(
        Method::POST,
        "/api/auth/complete-onboarding",
        &newcomer.token,
        Some(&profile),
    );
    assert_invalid(&onboard.await, "bio");
    database::execute(site.folder(), "update users set is_trusted = 1");
    change(json!({"name": "Casino"})).await.assert_status_ok();
}
