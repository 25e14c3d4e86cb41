//! The security log: every event of it happens once, and is told with ids alone.

use std::fs::{self, File};
use std::path::Path;

use blog_app::actions::security_log::Event;
use serde_json::{Value, json};
use ureq::Agent;

use crate::support::people::{code_in, other_than};
use crate::support::program::{Running, run_with_input};
use crate::support::smtp::{Mailbox, free_port};

const EMAIL: &str = "ada@example.org";
const NEW_EMAIL: &str = "lovelace@example.org";
const PASSWORD: &str = "reader-password-4711";
const WRONG_PASSWORD: &str = "wrong-password-2342";
const LATER_PASSWORD: &str = "later-password-0815";
const LAST_PASSWORD: &str = "last-password-1918";
const ADMIN_PASSWORD: &str = "admin-password-9911";
const MASTER_PASSWORD: &str = "master-password-6502";

struct Walk {
    site: Running,
    agent: Agent,
    mailbox: Mailbox,
    /// Codes, tokens and passwords that came up.
    secrets: Vec<String>,
}

impl Walk {
    fn start(data: &Path, log: &Path) -> Self {
        let port = free_port();
        let settings = [
            ("LOG__LEVEL", "error"),
            ("LOG__FORMAT", "json"),
            ("AUTH__MASTER_PASSWORD", MASTER_PASSWORD),
            ("MAIL__TRANSPORT", "smtp"),
            ("MAIL__HOST", "127.0.0.1"),
            ("MAIL__PORT", &port.to_string()),
            ("MAIL__TLS", "none"),
        ]
        .map(|(key, value)| (format!("BLOG_APP_{key}"), value.to_owned()));
        let secrets = [
            PASSWORD,
            WRONG_PASSWORD,
            LATER_PASSWORD,
            LAST_PASSWORD,
            ADMIN_PASSWORD,
            MASTER_PASSWORD,
        ];
        Self {
            mailbox: Mailbox::open(port),
            site: Running::start_logging(data, &settings, File::create(log).unwrap()),
            agent: Agent::config_builder()
                .http_status_as_error(false)
                .allow_non_standard_methods(true)
                .build()
                .into(),
            secrets: secrets.map(str::to_owned).to_vec(),
        }
    }

