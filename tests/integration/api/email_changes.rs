//! A new address for an account: who can ask for it, when it holds, and how it is undone.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Account as Subject;
use blog_app::domain::Clock as _;
use blog_app::domain::user::Email;
use blog_app::store::{admins, users};
use serde_json::{Value, json};

use crate::support::networks::{Networks, STRANGERS};
use crate::support::people::{Account, PASSWORD, assert_refused, other_than};
use crate::support::{Site, blocking};

const NEW: &str = "new@example.org";
const DAY_SECONDS: i64 = 24 * 3_600;
const NOT_GOOD: &str = "This link is not good: it was used already, or is older than seven days.";

/// An account of either kind, and the calls that change its address.
struct Owner {
    account: Subject,
    email: String,
    token: String,
    change: (Method, String),
    verify: &'static str,
    login: &'static str,
    own: String,
}

fn owners(site: &Site) -> [Owner; 2] {
    let (ada, root) = (site.reader("Ada"), site.admin("root"));
    [of_reader(ada), of_admin(root)]
}

fn of_reader(ada: Account<blog_app::domain::UserId>) -> Owner {
    Owner {
        account: Subject::Reader(ada.id),
        email: ada.email,
        token: ada.token,
        change: (Method::PATCH, format!("/api/users/{}/profile", ada.id)),
        verify: "/api/auth/verify-otp",
        login: "/api/auth/login",
        own: format!("/api/users/profile/{}", ada.id),
    }
}

fn of_admin(root: Account<blog_app::domain::AdminId>) -> Owner {
    Owner {
        account: Subject::Admin(root.id),
        email: root.email,
        token: root.token,
        change: (Method::PUT, "/api/admin/settings/profile".to_owned()),
        verify: "/api/admin/settings/verify-email",
        login: "/api/admin/login",
        own: "/api/admin/profile".to_owned(),
    }
}

impl Owner {
    async fn ask(&self, site: &Site, token: &str, body: &Value) -> TestResponse {
        let mut body = body.clone();
        body["username"] = json!("root");
        let (method, path) = &self.change;
        site.call(method.clone(), path, token, Some(&body)).await
    }

    async fn verify(&self, site: &Site, token: &str, email: &str, code: &str) -> TestResponse {
        let body = json!({"email": email, "otp": code});
        site.call(Method::POST, self.verify, token, Some(&body)).await
    }

    /// Asks for another address and types its code; gives the token that goes on.
    async fn change(&self, site: &Site, token: &str, email: &str) -> String {
        let body = json!({"email": email, "currentPassword": PASSWORD});
        self.ask(site, token, &body).await.assert_status_ok();
        let verified = self.verify(site, token, email, &site.last_code(email)).await;
        verified.assert_status_ok();
        verified.json::<Value>()["token"].as_str().unwrap().to_owned()
    }

    async fn login(&self, site: &Site, email: &str) -> u16 {
        let body = json!({"email": email, "password": PASSWORD});
        site.post(self.login, body).await.status_code().as_u16()
    }

    async fn is_signed_in(&self, site: &Site, token: &str) -> bool {
        let response = site.call(Method::GET, &self.own, token, None).await;
        response.status_code() == 200
    }
}

/// The token of the link in the last mail to an address.
fn undo_token(site: &Site, address: &str) -> String {
    let mail = site.mails_to(address).pop().unwrap();
    let link = mail
        .text
        .lines()
        .find(|line| line.contains("/undo-email-change#"));
    let token = link.unwrap().trim().rsplit('#').next().unwrap().to_owned();
    assert!(mail.html.contains(&token));
    token
}

async fn undo(site: &Site, token: &str) -> TestResponse {
    site.post("/api/auth/undo-email-change", json!({"token": token}))
        .await
}

