//! The rules against spam on comments: each with a text just inside and one just outside.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::{self, Clock as _, Role, UserId};
use serde_json::{Value, json};

use super::spam_rules::set_rules;
use crate::support::accounts::Account;
use crate::support::{Site, database, post};

const HELD: &str = "Your comment will be shown once a moderator has approved it";
const MINUTE: i64 = 60;
const DAY: i64 = 24 * 3_600;

async fn site_with(changes: Value) -> Site {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    site.import(&[post(1)]);
    set_rules(&site, changes).await;
    site
}

/// Creates a reader who is no newcomer: with an account of four days and three comments.
async fn regular(site: &Site, name: &str) -> Account<UserId> {
    let reader = site.reader(name);
    let approve = "update comments set state = 'visible', held_for = '[]' where state = 'held'";
    for number in 0..3 {
        site.clock.advance_seconds(DAY);
        let response = comment(site, &reader, &format!("{name} {number}")).await;
        response.assert_status_success();
        database::execute(site.folder(), approve);
    }
    site.clock.advance_seconds(DAY);
    reader
}

/// Returns a token of a reader, whose first one expires within a day.
fn token_of(site: &Site, reader: &Account<UserId>) -> String {
    let account = domain::Account::Reader(reader.id);
    site.tokens.issue(account, 0, site.clock.now()).unwrap().text
}

async fn comment(site: &Site, reader: &Account<UserId>, text: &str) -> TestResponse {
    let body = json!({"content": text});
    let token = token_of(site, reader);
    site.request(Method::POST, "/api/blogs/post-1/comments", &token, Some(&body))
        .await
}

/// Asserts that a comment is stored, and whether it waits for a moderator. Returns its id.
fn assert_stored(response: &TestResponse, is_held: bool) -> String {
    let body: Value = response.json();
    assert_eq!(response.status_code(), 201, "{body}");
    let state = if is_held { "held" } else { "visible" };
    assert_eq!(body["comment"]["state"], state, "{body}");
    assert_eq!(body["message"] == HELD, is_held, "{body}");
    body["comment"]["id"].as_str().unwrap().to_owned()
}

fn assert_refused(response: &TestResponse, status: u16, code: &str) {
    let body: Value = response.json();
    assert_eq!(
        (response.status_code().as_u16(), &body["code"]),
        (status, &json!(code)),
        "{body}"
    );
}

fn held_for(site: &Site, id: &str) -> Value {
    let rows = database::query(
        site.folder(),
        &format!("select held_for from comments where id = '{id}'"),
    );
    serde_json::from_str(&rows[0]).unwrap()
}

#[tokio::test]
async fn at_the_level_open_only_the_lists_act() {
    let site = site_with(
        json!({"holdWords": ["casino*"], "refuseWords": ["slur"], "blockedHosts": ["spam.example"]}),
    )
    .await;
    let ada = site.reader("Ada");
    for _ in 0..12 {
        assert_stored(&comment(&site, &ada, "See https://a.org").await, false);
    }
    for (text, is_held, rule) in [
        ("Casinos!", true, "word"),
        ("mycasino", false, ""),
        ("https://www.spam.example/a", true, "host"),
        ("[a](HTTP://SPAM.example)", true, "host"),
        ("spam.example `https://spam.example`", false, ""),
        ("https://notspam.example", false, ""),
    ] {
        let id = assert_stored(&comment(&site, &ada, text).await, is_held);
        if is_held {
            assert_eq!(held_for(&site, &id), json!([rule]), "{text}");
        }
    }
    let refused = comment(&site, &ada, "a SL\u{200b}UR").await;
    assert_refused(&refused, 400, "validation_failed");
    assert!(refused.json::<Value>()["errors"]["content"].is_string());
    assert_stored(&comment(&site, &ada, "slurs").await, false);
}

