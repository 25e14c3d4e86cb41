//! A client of a site that collects all secrets it comes across.

use std::fs::File;
use std::path::Path;

use serde_json::{Value, json};
use ureq::Agent;

use crate::support::accounts::{code_in, wrong_code};
use crate::support::program::RunningSite;
use crate::support::smtp::{Mailbox, free_port};

pub(super) const EMAIL: &str = "ada@example.org";
pub(super) const PASSWORD: &str = "reader-password-4711";
pub(super) const LATER_PASSWORD: &str = "later-password-0815";
pub(super) const WRONG_PASSWORD: &str = "wrong-password-2342";
pub(super) const ADMIN_PASSWORD: &str = "admin-password-9911";
pub(super) const MASTER_PASSWORD: &str = "master-password-6502";

pub(super) struct Client {
    pub(super) site: RunningSite,
    pub(super) mailbox: Mailbox,
    agent: Agent,
    /// All response bodies, except those with a token.
    pub(super) output: String,
    /// The passwords, and all codes and tokens so far.
    pub(super) secrets: Vec<String>,
}

impl Client {
    /// Starts a site with these settings, which logs to a file.
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
            site: RunningSite::start_logging(data, &settings, File::create(log).unwrap()),
            agent: Agent::config_builder()
                .http_status_as_error(false)
                .allow_non_standard_methods(true)
                .build()
                .into(),
            output: String::new(),
            secrets: passwords.map(str::to_owned).to_vec(),
        }
    }

    /// Sends a raw body to a route, such as `POST /auth/login`, and asserts the status.
    pub(super) fn send(&mut self, status: u16, route: &str, token: &str, body: &str) -> Value {
        let bearer = format!("Bearer {token}");
        let header = if token.is_empty() {
            None
        } else {
            Some(("authorization", bearer.as_str()))
        };
        self.send_with(status, route, header, body)
    }

    /// Does the same with this header.
    pub(super) fn send_with(
        &mut self,
        status: u16,
        route: &str,
        header: Option<(&str, &str)>,
        body: &str,
    ) -> Value {
        let (method, path) = route.split_once(' ').unwrap();
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}/api{path}", self.site.address))
            .header("content-type", "application/json");
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let mut response = self.agent.run(request.body(body.to_owned()).unwrap()).unwrap();
        let bytes = response.body_mut().read_to_vec().unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(response.status(), status, "{route}: {text}");
        let is_archive = response.headers()["content-type"] == "application/zip";
        let body = if is_archive {
            Value::Null
        } else {
            serde_json::from_str(&text).unwrap()
        };
        match body["token"].as_str() {
            // The signature is as secret as the token: the rest can be guessed.
            Some(token) => self
                .secrets
                .extend([token, token.rsplit('.').next().unwrap()].map(str::to_owned)),
            None => self.output.push_str(&text),
        }
        body
    }

    /// Sends JSON to a route and asserts the status.
    pub(super) fn call(&mut self, status: u16, route: &str, token: &str, body: &Value) -> Value {
        self.send(status, route, token, &body.to_string())
    }

    /// Sends JSON to a route and returns the token of the response.
    pub(super) fn token(&mut self, route: &str, token: &str, body: &Value) -> String {
        let body = self.call(200, route, token, body);
        body["token"].as_str().unwrap().to_owned()
    }

    /// Waits for `mails` emails and returns the code of the last one.
    pub(super) fn code(&mut self, mails: usize) -> String {
        let code = code_in(self.mailbox.wait_for(mails).last().unwrap());
        self.secrets.push(code.clone());
        code
    }

    /// Signs up with the code of the first email. Returns the reader's id and token.
    pub(super) fn sign_up(&mut self) -> (String, String) {
        let account = json!({"name": "Ada", "email": EMAIL, "password": PASSWORD});
        let signed_up = self.call(201, "POST /auth/register", "", &account);
        let code = self.code(1);
        let wrong = json!({"email": EMAIL, "otp": wrong_code(&code)});
        self.call(400, "POST /auth/verify-otp", "", &wrong);
        let token = self.token("POST /auth/verify-otp", "", &json!({"email": EMAIL, "otp": code}));
        (signed_up["user"]["_id"].as_str().unwrap().to_owned(), token)
    }

    /// Completes the profile.
    pub(super) fn onboard(&mut self, token: &str) {
        let onboarding = json!({
            "name": "Ada", "bio": "Hello", "profileImage": {"url": "/avatars/mentor.svg"}
        });
        self.call(200, "POST /auth/complete-onboarding", token, &onboarding);
    }
}
