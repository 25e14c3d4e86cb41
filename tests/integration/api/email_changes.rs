//! Changes of the email address of an account, and undoing them.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Account as Subject;
use blog_app::domain::Clock as _;
use blog_app::domain::user::EmailAddress;
use blog_app::store::{admins, users};
use serde_json::{Value, json};

use crate::support::accounts::{Account, PASSWORD, assert_rejected, wrong_code};
use crate::support::networks::{SiteWithNetworks, UNKNOWN_NETWORKS};
use crate::support::{Site, blocking};

const NEW: &str = "new@example.org";
const DAY_SECONDS: i64 = 24 * 3_600;
const INVALID_LINK: &str = "This link is not good: it was used already, or is older than seven days.";

/// An account of either kind, and the routes that change its address.
struct Owner {
    account: Subject,
    email: String,
    token: String,
    change: (Method, String),
    verify: &'static str,
    login: &'static str,
    profile: String,
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
        profile: format!("/api/users/profile/{}", ada.id),
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
        profile: "/api/admin/profile".to_owned(),
    }
}

impl Owner {
    async fn request_change(&self, site: &Site, token: &str, body: &Value) -> TestResponse {
        let mut body = body.clone();
        body["username"] = json!("root");
        let (method, path) = &self.change;
        site.request(method.clone(), path, token, Some(&body)).await
    }

    async fn verify(&self, site: &Site, token: &str, email: &str, code: &str) -> TestResponse {
        let body = json!({"email": email, "otp": code});
        site.request(Method::POST, self.verify, token, Some(&body)).await
    }

    /// Changes the address with the mailed code and returns the new token.
    async fn change(&self, site: &Site, token: &str, email: &str) -> String {
        let body = json!({"email": email, "currentPassword": PASSWORD});
        self.request_change(site, token, &body).await.assert_status_ok();
        site.clock.advance_seconds(1);
        let verified = self.verify(site, token, email, &site.last_code(email)).await;
        verified.assert_status_ok();
        verified.json::<Value>()["token"].as_str().unwrap().to_owned()
    }

    async fn login(&self, site: &Site, email: &str) -> u16 {
        let body = json!({"email": email, "password": PASSWORD});
        site.post(self.login, body).await.status_code().as_u16()
    }

    async fn is_signed_in(&self, site: &Site, token: &str) -> bool {
        let response = site.request(Method::GET, &self.profile, token, None).await;
        response.status_code() == 200
    }
}

/// The token of the undo link in the last email to an address.
fn undo_token(site: &Site, address: &str) -> String {
    let mail = site.last_email(address);
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
async fn requires_the_password_for_a_new_email() {
    let site = Site::new();
    for owner in owners(&site) {
        for body in [
            json!({"email": NEW}),
            json!({"email": NEW, "currentPassword": ""}),
        ] {
            let refused = owner.request_change(&site, &owner.token, &body).await;
            assert_rejected(&refused, 400, "Please enter your current password");
            let errors = &refused.json::<Value>()["errors"];
            assert_eq!(errors["currentPassword"], "Please enter your current password");
        }
        let wrong = json!({"email": NEW, "currentPassword": "wrong horse"});
        let refused = owner.request_change(&site, &owner.token, &wrong).await;
        assert_rejected(&refused, 403, "Incorrect password");
        assert_eq!(
            refused.json::<Value>()["errors"]["currentPassword"],
            "Incorrect password"
        );
        assert!(site.emails_to(NEW).is_empty());
        assert!(site.emails_to(&owner.email).is_empty());
        // Other changes do not need the password.
        let same = json!({"email": owner.email.to_uppercase(), "bio": "Other"});
        owner
            .request_change(&site, &owner.token, &same)
            .await
            .assert_status_ok();
    }
}

#[tokio::test]
async fn counts_wrong_passwords_with_those_of_logins() {
    let site = Site::new();
    for owner in owners(&site) {
        let wrong = json!({"email": NEW, "currentPassword": "wrong horse"});
        let mut attempts = 0;
        while owner
            .request_change(&site, &owner.token, &wrong)
            .await
            .status_code()
            == 403
        {
            attempts += 1;
            assert!(attempts < 100);
        }
        let right = json!({"email": NEW, "currentPassword": PASSWORD});
        let refused = owner.request_change(&site, &owner.token, &right).await;
        assert_eq!(refused.status_code(), 429);
        assert_eq!(owner.login(&site, &owner.email).await, 429);
    }
}

#[tokio::test]
async fn notifies_the_old_address_of_a_requested_change() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let body = json!({"email": new, "currentPassword": PASSWORD});
        owner
            .request_change(&site, &owner.token, &body)
            .await
            .assert_status_ok();
        let mails = site.emails_to(&owner.email);
        assert_eq!(mails.len(), 1);
        assert!(mails[0].subject.contains("Your email is about to change"));
        assert!(!mails[0].text.contains(new));
        // A repeated request mails neither address again.
        owner
            .request_change(&site, &owner.token, &body)
            .await
            .assert_status_ok();
        assert_eq!(site.emails_to(&owner.email).len(), 1);
        assert_eq!(site.emails_to(new).len(), 1);
    }
}