#[tokio::test]
async fn a_link_of_a_newcomer_is_held_and_three_of_others_are_not() {
    let site = site_with(json!({"level": "guarded"})).await;
    let (ada, bo) = (regular(&site, "Ada").await, site.reader("Bo"));
    let links = |number: usize| "https://a.org ".repeat(number);
    let id = assert_stored(&comment(&site, &bo, &links(1)).await, true);
    assert_eq!(held_for(&site, &id), json!(["link"]));
    assert_stored(&comment(&site, &ada, &links(3)).await, false);
    let id = assert_stored(&comment(&site, &ada, &links(4)).await, true);
    assert_eq!(held_for(&site, &id), json!(["links"]));
}

#[tokio::test]
async fn a_reader_is_a_newcomer_for_three_days_and_until_three_comments_are_visible() {
    let site = site_with(json!({"level": "guarded"})).await;
    let ada = site.reader("Ada");
    for number in 0..3 {
        assert_stored(&comment(&site, &ada, &format!("{number}")).await, false);
        site.clock.advance_seconds(MINUTE);
    }
    let id = assert_stored(&comment(&site, &ada, "https://a.org").await, true);
    database::execute(site.folder(), &format!("delete from comments where id = '{id}'"));
    site.clock.advance_seconds(3 * DAY - 3 * MINUTE);
    assert_stored(&comment(&site, &ada, "https://b.org").await, false);
    let bo = site.reader("Bo");
    site.clock.advance_seconds(30 * DAY);
    assert_stored(&comment(&site, &bo, "https://a.org").await, true);
}

#[tokio::test]
async fn a_text_that_two_others_wrote_within_a_day_is_held() {
    let site = site_with(json!({"level": "guarded"})).await;
    let [ada, bo, cy] = ["Ada", "Bo", "Cy"].map(|name| site.reader(name));
    assert_stored(&comment(&site, &ada, "Great post!").await, false);
    assert_stored(&comment(&site, &bo, "great  POST!").await, false);
    let id = assert_stored(&comment(&site, &cy, "Great\npost!").await, true);
    assert_eq!(held_for(&site, &id), json!(["same_text"]));
    site.clock.advance_seconds(DAY);
    let di = site.reader("Di");
    assert_stored(&comment(&site, &di, "Great post!").await, false);
}

#[tokio::test]
async fn the_same_text_of_the_same_reader_is_refused_for_a_day() {
    let site = site_with(json!({"level": "guarded"})).await;
    let ada = site.reader("Ada");
    assert_stored(&comment(&site, &ada, "Hello").await, false);
    site.clock.advance_seconds(DAY - 1);
    assert_refused(&comment(&site, &ada, " HELLO ").await, 409, "already_said");
    assert_stored(&comment(&site, &ada, "Hello!").await, false);
    site.clock.advance_seconds(MINUTE);
    assert_stored(&comment(&site, &ada, "Hello").await, false);
}

#[tokio::test]
async fn a_newcomer_waits_until_the_comment_that_is_held_is_decided() {
    let site = site_with(json!({"level": "guarded"})).await;
    let ada = site.reader("Ada");
    assert_stored(&comment(&site, &ada, "https://a.org").await, true);
    site.clock.advance_seconds(MINUTE);
    assert_refused(&comment(&site, &ada, "Hello").await, 429, "comment_held");
    database::execute(site.folder(), "update comments set state = 'visible'");
    assert_stored(&comment(&site, &ada, "Hello").await, false);
}

#[tokio::test]
async fn newcomers_write_once_in_30_seconds_and_ten_times_in_an_hour() {
    let site = site_with(json!({"level": "guarded"})).await;
    let ada = site.reader("Ada");
    assert_stored(&comment(&site, &ada, "0").await, false);
    site.clock.advance_seconds(29);
    let early = comment(&site, &ada, "1").await;
    assert_refused(&early, 429, "too_fast");
    assert_eq!(early.header("retry-after"), "1");
    site.clock.advance_seconds(1);
    for number in 1..10 {
        assert_stored(&comment(&site, &ada, &format!("{number}")).await, false);
        site.clock.advance_seconds(30);
    }
    let eleventh = comment(&site, &ada, "10").await;
    assert_refused(&eleventh, 429, "too_fast");
    assert_eq!(eleventh.header("retry-after"), "3300");
    site.clock.advance_seconds(3_300);
    assert_stored(&comment(&site, &ada, "10").await, false);
}

