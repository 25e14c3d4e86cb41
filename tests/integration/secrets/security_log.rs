//! The security log: every event of it happens once, and is told with ids alone.

use std::fs;
use std::path::Path;
use std::process::Output;

use blog_app::actions::security_log::Event;
use serde_json::{Value, json};

use super::walk::{ADMIN_PASSWORD, EMAIL, LATER_PASSWORD, MASTER_PASSWORD, PASSWORD, WRONG_PASSWORD, Walk};
use crate::support::people::code_in;
use crate::support::program::{create_admin, run_with_input};

const NEW_EMAIL: &str = "lovelace@example.org";
const LAST_PASSWORD: &str = "last-password-1918";

impl Walk {
    /// Does the first steps.
    fn onboard(&mut self, token: &str) {
        let onboarding = json!({
            "name": "Ada", "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"}
        });
        self.call(200, "POST /auth/complete-onboarding", token, &onboarding);
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
    log_of(&run_with_input(data, arguments, ADMIN_PASSWORD))
}

fn log_of(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn every_event_is_logged_with_ids_and_the_network_and_without_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("log"));
    let mut walk = Walk::start(&data, &file, &[("LOG__LEVEL", "error"), ("LOG__FORMAT", "json")]);
    walk.secrets.push(LAST_PASSWORD.to_owned());
    let mut said = log_of(&create_admin(&data, "root", ADMIN_PASSWORD));
    let (reader, token) = walk.sign_up();
    walk.onboard(&token);
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
