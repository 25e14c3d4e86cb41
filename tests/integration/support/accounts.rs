//! Readers and administrators of a test's site, and their mail.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::http::Method;
use axum_test::{TestRequest, TestResponse};
use blog_app::auth::password;
use blog_app::domain::admin::AdminName;
use blog_app::domain::outgoing_email::{EmailMessage, QueuedEmail};
use blog_app::domain::user::{BanReason, EmailAddress, Name, NewUser};
use blog_app::domain::{self, AdminId, Clock as _, Password, Role, SystemEntropy, Time, UserId};
use blog_app::store::admins::NewAdmin;
use blog_app::store::outbox::Lane;
use blog_app::store::{StoreError, admins, outbox, users};
use serde_json::{Value, json};

use super::{Site, blocking};

/// The password of all accounts that these helpers create.
pub const PASSWORD: &str = "correct horse";

static PASSWORD_HASH: LazyLock<String> =
    LazyLock::new(|| password::hash(&Password::parse("password", PASSWORD, &[]).unwrap()).unwrap());

/// An account with a token.
#[derive(Clone)]
pub struct Account<Id> {
    pub id: Id,
    pub email: String,
    pub token: String,
}

impl Site {
    /// Creates a verified and onboarded reader.
    pub fn reader(&self, name: &str) -> Account<UserId> {
        self.reader_with(name, None, true)
    }

    /// Creates a verified reader who is not onboarded.
    pub fn reader_before_onboarding(&self, name: &str) -> Account<UserId> {
        self.reader_with(name, None, false)
    }

    /// Creates a verified and onboarded reader with this address.
    pub fn reader_at(&self, name: &str, email: EmailAddress) -> Account<UserId> {
        self.reader_with(name, Some(email), true)
    }

    fn reader_with(&self, name: &str, email: Option<EmailAddress>, onboarded: bool) -> Account<UserId> {
        let now = self.clock.now();
        let name = Name::parse(name).unwrap();
        let username = name.username();
        let user = NewUser {
            id: UserId::new(now, &SystemEntropy),
            email: email.unwrap_or_else(|| EmailAddress::parse(&format!("{username}@example.org")).unwrap()),
            name,
            username,
            password_hash: PASSWORD_HASH.clone(),
            verified_at: Some(now),
            onboarded,
            bio: "Reads a lot.".to_owned(),
            avatar: Some("mentor"),
            created_at: now,
        };
        let (id, email) = (user.id, user.email.to_string());
        blocking(|| self.store.write_blocking(move |tx| users::insert(tx, &user))).unwrap();
        Account {
            id,
            email,
            token: self
                .tokens
                .issue(domain::Account::Reader(id), 0, now)
                .unwrap()
                .text,
        }
    }

    /// Creates an administrator.
    pub fn admin(&self, name: &str) -> Account<AdminId> {
        self.staff(name, Role::Admin)
    }

