//! Mails about sign-ins from devices that an account does not know.

use axum_test::TestResponse;
use serde_json::json;

use crate::support::Site;
use crate::support::accounts::PASSWORD;
use crate::support::networks::SiteWithNetworks;

const SUBJECT: &str = "New sign-in to your account";

fn mails_about_devices(site: &Site, email: &str) -> usize {
    let mails = site.emails_to(email);
    mails
        .iter()
        .filter(|mail| mail.subject.starts_with(SUBJECT))
        .count()
}

async fn sign_in(site: &SiteWithNetworks, network: u8, login: &str, email: &str) -> TestResponse {
    let response = site
        .post(network, login, json!({"email": email, "password": PASSWORD}))
        .await;
    response.assert_status_ok();
    response
}

#[tokio::test]
async fn mails_the_account_once_for_each_new_device() {
    let site = SiteWithNetworks::new();
    for (login, email, page) in [
        (
            "/api/auth/login",
            site.site.reader("Ada").email,
            "/settings/security",
        ),
        (
            "/api/admin/login",
            site.site.admin("root").email,
            "/admin/security",
        ),
    ] {
        sign_in(&site, 1, login, &email).await;
        assert_eq!(
            mails_about_devices(&site.site, &email),
            0,
            "the very first sign-in"
        );
        sign_in(&site, 1, login, &email).await;
        assert_eq!(mails_about_devices(&site.site, &email), 0, "a known device");
        site.site.clock.advance_seconds(60);
        sign_in(&site, 2, login, &email).await;
        assert_eq!(mails_about_devices(&site.site, &email), 1);
        let mail = site.site.last_email(&email);
        assert!(
            mail.text.contains("Unknown browser, Mar 1, 2026, 12:0"),
            "{}",
            mail.text
        );
        assert!(mail.text.contains(page), "{}", mail.text);
        for network in [1, 2] {
            sign_in(&site, network, login, &email).await;
        }
        assert_eq!(mails_about_devices(&site.site, &email), 1);
    }
}

#[tokio::test]
async fn a_network_stays_known_after_its_session_ended() {
    let site = SiteWithNetworks::new();
    let email = site.site.reader("Ada").email;
    sign_in(&site, 1, "/api/auth/login", &email).await;
    let second = sign_in(&site, 2, "/api/auth/login", &email).await;
    let token = second.json::<serde_json::Value>()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    site.site
        .post_as("/api/auth/logout-all", &token)
        .await
        .assert_status_ok();
    sign_in(&site, 2, "/api/auth/login", &email).await;
    assert_eq!(mails_about_devices(&site.site, &email), 1);
    sign_in(&site, 3, "/api/auth/login", &email).await;
    assert_eq!(mails_about_devices(&site.site, &email), 2);
}

/// Whoever has only stolen the password is nobody yet; the owner is told once somebody has signed in.
#[tokio::test]
async fn with_a_second_factor_the_mail_comes_with_the_second_step() {
    let site = SiteWithNetworks::new();
    let reader = site.site.reader("Ada");
    let login = "/api/auth/login";
    sign_in(&site, 1, login, &reader.email).await;
    let factor = site.site.enrol(&reader.token).await;
    for _ in 0..3 {
        sign_in(&site, 2, login, &reader.email).await;
    }
    let ticket = sign_in(&site, 2, login, &reader.email)
        .await
        .json::<serde_json::Value>()["ticket"]
        .clone();
    assert_eq!(mails_about_devices(&site.site, &reader.email), 0);
    let body = json!({"ticket": ticket, "code": factor.recovery_codes[0]});
    site.post(2, "/api/auth/login/second", body)
        .await
        .assert_status_ok();
    assert_eq!(mails_about_devices(&site.site, &reader.email), 1);
}
