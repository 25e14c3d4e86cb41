//! Tickets of the second step: five minutes, five codes, one session, one kind of account.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::actions::clean_up::clean_up;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};

use crate::support::accounts::{PASSWORD, assert_rejected};
use crate::support::networks::SiteWithNetworks;
use crate::support::second_factor::{Factor, LOGINS};
use crate::support::{Site, database};

const REFUSED: &str = "This sign-in took too long. Please begin again with your password.";

fn assert_refused(response: &TestResponse) {
    assert_rejected(response, 400, REFUSED);
    assert_eq!(response.json::<Value>()["code"], json!("invalid_ticket"));
}

async fn reader_with_factor(site: &Site) -> (String, String, Factor) {
    let reader = site.reader("Ada");
    let factor = site.enrol(&reader.token).await;
    (reader.email, reader.token, factor)
}

#[tokio::test]
async fn a_ticket_is_good_once_and_for_five_minutes() {
    let site = Site::new();
    let (email, _, factor) = reader_with_factor(&site).await;
    let ticket = site.ticket(LOGINS[0], &email).await;
    let code = site.next_totp(&factor.secret);
    site.second_step(LOGINS[0], &ticket, &code)
        .await
        .assert_status_ok();
    let code = site.next_totp(&factor.secret);
    assert_refused(&site.second_step(LOGINS[0], &ticket, &code).await);
    let ticket = site.ticket(LOGINS[0], &email).await;
    site.clock.advance_seconds(299);
    let code = site.totp(&factor.secret);
    site.second_step(LOGINS[0], &ticket, &code)
        .await
        .assert_status_ok();
    let ticket = site.ticket(LOGINS[0], &email).await;
    site.clock.advance_seconds(300);
    let code = site.totp(&factor.secret);
    assert_refused(&site.second_step(LOGINS[0], &ticket, &code).await);
    for forged in ["", "0", &"0".repeat(64)] {
        assert_refused(&site.second_step(LOGINS[0], forged, &code).await);
    }
    let removed = clean_up(&site.store, site.clock.now()).await.unwrap();
    assert_eq!(removed.unfinished_factors, 1);
}

#[tokio::test]
async fn the_sixth_code_is_refused_though_it_is_right() {
    let site = Site::new();
    let (email, _, factor) = reader_with_factor(&site).await;
    let ticket = site.ticket(LOGINS[0], &email).await;
    for _ in 0..5 {
        let wrong = site.wrong_totp(&factor.secret);
        let refused = site.second_step(LOGINS[0], &ticket, wrong).await;
        assert_eq!(refused.json::<Value>()["code"], json!("invalid_code"));
    }
    let code = site.next_totp(&factor.secret);
    assert_refused(&site.second_step(LOGINS[0], &ticket, &code).await);
    let ticket = site.ticket(LOGINS[0], &email).await;
    site.second_step(LOGINS[0], &ticket, &code)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn a_ticket_of_a_reader_is_none_of_the_staff_and_the_other_way_round() {
    let site = Site::new();
    let (email, _, factor) = reader_with_factor(&site).await;
    let admin = site.admin("root");
    let of_admin = site.enrol(&admin.token).await;
    let (reader_ticket, admin_ticket) = (
        site.ticket(LOGINS[0], &email).await,
        site.ticket(LOGINS[1], &admin.email).await,
    );
    for (login, ticket, code) in [
        (LOGINS[1], &reader_ticket, site.next_totp(&factor.secret)),
        (LOGINS[0], &admin_ticket, site.next_totp(&of_admin.secret)),
    ] {
        assert_refused(&site.second_step(login, ticket, &code).await);
    }
    let code = site.next_totp(&of_admin.secret);
    site.second_step(LOGINS[1], &admin_ticket, &code)
        .await
        .assert_status_ok();
}

#[tokio::test]
async fn a_ticket_ends_with_the_password_the_sessions_and_the_account() {
    let site = Site::new();
    let (email, token, factor) = reader_with_factor(&site).await;
    let id = site.get_as(&token, "/api/auth/verify-token").await["user"]["_id"].clone();
    let id = id.as_str().unwrap();
    let ticket = site.ticket(LOGINS[0], &email).await;
    let change = json!({"currentPassword": PASSWORD, "newPassword": PASSWORD});
    let changed = site
        .send(Method::PUT, &format!("/api/users/{id}/password"), &token, change)
        .await;
    changed.assert_status_ok();
    let code = site.next_totp(&factor.secret);
    assert_refused(&site.second_step(LOGINS[0], &ticket, &code).await);

    let ticket = site.ticket(LOGINS[0], &email).await;
    let token = changed.json::<Value>()["token"].as_str().unwrap().to_owned();
    site.post_as("/api/auth/logout-all", &token)
        .await
        .assert_status_ok();
    assert_refused(&site.second_step(LOGINS[0], &ticket, &code).await);

    let ticket = site.ticket(LOGINS[0], &email).await;
    site.ban(blog_app::domain::UserId::parse(id).unwrap(), "Spam");
    let banned = site.second_step(LOGINS[0], &ticket, &code).await;
    assert_rejected(&banned, 403, "Your account has been banned: Spam");
}

#[tokio::test]
async fn an_account_has_at_most_twenty_tickets() {
    let site = Site::configured(&[("RATE_LIMIT__ENABLED", "false")]);
    let (email, _, factor) = reader_with_factor(&site).await;
    let first = site.ticket(LOGINS[0], &email).await;
    site.clock.advance_seconds(1);
    for _ in 0..20 {
        site.ticket(LOGINS[0], &email).await;
    }
    let rows = database::query(site.folder(), "select ticket_hash from login_tickets");
    assert_eq!(rows.len(), 20);
    let code = site.next_totp(&factor.secret);
    assert_refused(&site.second_step(LOGINS[0], &first, &code).await);
}

#[tokio::test]
async fn wrong_codes_count_for_the_account_whatever_the_ticket() {
    let site = SiteWithNetworks::new();
    let (email, _, factor) = reader_with_factor(&site.site).await;
    let wrong = site.site.wrong_totp(&factor.secret);
    // Two networks, each of which knows the password, have a share of five guesses.
    let mut statuses = Vec::new();
    for network in [1, 2] {
        for _ in 0..6 {
            let login = json!({"email": email, "password": PASSWORD});
            let first = site.post(network, LOGINS[0], login).await;
            let ticket = first.json::<Value>()["ticket"].clone();
            let body = json!({"ticket": ticket, "code": wrong});
            let second = site.post(network, "/api/auth/login/second", body).await;
            statuses.push(second.status_code().as_u16());
        }
    }
    let of_network = [400, 400, 400, 400, 400, 429];
    assert_eq!(statuses, [of_network, of_network].concat());
    // Such a network is no trusted one, which would have more guesses.
    let known = database::query(site.site.folder(), "select network from known_networks");
    assert_eq!(known.len(), 1, "that of the owner, who has confirmed the app");
}