#[tokio::test]
async fn others_and_the_staff_write_five_times_in_a_minute() {
    let site = site_with(json!({"level": "guarded"})).await;
    let ada = regular(&site, "Ada").await;
    let reader = token_of(&site, &ada);
    let staff = site.staff("edith", Role::Editor).token;
    for (token, path) in [
        (&reader, "/api/blogs/post-1/comments"),
        (&staff, "/api/admin/blogs/post-1/comments"),
    ] {
        let write = async |number: usize| {
            let body = json!({"content": format!("Number {number}")});
            site.request(Method::POST, path, token, Some(&body)).await
        };
        for number in 0..5 {
            assert_stored(&write(number).await, false);
        }
        let sixth = write(5).await;
        assert_refused(&sixth, 429, "too_fast");
        assert_eq!(sixth.header("retry-after"), "60");
        site.clock.advance_seconds(MINUTE);
        assert_stored(&write(5).await, false);
    }
}

#[tokio::test]
async fn at_the_level_strict_everybodys_first_three_comments_are_held() {
    let site = site_with(json!({"level": "strict", "newcomerSeconds": 0})).await;
    let (ada, bo) = (regular(&site, "Ada").await, site.reader("Bo"));
    assert_stored(&comment(&site, &ada, "Hello").await, false);
    let id = assert_stored(&comment(&site, &bo, "Hello").await, true);
    assert_eq!(held_for(&site, &id), json!(["first_comments"]));
}

#[tokio::test]
async fn trusted_readers_and_the_staff_pass_all_rules_but_the_pace() {
    let site = site_with(json!({"level": "strict", "holdWords": ["casino"], "refuseWords": ["slur"]})).await;
    let ada = site.reader("Ada");
    database::execute(site.folder(), "update users set is_trusted = 1");
    let staff = site.staff("edith", Role::Editor).token;
    for (token, path) in [
        (&ada.token, "/api/blogs/post-1/comments"),
        (&staff, "/api/admin/blogs/post-1/comments"),
    ] {
        let body = json!({"content": "slur casino https://a.org https://b.org https://c.org https://d.org"});
        for _ in 0..5 {
            let response = site.request(Method::POST, path, token, Some(&body)).await;
            assert_stored(&response, false);
        }
        let response = site.request(Method::POST, path, token, Some(&body)).await;
        assert_refused(&response, 429, "too_fast");
    }
}

#[tokio::test]
async fn an_edit_is_judged_like_a_new_comment() {
    let site = site_with(json!({"level": "guarded", "refuseWords": ["slur"]})).await;
    let ada = site.reader("Ada");
    let first = assert_stored(&comment(&site, &ada, "Hello").await, false);
    site.clock.advance_seconds(MINUTE);
    let second = assert_stored(&comment(&site, &ada, "Bye").await, false);
    let edit = async |id: &str, text: &str| {
        let body = json!({"content": text});
        let path = format!("/api/blogs/comments/{id}");
        site.request(Method::PATCH, &path, &ada.token, Some(&body)).await
    };
    assert_refused(&edit(&second, "hello").await, 409, "already_said");
    assert_refused(&edit(&second, "a slur").await, 400, "validation_failed");
    let same: Value = edit(&second, "bye").await.json();
    assert_eq!(same["comment"]["state"], "visible", "{same}");
    let held: Value = edit(&first, "Hello https://a.org").await.json();
    assert_eq!(
        (&held["comment"]["state"], &held["message"]),
        (&json!("held"), &json!(HELD))
    );
    assert_eq!(
        site.get("/api/blogs/post-1").await["blog"]["stats"]["commentCount"],
        1
    );
    let harmless: Value = edit(&first, "Hello there").await.json();
    assert_eq!(harmless["comment"]["state"], "held", "{harmless}");
}
