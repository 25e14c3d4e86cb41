//! What a stolen copy of the database is good for: no token, code, key, link or recovery code can be used, also none of
//! the mails that wait.

use blog_app::domain::Clock as _;
use serde_json::{Value, json};
use url::Url;

use crate::provider_sign_in::site_with;
use crate::support::accounts::PASSWORD;
use crate::support::authenticator::WITH_PASSKEYS;
use crate::support::provider::{CLIENT_SECRET, Provider};
use crate::support::second_factor::{LOGINS, token_of};
use crate::support::{SECRET, Site, database};

/// The tables with something of the secrets of the first test.
const TABLES: [&str; 17] = [
    "sessions",
    "totp_secrets",
    "recovery_codes",
    "login_tickets",
    "passkeys",
    "used_challenges",
    "wrong_guesses",
    "one_time_codes",
    "email_undos",
    "invites",
    "subscribers",
    "preview_links",
    "settings",
    "api_keys",
    "webhooks",
    "users",
    "outbox",
];
const MAIL_PASSWORD: &str = "the password of the mail server";
const NEW_EMAIL: &str = "new@example.net";
/// The pages of links whose secret follows in the path.
const PAGES: [&str; 2] = ["/unsubscribe/", "/newsletter/confirm/"];

/// The secrets of a site, as people and programs have them.
struct Secrets {
    texts: Vec<String>,
    /// The mailed codes. Other values may hold six digits among others.
    codes: Vec<String>,
}

impl Secrets {
    fn new() -> Self {
        Self {
            texts: [SECRET, PASSWORD].map(str::to_owned).into(),
            codes: Vec::new(),
        }
    }

    fn add(&mut self, secret: &str) {
        assert!(secret.len() >= 9, "{secret} may be found by chance");
        self.texts.push(secret.to_owned());
    }

    /// Adds the codes and the secrets of the links in all mails that wait, and returns the number of each.
    fn add_mails(&mut self, site: &Site) -> (usize, usize) {
        let mut links = 0;
        for queued in site.queued_emails() {
            let words = queued.mail.text.split_whitespace();
            for word in words.chain(queued.unsubscribe_url.as_deref()) {
                if word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                    self.codes.push(word.to_owned());
                } else if let Some(secret) = secret_of_link(word) {
                    self.add(&secret);
                    links += 1;
                }
            }
        }
        (self.codes.len(), links)
    }

    /// Returns a secret that is part of the value.
    fn found_in(&self, value: &[u8]) -> Option<&str> {
        let folded = value.to_ascii_lowercase();
        let has = |part: &str| {
            folded
                .windows(part.len())
                .any(|window| window == part.to_ascii_lowercase().as_bytes())
        };
        let is_word = |code: &str| {
            value
                .split(|byte| !byte.is_ascii_alphanumeric())
                .any(|word| word == code.as_bytes())
        };
        let texts = self.texts.iter().filter(|text| has(text));
        let codes = self.codes.iter().filter(|code| is_word(code));
        texts.chain(codes).map(String::as_str).next()
    }

    /// Asserts that no table has one of them, and returns what is stored.
    fn assert_absent(&self, site: &Site) -> Vec<(String, Vec<u8>)> {
        for secret in self.texts.iter().chain(&self.codes) {
            let shown = format!("<{secret}>");
            assert!(self.found_in(shown.as_bytes()).is_some(), "{secret}");
        }
        let stored = database::texts_and_bytes(site.folder());
        for (column, value) in &stored {
            assert_eq!(self.found_in(value), None, "{column}");
        }
        stored
    }
}

fn secret_of_link(word: &str) -> Option<String> {
    let url = Url::parse(word).ok()?;
    let in_path = PAGES.iter().find_map(|page| url.path().strip_prefix(page));
    url.fragment().or(in_path).map(str::to_owned)
}

/// Calls a route, and returns the JSON of the response.
async fn call(site: &Site, route: &str, token: &str, body: Value) -> Value {
    site.clock.advance_seconds(1);
    let (method, path) = route.split_once(' ').unwrap();
    let path = format!("/api{path}");
    let response = site
        .request(method.parse().unwrap(), &path, token, Some(&body))
        .await;
    assert!(
        response.status_code().is_success(),
        "{route}: {}",
        response.text()
    );
    response.json()
}