    /// Makes a call that must be answered with this status.
    fn call(&mut self, status: u16, call: &str, token: &str, body: &Value) -> Value {
        let (method, path) = call.split_once(' ').unwrap();
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}/api{path}", self.site.address))
            .header("content-type", "application/json");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut response = self.agent.run(request.body(body.to_string()).unwrap()).unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        assert_eq!(response.status(), status, "{call}: {text}");
        let answer: Value = serde_json::from_str(&text).unwrap();
        if let Some(token) = answer["token"].as_str() {
            self.secrets.push(token.rsplit('.').next().unwrap().to_owned());
        }
        answer
    }

    fn token(&mut self, call: &str, token: &str, body: &Value) -> String {
        let answer = self.call(200, call, token, body);
        answer["token"].as_str().unwrap().to_owned()
    }

    /// The code of the last of so many mails.
    fn code(&mut self, mails: usize) -> String {
        let code = code_in(self.mailbox.wait_for(mails).last().unwrap());
        self.secrets.push(code.clone());
        code
    }

    /// Signs up, and gives the reader's id and token.
    fn sign_up(&mut self) -> (String, String) {
        let account = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
        let signed_up = self.call(201, "POST /auth/register", "", &account);
        let code = self.code(1);
        let wrong = json!({"email": EMAIL, "otp": other_than(&code)});
        self.call(400, "POST /auth/verify-otp", "", &wrong);
        let token = self.token("POST /auth/verify-otp", "", &json!({"email": EMAIL, "otp": code}));
        let id = signed_up["user"]["_id"].as_str().unwrap().to_owned();
        let onboarding = json!({
            "name": "Ada", "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"}
        });
        self.call(200, "POST /auth/complete-onboarding", &token, &onboarding);
        (id, token)
    }

    /// Signs in and out, and changes the password; gives a token.
    fn sign_in_and_out(&mut self, id: &str, token: &str) -> String {
        let login = |email: &str, password: &str| json!({"email": email, "password": password});
        self.call(401, "POST /auth/login", "", &login(EMAIL, WRONG_PASSWORD));
        self.call(
            401,
            "POST /auth/login",
            "",
            &login("nobody@example.org", PASSWORD),
        );
        let change = |current: &str| json!({"currentPassword": current, "newPassword": LATER_PASSWORD});
        let path = format!("PUT /users/{id}/password");
        self.call(403, &path, token, &change(WRONG_PASSWORD));
        let token = self.token(&path, token, &change(PASSWORD));
        self.call(200, "POST /auth/logout", &token, &json!({}));
        let token = self.token("POST /auth/login", "", &login(EMAIL, LATER_PASSWORD));
        self.call(200, "POST /auth/logout-all", &token, &json!({}));
        self.call(200, "POST /auth/forgot-password", "", &json!({"email": EMAIL}));
        let reset = json!({"email": EMAIL, "otp": self.code(2), "newPassword": LAST_PASSWORD});
        self.call(200, "POST /auth/reset-password", "", &reset);
        self.token("POST /auth/login", "", &login(EMAIL, LAST_PASSWORD))
    }

    /// Changes the email, undoes that, and gives a token.
    fn change_email_and_back(&mut self, id: &str, token: &str) -> String {
        let change = json!({"email": NEW_EMAIL, "currentPassword": LAST_PASSWORD});
        self.call(200, &format!("PATCH /users/{id}/profile"), token, &change);
        let mails = self.mailbox.wait_for(4);
        let code = mails
            .iter()
            .skip(2)
            .find(|mail| mail.contains("Confirm your new email"))
            .map(|mail| code_in(mail))
            .unwrap();
        self.secrets.push(code.clone());
        let verify = json!({"email": NEW_EMAIL, "otp": code});
        self.token("POST /auth/verify-otp", token, &verify);
        let mail = self.mailbox.wait_for(5).pop().unwrap();
        let text = mail.replace("=\r\n", "").replace("=\n", "");
        let (_, rest) = text.split_once("/undo-email-change#").unwrap();
        let link: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        self.secrets.push(link.clone());
        let forged = json!({"token": "0".repeat(64)});
        self.call(400, "POST /auth/undo-email-change", "", &forged);
        self.call(200, "POST /auth/undo-email-change", "", &json!({"token": link}));
        let login = json!({"email": EMAIL, "password": LAST_PASSWORD});
        self.token("POST /auth/login", "", &login)
    }

    /// What administrators do; gives the id of one.
    fn administer(&mut self, id: &str, reader: &str) -> String {
        let account = |master: &str| {
            json!({
                "username": "grace", "email": "grace@example.org", "password": ADMIN_PASSWORD,
                "masterPassword": master
            })
        };
        self.call(403, "POST /admin/signup", "", &account(WRONG_PASSWORD));
        let mut unnamed = account(MASTER_PASSWORD);
        unnamed["username"] = json!("");
        self.call(400, "POST /admin/signup", "", &unnamed);
        self.call(201, "POST /admin/signup", "", &account(MASTER_PASSWORD));
        let wrong = json!({"email": "grace@example.org", "password": WRONG_PASSWORD});
        self.call(401, "POST /admin/login", "", &wrong);
        let login = json!({"email": "grace@example.org", "password": ADMIN_PASSWORD});
        let admin = self.token("POST /admin/login", "", &login);
        let renamed = json!({"username": "hopper", "email": "grace@example.org"});
        let known = self.call(200, "PUT /admin/settings/profile", &admin, &renamed);
        // With the present address nothing was called off just now; with another one awaited, it is.
        let mut other = renamed.clone();
        other["email"] = json!("hopper@example.org");
        other["currentPassword"] = json!(ADMIN_PASSWORD);
        for changes in [&other, &renamed, &renamed] {
            self.call(200, "PUT /admin/settings/profile", &admin, changes);
        }
        let post = json!({
            "title": "A post", "content": "<p>Text</p>", "category": "Other", "tags": [],
            "featuredImage": "https://example.org/a.png", "status": "published"
        });
        let post = self.call(201, "POST /blogs/create", &admin, &post);
        let post = post["blog"]["_id"].as_str().unwrap().to_owned();
        let said = json!({"content": "Hello"});
        let said = self.call(201, &format!("POST /blogs/{post}/comments"), reader, &said);
        let comment = said["comment"]["_id"].as_str().unwrap();
        let none = json!({});
        self.call(200, &format!("DELETE /admin/comments/{comment}"), &admin, &none);
        self.call(200, &format!("DELETE /blogs/{post}"), &admin, &none);
        for is_banned in [true, false] {
            let ban = json!({"isBanned": is_banned});
            self.call(200, &format!("PATCH /admin/users/{id}/ban"), &admin, &ban);
        }
        known["admin"]["_id"].as_str().unwrap().to_owned()
    }
}