#[tokio::test]
async fn applies_a_new_email_after_its_code() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let body = json!({"email": new, "currentPassword": PASSWORD});
        let response: Value = owner.request_change(&site, &owner.token, &body).await.json();
        let changed = response.get("user").or(response.get("admin")).unwrap();
        assert_eq!(
            (&changed["email"], &changed["pendingEmail"]),
            (&json!(owner.email), &json!(new))
        );
        assert_eq!(owner.login(&site, new).await, 401);
        let code = site.last_code(new);
        let wrong = owner.verify(&site, &owner.token, new, wrong_code(&code)).await;
        assert_rejected(&wrong, 400, "Invalid verification code");
        let verified = owner.verify(&site, &owner.token, new, &code).await;
        verified.assert_status_ok();
        assert_eq!(owner.login(&site, new).await, 200);
        assert_eq!(owner.login(&site, &owner.email).await, 401);
    }
}

#[tokio::test]
async fn counts_wrong_codes_per_network() {
    const HOME: u8 = 1;
    const UNKNOWN: u8 = 2;
    let networks = SiteWithNetworks::new();
    let site = &networks.site;
    for (owner, new) in owners(site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let login = json!({"email": owner.email, "password": PASSWORD});
        assert_eq!(networks.status(HOME, owner.login, login).await, 200);
        let body = json!({"email": new, "currentPassword": PASSWORD});
        owner
            .request_change(site, &owner.token, &body)
            .await
            .assert_status_ok();
        let code = site.last_code(new);
        let submit_code = async |from, code: &str| {
            let body = json!({"email": new, "otp": code});
            let response = networks.post_as(from, &owner.token, owner.verify, body).await;
            response.status_code().as_u16()
        };
        // With a stolen token, from four unknown networks.
        for from in UNKNOWN_NETWORKS.take(4) {
            for _ in 0..5 {
                assert_eq!(submit_code(from, wrong_code(&code)).await, 400);
            }
            assert_eq!(submit_code(from, &code).await, 429);
        }
        assert_eq!(submit_code(UNKNOWN, &code).await, 429);
        assert_eq!(submit_code(HOME, &code).await, 200);
    }
}

#[tokio::test]
async fn counts_no_wrong_guess_for_a_right_code_whose_address_was_taken_meanwhile() {
    let site = Site::new();
    let (bo, second) = (of_reader(site.reader("Bo")), of_admin(site.admin("second")));
    let new_addresses = ["a@example.org", "b@example.org"];
    for ((owner, other), new) in owners(&site).into_iter().zip([bo, second]).zip(new_addresses) {
        let body = json!({"email": new, "currentPassword": PASSWORD});
        owner
            .request_change(&site, &owner.token, &body)
            .await
            .assert_status_ok();
        let code = site.last_code(new);
        set_address(&site, other.account, new);
        // More often than wrong codes are compared.
        for _ in 0..30 {
            let refused = owner.verify(&site, &owner.token, new, &code).await;
            assert_rejected(&refused, 409, "Email is already registered");
        }
        set_address(&site, other.account, &other.email);
        let verified = owner.verify(&site, &owner.token, new, &code).await;
        verified.assert_status_ok();
    }
}

/// Sets an address that an earlier version accepted and this one refuses.
fn set_legacy_address(site: &Site, owner: &Owner, text: &str) {
    set_address(site, owner.account, text);
}

fn set_address(site: &Site, account: Subject, text: &str) {
    let (email, now) = (EmailAddress::from_stored(text.to_owned()), site.clock.now());
    blocking(|| {
        site.store.write_blocking(move |tx| match account {
            Subject::Reader(id) => users::set_email(tx, id, &email, now),
            Subject::Admin(id) => admins::set_email(tx, id, &email),
        })
    })
    .unwrap();
}

#[tokio::test]
async fn keeps_an_address_that_an_earlier_version_accepted() {
    let site = Site::new();
    for (owner, legacy) in owners(&site).into_iter().zip(["böb@example.org", "bo@localhost"]) {
        assert!(EmailAddress::parse(legacy).is_err());
        set_legacy_address(&site, &owner, legacy);
        let same = json!({"email": legacy.to_uppercase(), "bio": "Other"});
        owner
            .request_change(&site, &owner.token, &same)
            .await
            .assert_status_ok();
        let another = json!({"email": format!("x{legacy}"), "currentPassword": PASSWORD});
        let refused = owner.request_change(&site, &owner.token, &another).await;
        assert_rejected(&refused, 400, "Please enter a valid email address");
    }
}