#[tokio::test]
async fn a_new_email_needs_the_password() {
    let site = Site::new();
    for owner in owners(&site) {
        for absent in [
            json!({"email": NEW}),
            json!({"email": NEW, "currentPassword": ""}),
        ] {
            let refused = owner.ask(&site, &owner.token, &absent).await;
            assert_refused(&refused, 400, "Please enter your current password");
            let errors = &refused.json::<Value>()["errors"];
            assert_eq!(errors["currentPassword"], "Please enter your current password");
        }
        let wrong = json!({"email": NEW, "currentPassword": "wrong horse"});
        let refused = owner.ask(&site, &owner.token, &wrong).await;
        assert_refused(&refused, 403, "Incorrect password");
        assert_eq!(
            refused.json::<Value>()["errors"]["currentPassword"],
            "Incorrect password"
        );
        assert!(site.mails_to(NEW).is_empty());
        assert!(site.mails_to(&owner.email).is_empty());
        // Everything else does not need it.
        let same = json!({"email": owner.email.to_uppercase(), "bio": "Other"});
        owner.ask(&site, &owner.token, &same).await.assert_status_ok();
    }
}

#[tokio::test]
async fn wrong_passwords_for_a_new_email_are_counted_as_those_of_logins_are() {
    let site = Site::new();
    for owner in owners(&site) {
        let wrong = json!({"email": NEW, "currentPassword": "wrong horse"});
        let mut looked_at = 0;
        while owner.ask(&site, &owner.token, &wrong).await.status_code() == 403 {
            looked_at += 1;
            assert!(looked_at < 100);
        }
        let right = json!({"email": NEW, "currentPassword": PASSWORD});
        let refused = owner.ask(&site, &owner.token, &right).await;
        assert_eq!(refused.status_code(), 429);
        assert_eq!(owner.login(&site, &owner.email).await, 429);
    }
}

#[tokio::test]
async fn the_old_address_is_told_when_another_is_asked_for() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let body = json!({"email": new, "currentPassword": PASSWORD});
        owner.ask(&site, &owner.token, &body).await.assert_status_ok();
        let mails = site.mails_to(&owner.email);
        assert_eq!(mails.len(), 1);
        assert!(mails[0].subject.contains("Your email is about to change"));
        assert!(!mails[0].text.contains(new));
        // Asking again mails neither address a second time.
        owner.ask(&site, &owner.token, &body).await.assert_status_ok();
        assert_eq!(site.mails_to(&owner.email).len(), 1);
        assert_eq!(site.mails_to(new).len(), 1);
    }
}

#[tokio::test]
async fn a_new_email_holds_once_its_code_was_typed() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let body = json!({"email": new, "currentPassword": PASSWORD});
        let answer: Value = owner.ask(&site, &owner.token, &body).await.json();
        let changed = answer.get("user").or(answer.get("admin")).unwrap();
        assert_eq!(
            (&changed["email"], &changed["pendingEmail"]),
            (&json!(owner.email), &json!(new))
        );
        assert_eq!(owner.login(&site, new).await, 401);
        let code = site.last_code(new);
        let wrong = owner.verify(&site, &owner.token, new, other_than(&code)).await;
        assert_refused(&wrong, 400, "Invalid verification code");
        let fresh = owner.verify(&site, &owner.token, new, &code).await;
        fresh.assert_status_ok();
        assert_eq!(owner.login(&site, new).await, 200);
        assert_eq!(owner.login(&site, &owner.email).await, 401);
    }
}

#[tokio::test]
async fn wrong_codes_for_a_new_email_are_counted_for_each_network() {
    const HOME: u8 = 1;
    const ABROAD: u8 = 2;
    let networks = Networks::new();
    let site = &networks.site;
    for (owner, new) in owners(site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let login = json!({"email": owner.email, "password": PASSWORD});
        assert_eq!(networks.status(HOME, owner.login, login).await, 200);
        let body = json!({"email": new, "currentPassword": PASSWORD});
        owner.ask(site, &owner.token, &body).await.assert_status_ok();
        let code = site.last_code(new);
        let type_code = async |from, code: &str| {
            let body = json!({"email": new, "otp": code});
            let typed = networks.post_as(from, &owner.token, owner.verify, body).await;
            typed.status_code().as_u16()
        };
        // With a stolen token, on four networks that the account does not know.
        for from in STRANGERS.take(4) {
            for _ in 0..5 {
                assert_eq!(type_code(from, other_than(&code)).await, 400);
            }
            assert_eq!(type_code(from, &code).await, 429);
        }
        assert_eq!(type_code(ABROAD, &code).await, 429);
        assert_eq!(type_code(HOME, &code).await, 200);
    }
}

