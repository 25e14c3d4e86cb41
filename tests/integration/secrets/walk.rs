//! Somebody who uses a site, and keeps all that was secret on the way.

use std::fs::File;
use std::path::Path;

use serde_json::{Value, json};
use ureq::Agent;

use crate::support::people::{code_in, other_than};
use crate::support::program::Running;
use crate::support::smtp::{Mailbox, free_port};

pub(super) const EMAIL: &str = "ada@example.org";
pub(super) const PASSWORD: &str = "reader-password-4711";
pub(super) const LATER_PASSWORD: &str = "later-password-0815";
pub(super) const WRONG_PASSWORD: &str = "wrong-password-2342";
pub(super) const ADMIN_PASSWORD: &str = "admin-password-9911";
pub(super) const MASTER_PASSWORD: &str = "master-password-6502";

pub(super) struct Walk {
    pub(super) site: Running,
    pub(super) mailbox: Mailbox,
    agent: Agent,
    /// All that came back, but for what brought a token.
    pub(super) said: String,
    /// Codes and tokens that came up, and the passwords.
    pub(super) secrets: Vec<String>,
}

impl Walk {
    /// A site with some settings, that logs into a file.
    pub(super) fn start(data: &Path, log: &Path, settings: &[(&str, &str)]) -> Self {
        let port = free_port().to_string();
        let common = [
            ("AUTH__MASTER_PASSWORD", MASTER_PASSWORD),
            ("MAIL__TRANSPORT", "smtp"),
            ("MAIL__HOST", "127.0.0.1"),
            ("MAIL__PORT", &port),
            ("MAIL__TLS", "none"),
        ];
        let settings: Vec<_> = common
            .iter()
            .chain(settings)
            .map(|(key, value)| (format!("BLOG_APP_{key}"), (*value).to_owned()))
            .collect();
        let passwords = [
            PASSWORD,
            LATER_PASSWORD,
            WRONG_PASSWORD,
            ADMIN_PASSWORD,
            MASTER_PASSWORD,
        ];
        Self {
            mailbox: Mailbox::open(port.parse().unwrap()),
            site: Running::start_logging(data, &settings, File::create(log).unwrap()),
            agent: Agent::config_builder()
                .http_status_as_error(false)
                .allow_non_standard_methods(true)
                .build()
                .into(),
            said: String::new(),
            secrets: passwords.map(str::to_owned).to_vec(),
        }
    }

    /// Sends a body as it is to what must respond with this status, such as to `POST /auth/login`.
    pub(super) fn send(&mut self, status: u16, call: &str, token: &str, body: &str) -> Value {
        let (method, path) = call.split_once(' ').unwrap();
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}/api{path}", self.site.address))
            .header("content-type", "application/json");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut response = self.agent.run(request.body(body.to_owned()).unwrap()).unwrap();
        let text = response.body_mut().read_to_string().unwrap();
        assert_eq!(response.status(), status, "{call}: {text}");
        let body: Value = serde_json::from_str(&text).unwrap();
        match body["token"].as_str() {
            // Whoever has the signature has the token: the rest can be guessed.
            Some(token) => self
                .secrets
                .extend([token, token.rsplit('.').next().unwrap()].map(str::to_owned)),
            None => self.said.push_str(&text),
        }
        body
    }

    /// Makes a call that must respond with this status.
    pub(super) fn call(&mut self, status: u16, call: &str, token: &str, body: &Value) -> Value {
        self.send(status, call, token, &body.to_string())
    }

    /// The token that a call brings.
    pub(super) fn token(&mut self, call: &str, token: &str, body: &Value) -> String {
        let body = self.call(200, call, token, body);
        body["token"].as_str().unwrap().to_owned()
    }

    /// The code of the last of so many mails.
    pub(super) fn code(&mut self, mails: usize) -> String {
        let code = code_in(self.mailbox.wait_for(mails).last().unwrap());
        self.secrets.push(code.clone());
        code
    }

    /// Signs up with the first mail, and gives the reader's id and token.
    pub(super) fn sign_up(&mut self) -> (String, String) {
        let account = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
        let signed_up = self.call(201, "POST /auth/register", "", &account);
        let code = self.code(1);
        let wrong = json!({"email": EMAIL, "otp": other_than(&code)});
        self.call(400, "POST /auth/verify-otp", "", &wrong);
        let token = self.token("POST /auth/verify-otp", "", &json!({"email": EMAIL, "otp": code}));
        (signed_up["user"]["_id"].as_str().unwrap().to_owned(), token)
    }
}
