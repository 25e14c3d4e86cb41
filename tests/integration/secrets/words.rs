//! Passwords, codes, tokens and keys are said to nobody: not to the log, whatever its level, and in no refusal.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::walk::{ADMIN_PASSWORD, EMAIL, LATER_PASSWORD, MASTER_PASSWORD, PASSWORD, WRONG_PASSWORD, Walk};
use crate::support::program::{answer, create_admin};

const SMTP_PASSWORD: &str = "smtp-password-8086";
const SIGNING_SECRET: &str = "signing-secret-of-at-least-32-characters";
/// `\0mailer\0smtp-password-8086`, as the client says it to the mail server.
const SMTP_GREETING: &str = "AG1haWxlcgBzbXRwLXBhc3N3b3JkLTgwODY=";

impl Walk {
    fn sign_in(&mut self) {
        let wrong = json!({"email": EMAIL, "password": WRONG_PASSWORD});
        self.call(401, "POST /auth/login", "", &wrong);
        self.call(401, "POST /admin/login", "", &wrong);
        let right = json!({"email": EMAIL, "password": PASSWORD});
        self.token("POST /auth/login", "", &right);
    }

    /// Sets another password with the second mail.
    fn reset(&mut self) {
        self.call(200, "POST /auth/forgot-password", "", &json!({"email": EMAIL}));
        let code = self.code(2);
        let reset = json!({"email": EMAIL, "otp": code, "newPassword": LATER_PASSWORD});
        self.call(200, "POST /auth/reset-password", "", &reset);
        self.call(400, "POST /auth/reset-password", "", &reset);
        let login = json!({"email": EMAIL, "password": LATER_PASSWORD});
        self.token("POST /auth/login", "", &login);
    }

    fn make_admins(&mut self, data: &Path) {
        self.said
            .push_str(&answer(&create_admin(data, "root", ADMIN_PASSWORD)));
        let login = json!({"email": "root@example.org", "password": ADMIN_PASSWORD});
        self.token("POST /admin/login", "", &login);
        let mut account =
            json!({"username": "grace", "email": "grace@example.org", "password": ADMIN_PASSWORD});
        account["masterPassword"] = json!(WRONG_PASSWORD);
        self.call(403, "POST /admin/signup", "", &account);
        account["masterPassword"] = json!(MASTER_PASSWORD);
        self.call(201, "POST /admin/signup", "", &account);
    }

    /// Secrets in calls that cannot be read: in the wrong place, of the wrong kind, cut off.
    fn blunder(&mut self, ended_token: &str) {
        self.call(401, "POST /blogs/create", ended_token, &json!({}));
        for body in [
            json!(PASSWORD),
            json!([PASSWORD]),
            json!({"email": {"password": PASSWORD}}),
            json!({"email": EMAIL, "password": {PASSWORD: PASSWORD}}),
            json!({"email": EMAIL, "password": [PASSWORD]}),
            json!({"email": EMAIL, "password": 47_110_815}),
        ] {
            self.call(400, "POST /auth/login", "", &body);
        }
        let cut_off = format!("{{\"email\": \"{EMAIL}\", \"password\": \"{PASSWORD}");
        self.send(400, "POST /auth/login", "", &cut_off);
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
    let settings = [
        ("LOG__LEVEL", "trace"),
        ("LOG__FORMAT", format),
        ("AUTH__SECRET", SIGNING_SECRET),
        ("MAIL__USERNAME", "mailer"),
        ("MAIL__PASSWORD", SMTP_PASSWORD),
    ];
    let mut walk = Walk::start(&data, &log, &settings);
    let (_, token) = walk.sign_up();
    walk.sign_in();
    walk.reset();
    walk.make_admins(&data);
    walk.blunder(&token);

    walk.said.push_str(&walk.site.get("/api/openapi.json"));
    walk.said.push_str(&walk.site.command_line());
    assert_eq!(walk.site.stop(), Some(0));
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<String> = log.lines().map(without_time).collect();
    assert!(lines.iter().any(|line| line.contains("/api/auth/login")), "{log}");
    let settings = [SMTP_PASSWORD, SMTP_GREETING, SIGNING_SECRET, "47110815"];
    let said = [walk.said, lines.join("\n")].concat();
    for secret in settings
        .into_iter()
        .chain(walk.secrets.iter().map(String::as_str))
    {
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