/// Signs in, sets up second factors, and begins another sign-in.
async fn sign_in(site: &Site, secrets: &mut Secrets, login: &str, email: &str, token: &str) {
    secrets.add(token);
    secrets.add(&token_of(&site.sign_in(login, email).await));
    let factor = site.enrol(token).await;
    let proof = json!({"code": site.next_totp(&factor.secret)});
    site.add_passkey_with(token, proof).await;
    let bytes = totp_rs::Secret::try_from_base32(&factor.secret).unwrap();
    secrets.add(&hex::encode(bytes.as_bytes()));
    secrets.add(&factor.secret);
    for code in factor.recovery_codes {
        secrets.add(&code.replace('-', ""));
        secrets.add(&code);
    }
    let ticket = site.ticket(login, email).await;
    let wrong = site.second_step(login, &ticket, "abcd-efgh-ijkl").await;
    assert_eq!(wrong.status_code(), 400);
    secrets.add(&ticket);
}

/// Makes keys, the link of a draft and the password of the mail server.
async fn make_keys(site: &Site, secrets: &mut Secrets, admin: &str) {
    let key = json!({"name": "Import", "role": "editor", "scopes": ["posts:write"]});
    let key = call(site, "POST /admin/api-keys", admin, key).await;
    secrets.add(key["key"].as_str().unwrap());
    let webhook = site
        .make_webhook(admin, "https://example.org/hook", &["user.joined"])
        .await;
    secrets.add(webhook["key"].as_str().unwrap());
    let draft = json!({
        "title": "A draft", "content": "<p>Text.</p>", "category": "Other", "tags": [],
        "featuredImage": "https://example.org/a.png", "status": "draft",
    });
    call(site, "POST /blogs/create", admin, draft).await;
    let link = call(
        site,
        "POST /blogs/a-draft/preview-link",
        admin,
        json!({"days": 7}),
    )
    .await;
    let (_, token) = link["url"].as_str().unwrap().split_once("/preview/").unwrap();
    secrets.add(token);
    let server = json!({"host": "127.0.0.1", "port": 1, "encryption": "none", "username": "blog",
        "password": MAIL_PASSWORD, "from": "Bits <blog@example.org>"});
    call(
        site,
        "PUT /admin/mail",
        admin,
        json!({"mail": server, "version": 0}),
    )
    .await;
    secrets.add(MAIL_PASSWORD);
}

/// Causes a mail of each kind that holds a code or the secret of a link.
async fn cause_mails(site: &Site, secrets: &mut Secrets, reader: &str, admin: &str) {
    site.register("Eve", "eve@example.org").await;
    call(site, "POST /auth/forgot-password", "", json!({"email": reader})).await;
    let cy = site.reader("Cy");
    let profile = format!("PATCH /users/{}/profile", cy.id);
    let change = json!({"email": NEW_EMAIL, "currentPassword": PASSWORD});
    call(site, &profile, &cy.token, change).await;
    let code = json!({"email": NEW_EMAIL, "otp": site.last_code(NEW_EMAIL)});
    let verified = call(site, "POST /auth/verify-otp", &cy.token, code).await;
    secrets.add(&token_of(&verified));
    let invitation = json!({"email": "dee@example.org", "role": "author"});
    call(site, "POST /admin/invites", admin, invitation).await;
    call(site, "POST /newsletter", "", json!({"email": "fay@example.org"})).await;
    call(site, "POST /admin/newsletter/test", admin, json!({})).await;
}