#[tokio::test]
async fn undoes_a_change_from_an_address_that_an_earlier_version_accepted() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let legacy = format!("böb-{new}");
        set_legacy_address(&site, &owner, &legacy);
        owner.change(&site, &owner.token, new).await;
        undo(&site, &undo_token(&site, &legacy)).await.assert_status_ok();
        assert_eq!(owner.login(&site, &legacy).await, 200);
    }
}

#[tokio::test]
async fn revokes_all_other_tokens_on_a_change() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let other_token = site
            .tokens
            .issue(owner.account, 0, site.clock.now())
            .unwrap()
            .text;
        assert!(owner.is_signed_in(&site, &other_token).await);
        let new_token = owner.change(&site, &owner.token, new).await;
        assert!(owner.is_signed_in(&site, &new_token).await);
        for revoked in [&other_token, &owner.token] {
            assert!(!owner.is_signed_in(&site, revoked).await);
        }
    }
}

#[tokio::test]
async fn undoes_a_change_by_its_link_and_revokes_all_tokens() {
    let site = Site::new();
    for (owner, new) in owners(&site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let new_token = owner.change(&site, &owner.token, new).await;
        let token = undo_token(&site, &owner.email);
        // A GET of the page changes nothing.
        let page = site.server.get("/undo-email-change").await;
        page.assert_status_ok();
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert!(owner.is_signed_in(&site, &new_token).await);

        let undone = undo(&site, &token).await;
        undone.assert_status_ok();
        let is_admin = matches!(owner.account, Subject::Admin(_));
        assert_eq!(undone.json::<Value>()["isAdmin"], json!(is_admin));
        assert!(!owner.is_signed_in(&site, &new_token).await);
        assert_eq!(owner.login(&site, new).await, 401);
        assert_eq!(owner.login(&site, &owner.email).await, 200);
        // The link works once.
        assert_rejected(&undo(&site, &token).await, 400, INVALID_LINK);
    }
}

#[tokio::test]
async fn forgets_the_networks_of_an_undone_change_and_of_sign_ins_after_it() {
    const HOME: u8 = 1;
    const THIEF: u8 = 3;
    const THIEF_LATER: u8 = 4;
    const PHONE: u8 = 5;
    let networks = SiteWithNetworks::new();
    let site = &networks.site;
    for (owner, new) in owners(site).into_iter().zip(["a@example.org", "b@example.org"]) {
        let login = async |from, email: &str| {
            let body = json!({"email": email, "password": PASSWORD});
            networks.status(from, owner.login, body).await
        };
        for from in [HOME, THIEF] {
            assert_eq!(login(from, &owner.email).await, 200);
        }
        site.clock.advance_seconds(1);
        let change = json!({"email": new, "currentPassword": PASSWORD});
        let requested = owner.request_change(site, &owner.token, &change).await;
        requested.assert_status_ok();
        site.clock.advance_seconds(1);
        let code = json!({"email": new, "otp": site.last_code(new)});
        let changed = networks.post_as(THIEF, &owner.token, owner.verify, code).await;
        changed.assert_status_ok();
        assert_eq!(login(THIEF_LATER, new).await, 200);

        let link = json!({"token": undo_token(site, &owner.email)});
        let undone = networks.post(PHONE, "/api/auth/undo-email-change", link).await;
        undone.assert_status_ok();
        networks.guess_passwords(owner.login, &owner.email).await;
        for (from, expected) in [(HOME, 200), (PHONE, 200), (THIEF, 429), (THIEF_LATER, 429)] {
            assert_eq!(login(from, &owner.email).await, expected, "{from}");
        }
    }
}

#[tokio::test]
async fn expires_the_undo_link_after_seven_days() {
    for (seconds, expected) in [(7 * DAY_SECONDS - 1, 200), (7 * DAY_SECONDS, 400)] {
        for index in 0..2 {
            let site = Site::new();
            let owner = &owners(&site)[index];
            owner.change(&site, &owner.token, "new@example.org").await;
            let token = undo_token(&site, &owner.email);
            site.clock.advance_seconds(seconds);
            assert_eq!(undo(&site, &token).await.status_code(), expected);
        }
    }
}

#[tokio::test]
async fn rejects_a_forged_undo_link() {
    let site = Site::new();
    let [ada, root] = owners(&site);
    let new_token = ada.change(&site, &ada.token, "a@example.org").await;
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
        &new_token,
    ] {
        assert_rejected(&undo(&site, forged).await, 400, INVALID_LINK);
    }
    for body in [json!({}), json!({"token": 1}), json!([])] {
        let refused = site.post("/api/auth/undo-email-change", body).await;
        assert_eq!(refused.status_code(), 400);
    }
    assert!(ada.is_signed_in(&site, &new_token).await);
}

