//! Passwords, codes, tokens and keys are said to nobody: not to the log, whatever its level, and in no refusal.

use std::fs::{self, File};
use std::path::Path;

use serde_json::{Value, json};
use ureq::Agent;

use crate::support::people::{code_in, other_than};
use crate::support::program::{Running, answer, run_with_input};
use crate::support::smtp::{Mailbox, free_port};

const EMAIL: &str = "ada@example.org";
const PASSWORD: &str = "reader-password-4711";
const LATER_PASSWORD: &str = "later-password-0815";
const WRONG_PASSWORD: &str = "wrong-password-2342";
const ADMIN_PASSWORD: &str = "admin-password-9911";
const MASTER_PASSWORD: &str = "master-password-6502";
const SMTP_PASSWORD: &str = "smtp-password-8086";
const SIGNING_SECRET: &str = "signing-secret-of-at-least-32-characters";
/// `\0mailer\0smtp-password-8086`, as the client says it to the mail server.
const SMTP_GREETING: &str = "AG1haWxlcgBzbXRwLXBhc3N3b3JkLTgwODY=";

struct Visit {
    site: Running,
    agent: Agent,
    mailbox: Mailbox,
    mails: usize,
    /// All that was answered, but for the answers whose very purpose is a token.
    said: String,
    /// Codes and tokens that came up.
    secrets: Vec<String>,
}

impl Visit {
    fn start(data: &Path, format: &str, log: &Path) -> Self {
        let port = free_port();
        let settings = [
            ("LOG__LEVEL", "trace"),
            ("LOG__FORMAT", format),
            ("AUTH__MASTER_PASSWORD", MASTER_PASSWORD),
            ("AUTH__SECRET", SIGNING_SECRET),
            ("MAIL__TRANSPORT", "smtp"),
            ("MAIL__HOST", "127.0.0.1"),
            ("MAIL__PORT", &port.to_string()),
            ("MAIL__TLS", "none"),
            ("MAIL__USERNAME", "mailer"),
            ("MAIL__PASSWORD", SMTP_PASSWORD),
        ]
        .map(|(key, value)| (format!("BLOG_APP_{key}"), value.to_owned()));
        Self {
            mailbox: Mailbox::open(port),
            site: Running::start_logging(data, &settings, File::create(log).unwrap()),
            agent: Agent::config_builder().http_status_as_error(false).build().into(),
            mails: 0,
            said: String::new(),
            secrets: Vec::new(),
        }
    }

    fn send(&self, path: &str, token: &str, body: &str) -> (u16, String) {
        let request = self.agent.post(format!("http://{}/api{path}", self.site.address));
        let request = request.header("content-type", "application/json");
        let request = if token.is_empty() {
            request
        } else {
            request.header("authorization", format!("Bearer {token}"))
        };
        let mut response = request.send(body).unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        (response.status().as_u16(), text)
    }

    /// Sends what must be answered with this status, and keeps the answer.
    fn expect(&mut self, status: u16, path: &str, token: &str, body: &Value) {
        let (was, text) = self.send(path, token, &body.to_string());
        assert_eq!(was, status, "{path}: {text}");
        self.said.push_str(&text);
    }

    /// The token of an answer whose purpose it is.
    fn token(&mut self, path: &str, token: &str, body: &Value) -> String {
        let (status, text) = self.send(path, token, &body.to_string());
        assert!(status < 300, "{path}: {text}");
        let answer: Value = serde_json::from_str(&text).unwrap();
        let token = answer["token"].as_str().unwrap().to_owned();
        self.secrets.push(token.clone());
        // Whoever has the signature has the token: the rest can be guessed.
        self.secrets.push(token.rsplit('.').next().unwrap().to_owned());
        token
    }

    fn next_code(&mut self) -> String {
        self.mails += 1;
        let code = code_in(self.mailbox.wait_for(self.mails).last().unwrap());
        self.secrets.push(code.clone());
        code
    }

    fn sign_up(&mut self) -> String {
        let account = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
        self.expect(201, "/auth/register", "", &account);
        let code = self.next_code();
        let wrong = json!({"email": EMAIL, "otp": other_than(&code)});
        self.expect(400, "/auth/verify-otp", "", &wrong);
        self.token("/auth/verify-otp", "", &json!({"email": EMAIL, "otp": code}))
    }