#[tokio::test]
async fn a_copy_of_the_database_holds_nothing_that_can_be_used() {
    let many = "1000000";
    let site = Site::configured(&[
        WITH_PASSKEYS,
        ("RATE_LIMIT__CODES_PER_HOUR", many),
        ("RATE_LIMIT__LOGINS_PER_MINUTE", many),
        ("RATE_LIMIT__WRITES_PER_MINUTE", many),
        ("RATE_LIMIT__WRONG_GUESSES_PER_HOUR", many),
    ]);
    let mut secrets = Secrets::new();
    let setup = site.setup.start(&site.store, site.clock.now()).await.unwrap();
    secrets.add(setup.unwrap().expose());
    let (reader, admin) = (site.reader("Ada"), site.admin("root"));
    sign_in(&site, &mut secrets, LOGINS[0], &reader.email, &reader.token).await;
    sign_in(&site, &mut secrets, LOGINS[1], &admin.email, &admin.token).await;
    make_keys(&site, &mut secrets, &admin.token).await;
    cause_mails(&site, &mut secrets, &reader.email, &admin.token).await;
    let (codes, links) = secrets.add_mails(&site);
    assert_eq!(
        codes, 3,
        "to sign up, to reset the password, to change the address"
    );
    assert_eq!(
        links, 5,
        "to undo the change, to join, to confirm, to end the newsletter, twice"
    );

    let stored = secrets.assert_absent(&site);
    for table in TABLES {
        let table = format!("{table}.");
        assert!(
            stored.iter().any(|(column, _)| column.starts_with(&table)),
            "{table}"
        );
    }
    // What is stored is no credential itself.
    let texts = stored
        .iter()
        .filter_map(|(_, value)| std::str::from_utf8(value).ok());
    for text in texts.filter(|text| text.bytes().all(|byte| byte.is_ascii_graphic())) {
        let second = site.second_step(LOGINS[0], text, "123456").await;
        assert_eq!(second.status_code(), 400, "{text}");
        let header = ["Bearer ", text].concat();
        let verified = site.server.get("/api/auth/verify-token");
        let verified = verified.add_header("authorization", header).await;
        assert_eq!(verified.status_code(), 401, "{text}");
    }
}

#[tokio::test]
async fn a_copy_of_the_database_holds_nothing_of_a_sign_in_by_a_provider() {
    let provider = Provider::start();
    let site = site_with(&provider, "oidc", &[]);
    let reader = site.reader("Ada");
    let mut secrets = Secrets::new();
    secrets.add(CLIENT_SECRET);
    // One is linked with its password, and one waits for the code that was mailed.
    for is_linked in [true, false] {
        let departed = site.depart().await;
        for (name, value) in departed.page.query_pairs() {
            if ["state", "nonce", "code_challenge"].contains(&&*name) {
                secrets.add(&value);
            }
        }
        secrets.add(departed.cookie.split_once('=').unwrap().1);
        let arrived = site.arrive(&provider).await;
        secrets.add(&arrived.code);
        secrets.add(arrived.cookie.split_once('=').unwrap().1);
        if is_linked {
            let finished = site.finish(&arrived, json!({"password": PASSWORD})).await;
            finished.assert_status_ok();
            secrets.add(&token_of(&finished.json()));
            provider.says().person =
                json!({"sub": "2", "email": reader.email, "email_verified": true, "name": "Ada"});
        } else {
            let mailed = site.with_arrived("/api/auth/finish/code", &arrived, json!({}));
            mailed.await.assert_status_ok();
        }
    }
    assert_eq!(secrets.add_mails(&site), (1, 0));
    let stored = secrets.assert_absent(&site);
    for table in ["identities.", "provider_sign_ins.", "one_time_codes."] {
        assert!(
            stored.iter().any(|(column, _)| column.starts_with(table)),
            "{table}"
        );
    }
}

/// The same password of another account, and the stored rows of this one: a row that is moved is worth nothing.
#[tokio::test]
async fn a_row_that_is_moved_to_another_account_is_worth_nothing() {
    let site = Site::new();
    let (ada, eve) = (site.reader("Ada"), site.reader("Eve"));
    let factor = site.enrol(&eve.token).await;
    for table in ["totp_secrets", "recovery_codes"] {
        let sql = format!("update {table} set account = '{}'", ada.id);
        database::execute(site.folder(), &sql);
    }
    let ticket = site.ticket(LOGINS[0], &ada.email).await;
    let code = site.next_totp(&factor.secret);
    let response = site.second_step(LOGINS[0], &ticket, &code).await;
    assert_eq!(response.status_code(), 500);
    let response = site
        .second_step(LOGINS[0], &ticket, &factor.recovery_codes[0])
        .await;
    assert_eq!(response.json::<Value>()["code"], json!("invalid_code"));
}