#[tokio::test]
async fn restores_the_first_address_after_two_changes() {
    let site = Site::new();
    for (owner, number) in owners(&site).into_iter().zip(0..) {
        let (second, third) = (format!("b{number}@example.org"), format!("c{number}@example.org"));
        let new_token = owner.change(&site, &owner.token, &second).await;
        let first_link = undo_token(&site, &owner.email);
        site.clock.advance_seconds(61);
        owner.change(&site, &new_token, &third).await;
        let second_link = undo_token(&site, &second);
        undo(&site, &first_link).await.assert_status_ok();
        assert_eq!(owner.login(&site, &owner.email).await, 200);
        // The thief has a link as well, which must not work after the undo.
        assert_rejected(&undo(&site, &second_link).await, 400, INVALID_LINK);
        assert_eq!(owner.login(&site, &owner.email).await, 200);
    }
}

#[tokio::test]
async fn restores_an_address_that_was_registered_but_not_verified() {
    let site = Site::new();
    let [ada, _] = owners(&site);
    ada.change(&site, &ada.token, NEW).await;
    let token = undo_token(&site, &ada.email);
    assert_eq!(site.register("Eve", &ada.email).await.status_code(), 201);
    undo(&site, &token).await.assert_status_ok();
    assert_eq!(ada.login(&site, &ada.email).await, 200);
}

#[tokio::test]
async fn does_not_restore_an_address_that_another_account_verified() {
    let site = Site::new();
    let [ada, _] = owners(&site);
    ada.change(&site, &ada.token, NEW).await;
    let token = undo_token(&site, &ada.email);
    let bo = site.reader("Bo");
    let email = EmailAddress::parse(&ada.email).unwrap();
    let now = site.clock.now();
    blocking(|| {
        site.store
            .write_blocking(move |tx| users::set_email(tx, bo.id, &email, now))
    })
    .unwrap();
    assert_rejected(&undo(&site, &token).await, 409, "Email is already registered");
    assert_eq!(ada.login(&site, NEW).await, 200);
}

#[tokio::test]
async fn rejects_account_changes_without_the_password() {
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
        let refused = site.request(method.clone(), &path, token, Some(&body)).await;
        let status = refused.status_code().as_u16();
        assert!(matches!(status, 400 | 403), "{method} {path} {body}: {status}");
    }
    assert!(site.emails_to(NEW).is_empty());
    let reader = json!({"email": ada.email, "password": PASSWORD});
    site.post("/api/auth/login", reader).await.assert_status_ok();
    let admin = json!({"email": root.email, "password": PASSWORD});
    site.post("/api/admin/login", admin).await.assert_status_ok();
}

#[tokio::test]
async fn expires_and_limits_codes_of_an_administrator() {
    let site = Site::new();
    let root = of_admin(site.admin("root"));
    let body = json!({"email": NEW, "currentPassword": PASSWORD});
    root.request_change(&site, &root.token, &body)
        .await
        .assert_status_ok();
    let code = site.last_code(NEW);
    site.clock.advance_seconds(600);
    let late = root.verify(&site, &root.token, NEW, &code).await;
    assert_rejected(&late, 400, "Verification code has expired");

    let resend = "/api/admin/settings/resend-code";
    site.post_as(resend, &root.token).await.assert_status_ok();
    assert_eq!(site.post_as(resend, &root.token).await.status_code(), 429);
    let code = site.last_code(NEW);
    for _ in 0..5 {
        let wrong = root.verify(&site, &root.token, NEW, wrong_code(&code)).await;
        assert_rejected(&wrong, 400, "Invalid verification code");
    }
    let blocked = root.verify(&site, &root.token, NEW, &code).await;
    assert_rejected(&blocked, 429, "Too many attempts. Please request a new code.");

    for _ in 2..10 {
        site.clock.advance_seconds(61);
        site.post_as(resend, &root.token).await.assert_status_ok();
    }
    site.clock.advance_seconds(61);
    assert_eq!(site.post_as(resend, &root.token).await.status_code(), 429);
}

#[tokio::test]
async fn cancels_an_administrators_change_by_the_current_email() {
    let site = Site::new();
    let root = of_admin(site.admin("root"));
    let body = json!({"email": NEW, "currentPassword": PASSWORD});
    root.request_change(&site, &root.token, &body)
        .await
        .assert_status_ok();
    let code = site.last_code(NEW);
    let back = json!({"email": root.email});
    let response: Value = root.request_change(&site, &root.token, &back).await.json();
    assert!(response["admin"].get("pendingEmail").is_none());
    let refused = root.verify(&site, &root.token, NEW, &code).await;
    assert_rejected(&refused, 400, "There is no new email to verify");
}