    fn sign_in(&mut self) {
        let wrong = json!({"email": EMAIL, "password": WRONG_PASSWORD});
        self.expect(401, "/auth/login", "", &wrong);
        self.expect(401, "/admin/login", "", &wrong);
        self.token("/auth/login", "", &json!({"email": EMAIL, "password": PASSWORD}));
    }

    fn reset(&mut self) {
        self.expect(200, "/auth/forgot-password", "", &json!({"email": EMAIL}));
        let code = self.next_code();
        let reset = json!({"email": EMAIL, "otp": code, "newPassword": LATER_PASSWORD});
        self.expect(200, "/auth/reset-password", "", &reset);
        self.expect(400, "/auth/reset-password", "", &reset);
        self.token(
            "/auth/login",
            "",
            &json!({"email": EMAIL, "password": LATER_PASSWORD}),
        );
    }

    fn administer(&mut self, data: &Path) {
        let create = [
            "admin",
            "create",
            "--username",
            "root",
            "--email",
            "root@example.org",
            "--password-stdin",
        ];
        self.said
            .push_str(&answer(&run_with_input(data, &create, ADMIN_PASSWORD)));
        self.token(
            "/admin/login",
            "",
            &json!({"email": "root@example.org", "password": ADMIN_PASSWORD}),
        );
        let mut account =
            json!({"username": "grace", "email": "grace@example.org", "password": ADMIN_PASSWORD});
        account["masterPassword"] = json!(WRONG_PASSWORD);
        self.expect(403, "/admin/signup", "", &account);
        account["masterPassword"] = json!(MASTER_PASSWORD);
        self.expect(201, "/admin/signup", "", &account);
    }

    /// Secrets in calls that cannot be read: in the wrong place, of the wrong kind, cut off.
    fn blunder(&mut self, ended_token: &str) {
        self.expect(401, "/blogs/create", ended_token, &json!({}));
        for body in [
            json!(PASSWORD),
            json!([PASSWORD]),
            json!({"email": {"password": PASSWORD}}),
            json!({"email": EMAIL, "password": {PASSWORD: PASSWORD}}),
            json!({"email": EMAIL, "password": [PASSWORD]}),
            json!({"email": EMAIL, "password": 47_110_815}),
        ] {
            self.expect(400, "/auth/login", "", &body);
        }
        let cut_off = format!("{{\"email\": \"{EMAIL}\", \"password\": \"{PASSWORD}");
        let (status, text) = self.send("/auth/login", "", &cut_off);
        assert_eq!(status, 400);
        self.said.push_str(&text);
    }
}

/// A line of the log without its time, whose digits could be anybody's code.
fn without_time(line: &str) -> String {
    match serde_json::from_str(line) {
        Ok(Value::Object(mut fields)) => {
            fields.remove("timestamp");
            Value::Object(fields).to_string()
        }
        _ => line.split_once(' ').map_or(line, |(_, rest)| rest).to_owned(),
    }
}

fn assert_nothing_is_said(format: &str) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let log = folder.path().join("log");
    let mut visit = Visit::start(&data, format, &log);
    let token = visit.sign_up();
    visit.sign_in();
    visit.reset();
    visit.administer(&data);
    visit.blunder(&token);

    visit.said.push_str(&visit.site.get("/api/openapi.json"));
    visit.said.push_str(&visit.site.command_line());
    assert_eq!(visit.site.stop(), Some(0));
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<String> = log.lines().map(without_time).collect();
    assert!(lines.iter().any(|line| line.contains("/api/auth/login")), "{log}");
    let known = [
        PASSWORD,
        LATER_PASSWORD,
        WRONG_PASSWORD,
        ADMIN_PASSWORD,
        MASTER_PASSWORD,
        SMTP_PASSWORD,
        SMTP_GREETING,
        SIGNING_SECRET,
        "47110815",
    ];
    let said = [visit.said, lines.join("\n")].concat();
    for secret in known.into_iter().chain(visit.secrets.iter().map(String::as_str)) {
        let around = said.find(secret).map(|place| {
            let start = said[..place].rfind('\n').map_or(0, |end| end + 1);
            said[start..].lines().next().unwrap_or_default()
        });
        assert_eq!(around, None, "{secret} was said");
    }
}

#[test]
fn nothing_secret_is_said_in_a_log_of_text() {
    assert_nothing_is_said("text");
}

#[test]
fn nothing_secret_is_said_in_a_log_of_json() {
    assert_nothing_is_said("json");
}