    /// Creates a member of the staff.
    pub fn staff(&self, name: &str, role: Role) -> Account<AdminId> {
        let now = self.clock.now();
        let id = AdminId::new(now, &SystemEntropy);
        // Names may have what addresses may not.
        let is_of_address =
            |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '+');
        let mailbox: String = name.chars().filter(is_of_address).collect();
        let new = NewAdmin {
            id,
            username: AdminName::parse(name).unwrap(),
            email: EmailAddress::parse(&format!("{mailbox}@example.org")).unwrap(),
            password_hash: PASSWORD_HASH.clone(),
            role,
            created_at: now,
        };
        let email = new.email.to_string();
        blocking(|| self.store.write_blocking(move |tx| admins::insert(tx, &new))).unwrap();
        Account {
            id,
            email,
            token: self
                .tokens
                .issue(domain::Account::Admin(id), 0, now)
                .unwrap()
                .text,
        }
    }

    /// Bans a reader.
    pub fn ban(&self, id: UserId, reason: &str) {
        let reason = BanReason::parse(reason).unwrap();
        blocking(|| {
            self.store
                .write_blocking(move |tx| users::set_ban(tx, id, true, &reason))
        })
        .unwrap();
    }

    /// Prepares a request with a token, if not empty, and with a body, if given.
    pub fn request(&self, method: Method, path: &str, token: &str, body: Option<&Value>) -> TestRequest {
        let mut request = self.server.method(method, path);
        if !token.is_empty() {
            request = request.authorization_bearer(token);
        }
        match body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// Sends a POST with a token and without a body.
    pub async fn post_as(&self, path: &str, token: &str) -> TestResponse {
        self.request(Method::POST, path, token, None).await
    }

    /// Sends a POST with a body, without a token.
    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.server.post(path).json(&body).await
    }

    /// Sends a GET with a token, asserts the status 200, and returns the JSON.
    pub async fn get_as(&self, token: &str, path: &str) -> Value {
        let response = self.request(Method::GET, path, token, None).await;
        response.assert_status_ok();
        response.json()
    }

    /// Returns the mails to an address in the outbox, oldest first.
    pub fn emails_to(&self, address: &str) -> Vec<EmailMessage> {
        let queued = self.queued_emails_to(address);
        queued.into_iter().map(|queued| queued.mail).collect()
    }

    fn queued_emails_to(&self, address: &str) -> Vec<QueuedEmail> {
        let mut queued = self.queued_emails();
        queued.retain(|queued| queued.mail.to.as_str() == address);
        queued
    }

    /// Returns all mails in the outbox, oldest first.
    pub fn queued_emails(&self) -> Vec<QueuedEmail> {
        let end_of_time = Time::parse("9999-01-01T00:00:00Z").unwrap();
        let due: Result<_, StoreError> = blocking(|| {
            self.store.read_blocking(move |tx| {
                let mut due = outbox::due(tx, Lane::Account, end_of_time, 1_000)?;
                due.extend(outbox::due(tx, Lane::Notices, end_of_time, 1_000)?);
                due.sort_by_key(|mail| (mail.email.created_at, mail.email.id));
                Ok(due)
            })
        });
        due.unwrap()
            .into_iter()
            .map(|stored| self.mail_queue.open(stored).unwrap())
            .collect()
    }

    /// Returns the last mail to an address. Mails of the same time have no order: the clock has to advance before it.
    pub fn last_email(&self, address: &str) -> EmailMessage {
        let mut emails = self.queued_emails_to(address);
        let last = emails.pop().unwrap();
        let is_alone = emails.iter().all(|email| email.created_at < last.created_at);
        assert!(is_alone, "several mails of the same time to {address}");
        last.mail
    }

    /// Returns the code of the last mail to an address.
    pub fn last_code(&self, address: &str) -> String {
        code_in(&self.last_email(address).text)
    }

    /// Returns the token of the link to a page in the last mail to an address.
    pub fn token_of_link(&self, address: &str, page: &str) -> String {
        let text = self.last_email(address).text;
        let link = text.lines().find(|line| line.contains(&format!("{page}#")));
        link.unwrap().trim().split_once('#').unwrap().1.to_owned()
    }

    /// Registers through the API.
    pub async fn register(&self, name: &str, email: &str) -> TestResponse {
        let body = json!({"name": name, "email": email, "password": PASSWORD});
        self.post("/api/auth/register", body).await
    }
}

/// Returns the six digits on a line of their own.
pub fn code_in(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()))
        .unwrap()
        .to_owned()
}

/// Returns six digits that differ from this code.
pub fn wrong_code(code: &str) -> &'static str {
    if code == "000000" { "000001" } else { "000000" }
}

/// Returns the error codes that the document of the API lists.
pub fn documented_codes() -> &'static BTreeSet<String> {
    static CODES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/openapi.json");
        let document: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        serde_json::from_value(document["components"]["schemas"]["ErrorCode"]["enum"].clone()).unwrap()
    });
    &CODES
}

/// Asserts that the body of an error has a documented code.
pub fn assert_has_code(body: &Value) {
    let code = body["code"].as_str().unwrap_or_default();
    assert!(documented_codes().contains(code), "{body}");
}

/// Asserts that a request was rejected with this status and message.
pub fn assert_rejected(response: &TestResponse, status: u16, message: &str) {
    let body: Value = response.json();
    assert_eq!(
        (
            response.status_code().as_u16(),
            &body["success"],
            &body["message"]
        ),
        (status, &json!(false), &json!(message)),
        "{body}"
    );
    assert_has_code(&body);
}