/// Gives an account an address that an earlier version took and this one refuses.
fn give_odd_address(site: &Site, owner: &Owner, text: &str) {
    let (account, email, now) = (
        owner.account,
        Email::from_stored(text.to_owned()),
        site.clock.now(),
    );
    blocking(|| {
        site.store.write_blocking(move |tx| match account {
            Subject::Reader(id) => users::set_email(tx, id, &email, now),
            Subject::Admin(id) => admins::set_email(tx, id, &email),
        })
    })
    .unwrap();
}

#[tokio::test]
async fn an_address_that_an_earlier_version_took_stays_as_it_is() {
    let site = Site::new();
    for (owner, odd) in owners(&site).into_iter().zip(["böb@example.org", "bo@localhost"]) {
        assert!(Email::parse(odd).is_err());
        give_odd_address(&site, &owner, odd);
        let same = json!({"email": odd.to_uppercase(), "bio": "Other"});
        owner.ask(&site, &owner.token, &same).await.assert_status_ok();
        let another = json!({"email": format!("x{odd}"), "currentPassword": PASSWORD});
        let refused = owner.ask(&site, &owner.token, &another).await;
        assert_refused(&refused, 400, "Please enter a valid email address");
    }
}

#[tokio::test]
async fn a_change_from_an_address_that_an_earlier_version_took_is_undone() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let odd = format!("böb-{new}");
        give_odd_address(&site, &owner, &odd);
        owner.change(&site, &owner.token, new).await;
        undo(&site, &undo_token(&site, &odd)).await.assert_status_ok();
        assert_eq!(owner.login(&site, &odd).await, 200);
    }
}

#[tokio::test]
async fn a_changed_email_ends_all_other_tokens() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let elsewhere = site.tokens.issue(owner.account, 0, site.clock.now()).unwrap();
        assert!(owner.is_signed_in(&site, &elsewhere).await);
        let fresh = owner.change(&site, &owner.token, new).await;
        assert!(owner.is_signed_in(&site, &fresh).await);
        for ended in [&elsewhere, &owner.token] {
            assert!(!owner.is_signed_in(&site, ended).await);
        }
    }
}

#[tokio::test]
async fn the_link_in_the_old_mailbox_undoes_the_change_and_ends_all_sessions() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let fresh = owner.change(&site, &owner.token, new).await;
        let token = undo_token(&site, &owner.email);
        // Looking at the page changes nothing.
        let page = site.server.get("/undo-email-change").await;
        page.assert_status_ok();
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert!(owner.is_signed_in(&site, &fresh).await);

        let undone = undo(&site, &token).await;
        undone.assert_status_ok();
        let is_admin = matches!(owner.account, Subject::Admin(_));
        assert_eq!(undone.json::<Value>()["isAdmin"], json!(is_admin));
        assert!(!owner.is_signed_in(&site, &fresh).await);
        assert_eq!(owner.login(&site, new).await, 401);
        assert_eq!(owner.login(&site, &owner.email).await, 200);
        // It works once.
        assert_refused(&undo(&site, &token).await, 400, NOT_GOOD);
    }
}

#[tokio::test]
async fn the_link_makes_strangers_of_all_networks_but_the_one_where_it_was_opened() {
    const THIEF: u8 = 3;
    const OWNER: u8 = 4;
    let networks = Networks::new();
    let site = &networks.site;
    for (owner, new) in owners(site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let login = json!({"email": owner.email, "password": PASSWORD});
        let status_from = async |from| networks.status(from, owner.login, login.clone()).await;
        assert_eq!(status_from(THIEF).await, 200);
        owner.change(site, &owner.token, new).await;
        let link = json!({"token": undo_token(site, &owner.email)});
        let undone = networks.post(OWNER, "/api/auth/undo-email-change", link).await;
        undone.assert_status_ok();
        networks.guess_passwords(owner.login, &owner.email).await;
        assert_eq!(status_from(THIEF).await, 429);
        assert_eq!(status_from(OWNER).await, 200);
    }
}

