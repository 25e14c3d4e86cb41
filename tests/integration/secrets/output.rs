//! Passwords, codes, tokens and keys appear in no log, whatever its level, and in no error response.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{
    ADMIN_PASSWORD, Client, EMAIL, LATER_PASSWORD, MASTER_PASSWORD, PASSWORD, WRONG_PASSWORD,
};
use crate::support::program::{create_admin, expect_success};

const SMTP_PASSWORD: &str = "smtp-password-8086";
const SIGNING_SECRET: &str = "signing-secret-of-at-least-32-characters";
/// `\0mailer\0smtp-password-8086`, as the client sends it to the mail server.
const SMTP_CREDENTIALS: &str = "AG1haWxlcgBzbXRwLXBhc3N3b3JkLTgwODY=";

impl Client {
    fn sign_in(&mut self) {
        let wrong = json!({"email": EMAIL, "password": WRONG_PASSWORD});
        self.call(401, "POST /auth/login", "", &wrong);
        self.call(401, "POST /admin/login", "", &wrong);
        let right = json!({"email": EMAIL, "password": PASSWORD});
        self.token("POST /auth/login", "", &right);
    }

    /// Resets the password with the code of the second email.
    fn reset(&mut self) {
        self.call(200, "POST /auth/forgot-password", "", &json!({"email": EMAIL}));
        let code = self.code(2);
        let reset = json!({"email": EMAIL, "otp": code, "newPassword": LATER_PASSWORD});
        self.call(200, "POST /auth/reset-password", "", &reset);
        self.call(400, "POST /auth/reset-password", "", &reset);
        let login = json!({"email": EMAIL, "password": LATER_PASSWORD});
        self.token("POST /auth/login", "", &login);
    }

    fn create_admins(&mut self, data: &Path) {
        self.output
            .push_str(&expect_success(&create_admin(data, "root", ADMIN_PASSWORD)));
        let login = json!({"email": "root@example.org", "password": ADMIN_PASSWORD});
        self.token("POST /admin/login", "", &login);
        let mut account =
            json!({"username": "grace", "email": "grace@example.org", "password": ADMIN_PASSWORD});
        account["masterPassword"] = json!(WRONG_PASSWORD);
        self.call(403, "POST /admin/signup", "", &account);
        account["masterPassword"] = json!(MASTER_PASSWORD);
        self.call(201, "POST /admin/signup", "", &account);
    }

    /// Sends secrets in malformed bodies: in the wrong field, of the wrong type, truncated.
    fn send_malformed_bodies(&mut self, ended_token: &str) {
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
        let truncated = format!("{{\"email\": \"{EMAIL}\", \"password\": \"{PASSWORD}");
        self.send(400, "POST /auth/login", "", &truncated);
    }
}

/// Returns a line of the log without its time, whose digits could equal a code.
fn without_time(line: &str) -> String {
    match serde_json::from_str(line) {
        Ok(Value::Object(mut fields)) => {
            fields.remove("timestamp");
            Value::Object(fields).to_string()
        }
        _ => line.split_once(' ').map_or(line, |(_, rest)| rest).to_owned(),
    }
}

fn assert_no_secret_in_output(format: &str) {
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
    let mut client = Client::start(&data, &log, &settings);
    let (_, token) = client.sign_up();
    client.sign_in();
    client.reset();
    client.create_admins(&data);
    client.send_malformed_bodies(&token);

    client.output.push_str(&client.site.get("/api/openapi.json"));
    client.output.push_str(&client.site.command_line());
    assert_eq!(client.site.stop(), Some(0));
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<String> = log.lines().map(without_time).collect();
    assert!(lines.iter().any(|line| line.contains("/api/auth/login")), "{log}");
    let settings = [SMTP_PASSWORD, SMTP_CREDENTIALS, SIGNING_SECRET, "47110815"];
    let output = [client.output, lines.join("\n")].concat();
    for secret in settings
        .into_iter()
        .chain(client.secrets.iter().map(String::as_str))
    {
        let found_in = output.find(secret).map(|place| {
            let start = output[..place].rfind('\n').map_or(0, |end| end + 1);
            output[start..].lines().next().unwrap_or_default()
        });
        assert_eq!(found_in, None, "{secret} appears in the output");
    }
}

#[test]
fn writes_no_secret_to_a_text_log() {
    assert_no_secret_in_output("text");
}

#[test]
fn writes_no_secret_to_a_json_log() {
    assert_no_secret_in_output("json");
}