/// What a command of the operator says of its own in the log.
fn said_by(data: &Path, arguments: &[&str]) -> String {
    let output = run_with_input(data, arguments, ADMIN_PASSWORD);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_event_is_logged_with_ids_and_the_network_and_without_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("log"));
    let mut walk = Walk::start(&data, &file);
    let root = [
        "admin",
        "create",
        "--username",
        "root",
        "--email",
        "root@example.org",
        "--password-stdin",
    ];
    let mut said = said_by(&data, &root);
    let (reader, token) = walk.sign_up();
    let token = walk.sign_in_and_out(&reader, &token);
    let token = walk.change_email_and_back(&reader, &token);
    let admin = walk.administer(&reader, &token);
    // The ban ended the token.
    let login = json!({"email": EMAIL, "password": LAST_PASSWORD});
    let token = walk.token("POST /auth/login", "", &login);
    let leave = json!({"password": LAST_PASSWORD});
    walk.call(200, &format!("DELETE /users/{reader}"), &token, &leave);
    said += &said_by(
        &data,
        &["admin", "reset-password", "--user", "root", "--password-stdin"],
    );
    said += &said_by(&data, &["admin", "unlock", "--user", "root"]);
    said += &said_by(&data, &["admin", "remove", "--user", "hopper"]);
    assert_eq!(walk.site.stop(), Some(0));

    let log = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("\"security\"")).collect();
    let records: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["fields"].clone())
        .collect();
    let of = |event: &str| {
        records
            .iter()
            .filter(|record| record["event"] == event)
            .collect::<Vec<_>>()
    };
    for event in Event::ALL {
        let name = event.name();
        assert!(
            !of(name).is_empty() || said.contains(name),
            "{name}: {log}\n{said}"
        );
    }
    for record in &records {
        assert_eq!(record["network"], "127.0.0.1", "{record}");
        assert!(record["actor_kind"].is_string(), "{record}");
    }
    // Of an unknown address there is no account to name.
    let failures: Vec<_> = of("sign_in_failed")
        .iter()
        .map(|record| record["account"].clone())
        .collect();
    assert_eq!(failures, [json!(reader), Value::Null, json!(admin)]);
    for (event, account, actor) in [
        ("signed_up", json!(reader), json!(reader)),
        ("password_refused", json!(reader), json!(reader)),
        ("email_change_undone", json!(reader), json!(reader)),
        ("email_change_called_off", json!(admin), json!(admin)),
        ("banned", json!(reader), json!(admin)),
        ("account_deleted", json!(reader), json!(reader)),
        ("admin_renamed", json!(admin), json!(admin)),
        ("email_undo_refused", Value::Null, Value::Null),
    ] {
        let record = of(event)[0];
        assert_eq!(
            (&record["account"], &record["actor"]),
            (&account, &actor),
            "{record}"
        );
    }
    for once in ["email_change_called_off", "admin_signup_refused"] {
        assert_eq!(of(once).len(), 1, "{once}");
    }
    let told = [lines.join("\n"), said].concat();
    for secret in walk
        .secrets
        .iter()
        .map(String::as_str)
        .chain(["@", "hopper", "Ada"])
    {
        // A time may hold any six digits.
        let is_code = secret.len() == 6;
        assert!(is_code || !told.contains(secret), "{secret} was told: {told}");
    }
    for record in &records {
        let record = record.to_string();
        let codes = walk.secrets.iter().filter(|secret| secret.len() == 6);
        for code in codes {
            assert!(
                !record.contains(&format!("\"{code}\"")),
                "{code} was told: {record}"
            );
        }
    }
}