#[tokio::test]
async fn the_link_works_for_seven_days() {
    for (seconds, expected) in [(7 * DAY_SECONDS - 1, 200), (7 * DAY_SECONDS, 400)] {
        let site = Site::new();
        for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
            owner.change(&site, &owner.token, new).await;
        }
        let tokens = ["ada@example.org", "root@example.org"].map(|old| undo_token(&site, old));
        site.clock.advance_seconds(seconds);
        for token in tokens {
            assert_eq!(undo(&site, &token).await.status_code(), expected);
        }
    }
}

#[tokio::test]
async fn a_forged_link_undoes_nothing() {
    let site = Site::new();
    let [ada, root] = owners(&site);
    let fresh = ada.change(&site, &ada.token, "a@example.org").await;
    root.change(&site, &root.token, "b@example.org").await;
    let token = undo_token(&site, &ada.email);
    let mut changed = token.clone();
    let last = changed.pop().unwrap();
    changed.push(if last == '0' { '1' } else { '0' });
    for forged in [
        "",
        "x",
        &changed,
        &token[1..],
        &"0".repeat(64),
        &ada.token,
        &fresh,
    ] {
        assert_refused(&undo(&site, forged).await, 400, NOT_GOOD);
    }
    for body in [json!({}), json!({"token": 1}), json!([])] {
        let refused = site.post("/api/auth/undo-email-change", body).await;
        assert_eq!(refused.status_code(), 400);
    }
    assert!(ada.is_signed_in(&site, &fresh).await);
}

#[tokio::test]
async fn undoing_brings_the_first_address_back_whatever_came_after() {
    let site = Site::new();
    for (owner, number) in owners(&site).into_iter().zip(0..) {
        let (second, third) = (format!("b{number}@example.org"), format!("c{number}@example.org"));
        let fresh = owner.change(&site, &owner.token, &second).await;
        let first_link = undo_token(&site, &owner.email);
        site.clock.advance_seconds(61);
        owner.change(&site, &fresh, &third).await;
        let second_link = undo_token(&site, &second);
        undo(&site, &first_link).await.assert_status_ok();
        assert_eq!(owner.login(&site, &owner.email).await, 200);
        // Who changed it has a link as well: it must not take the account again.
        assert_refused(&undo(&site, &second_link).await, 400, NOT_GOOD);
        assert_eq!(owner.login(&site, &owner.email).await, 200);
    }
}

#[tokio::test]
async fn signing_up_with_the_old_address_does_not_keep_it_from_its_owner() {
    let site = Site::new();
    let [ada, _] = owners(&site);
    ada.change(&site, &ada.token, NEW).await;
    let token = undo_token(&site, &ada.email);
    assert_eq!(site.register("Eve", &ada.email).await.status_code(), 201);
    undo(&site, &token).await.assert_status_ok();
    assert_eq!(ada.login(&site, &ada.email).await, 200);
}

#[tokio::test]
async fn an_address_that_was_verified_by_somebody_else_is_not_taken_from_them() {
    let site = Site::new();
    let [ada, _] = owners(&site);
    ada.change(&site, &ada.token, NEW).await;
    let token = undo_token(&site, &ada.email);
    let bo = site.reader("Bo");
    let email = Email::parse(&ada.email).unwrap();
    let now = site.clock.now();
    blocking(|| {
        site.store
            .write_blocking(move |tx| users::set_email(tx, bo.id, &email, now))
    })
    .unwrap();
    assert_refused(&undo(&site, &token).await, 409, "Email is already registered");
    assert_eq!(ada.login(&site, NEW).await, 200);
}

#[tokio::test]
async fn a_stolen_token_does_not_become_an_account() {
    let site = Site::new();
    let (ada, root) = (site.reader("Ada"), site.admin("root"));
    let guess = "wrong horse";
    let own = format!("/api/users/{}", ada.id);
    for (method, path, token, body) in [
        (
            Method::PATCH,
            format!("{own}/profile"),
            &ada.token,
            json!({"email": NEW}),
        ),
        (
            Method::PATCH,
            format!("{own}/profile"),
            &ada.token,
            json!({"email": NEW, "currentPassword": guess}),
        ),
        (
            Method::PUT,
            format!("{own}/password"),
            &ada.token,
            json!({"newPassword": "another horse"}),
        ),
        (
            Method::PUT,
            format!("{own}/password"),
            &ada.token,
            json!({"currentPassword": guess, "newPassword": "another horse"}),
        ),
        (
            Method::DELETE,
            own.clone(),
            &ada.token,
            json!({"password": guess}),
        ),
        (
            Method::PUT,
            "/api/admin/settings/profile".to_owned(),
            &root.token,
            json!({"username": "root", "email": NEW}),
        ),
        (
            Method::PUT,
            "/api/admin/settings/profile".to_owned(),
            &root.token,
            json!({"username": "root", "email": NEW, "currentPassword": guess}),
        ),
        (
            Method::PUT,
            "/api/admin/settings/password".to_owned(),
            &root.token,
            json!({"currentPassword": guess, "newPassword": "another horse"}),
        ),
        (
            Method::POST,
            "/api/admin/settings/verify-email".to_owned(),
            &root.token,
            json!({"otp": "000000"}),
        ),
    ] {
        let refused = site.call(method.clone(), &path, token, Some(&body)).await;
        let status = refused.status_code().as_u16();
        assert!(matches!(status, 400 | 403), "{method} {path} {body}: {status}");
    }
    assert!(site.mails_to(NEW).is_empty());
    let reader = json!({"email": ada.email, "password": PASSWORD});
    site.post("/api/auth/login", reader).await.assert_status_ok();
    let admin = json!({"email": root.email, "password": PASSWORD});
    site.post("/api/admin/login", admin).await.assert_status_ok();
}

#[tokio::test]
async fn codes_of_an_administrator_expire_die_and_are_bounded() {
    let site = Site::new();
    let root = of_admin(site.admin("root"));
    let body = json!({"email": NEW, "currentPassword": PASSWORD});
    root.ask(&site, &root.token, &body).await.assert_status_ok();
    let code = site.last_code(NEW);
    site.clock.advance_seconds(600);
    let late = root.verify(&site, &root.token, NEW, &code).await;
    assert_refused(&late, 400, "Verification code has expired");

    let resend = "/api/admin/settings/resend-code";
    site.press(resend, &root.token).await.assert_status_ok();
    assert_eq!(site.press(resend, &root.token).await.status_code(), 429);
    let code = site.last_code(NEW);
    for _ in 0..5 {
        let wrong = root.verify(&site, &root.token, NEW, other_than(&code)).await;
        assert_refused(&wrong, 400, "Invalid verification code");
    }
    let dead = root.verify(&site, &root.token, NEW, &code).await;
    assert_refused(&dead, 429, "Too many attempts. Please request a new code.");

    for _ in 2..10 {
        site.clock.advance_seconds(61);
        site.press(resend, &root.token).await.assert_status_ok();
    }
    site.clock.advance_seconds(61);
    assert_eq!(site.press(resend, &root.token).await.status_code(), 429);
}

#[tokio::test]
async fn going_back_to_the_present_email_calls_an_administrators_change_off() {
    let site = Site::new();
    let root = of_admin(site.admin("root"));
    let body = json!({"email": NEW, "currentPassword": PASSWORD});
    root.ask(&site, &root.token, &body).await.assert_status_ok();
    let code = site.last_code(NEW);
    let back = json!({"email": root.email});
    let answer: Value = root.ask(&site, &root.token, &back).await.json();
    assert!(answer["admin"].get("pendingEmail").is_none());
    let refused = root.verify(&site, &root.token, NEW, &code).await;
    assert_refused(&refused, 400, "There is no new email to verify");
}
