//! Sessions and second factors of a test's accounts.

use axum::http::Method;
use axum_test::TestResponse;
use blog_app::domain::Clock as _;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::Site;
use super::accounts::PASSWORD;

/// A second factor that is set up.
pub struct Factor {
    /// The secret in base 32.
    pub secret: String,
    pub recovery_codes: Vec<String>,
}

/// The two kinds of accounts, by where they sign in.
pub const LOGINS: [&str; 2] = ["/api/auth/login", "/api/admin/login"];

/// Returns the code of an authenticator app at a time in seconds.
pub fn totp_at(secret: &str, seconds: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(seconds).unwrap()).to_string()
}

/// Returns a code that the app does not show at this time.
pub fn wrong_totp(secret: &str, seconds: i64) -> &'static str {
    let shown = [-30, 0, 30].map(|difference| totp_at(secret, seconds + difference));
    let codes = ["000000", "111111", "222222", "333333"];
    codes
        .into_iter()
        .find(|code| !shown.iter().any(|shown| shown == code))
        .unwrap()
}

impl Site {
    fn seconds(&self) -> i64 {
        self.clock.now().milliseconds() / 1_000
    }

    /// Returns the code that an app shows now.
    pub fn totp(&self, secret: &str) -> String {
        totp_at(secret, self.seconds())
    }

    /// Lets the time step pass, so that no earlier code was of it, and returns the code that an app shows then.
    pub fn next_totp(&self, secret: &str) -> String {
        self.clock.advance_seconds(30);
        self.totp(secret)
    }

    pub fn wrong_totp(&self, secret: &str) -> &'static str {
        wrong_totp(secret, self.seconds())
    }

    /// Sends a request with a token and a body.
    pub async fn send(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        self.request(method, path, token, Some(&body)).await
    }

    /// Begins to set up a second factor, and returns the secret.
    pub async fn set_up_factor(&self, token: &str) -> String {
        let body = json!({"password": PASSWORD});
        let set_up = self
            .send(Method::POST, "/api/second-factor/totp", token, body)
            .await;
        set_up.assert_status_ok();
        set_up.json::<Value>()["secret"].as_str().unwrap().to_owned()
    }

    /// Sets up a second factor of an account with the usual password.
    pub async fn enrol(&self, token: &str) -> Factor {
        let secret = self.set_up_factor(token).await;
        let body = json!({"code": self.next_totp(&secret)});
        let path = "/api/second-factor/totp/confirm";
        let confirmed = self.send(Method::POST, path, token, body).await;
        confirmed.assert_status_ok();
        let codes = confirmed.json::<Value>()["recoveryCodes"].clone();
        Factor {
            secret,
            recovery_codes: serde_json::from_value(codes).unwrap(),
        }
    }

    /// Signs in with the usual password.
    pub async fn sign_in(&self, login: &str, email: &str) -> Value {
        let response = self
            .post(login, json!({"email": email, "password": PASSWORD}))
            .await;
        response.assert_status_ok();
        response.json()
    }

    /// Signs in with the usual password, and returns the ticket of the second step.
    pub async fn ticket(&self, login: &str, email: &str) -> String {
        let answer = self.sign_in(login, email).await;
        answer["ticket"].as_str().unwrap().to_owned()
    }

    /// Sends the second step of a sign-in.
    pub async fn second_step(&self, login: &str, ticket: &str, code: &str) -> TestResponse {
        let body = json!({"ticket": ticket, "code": code});
        self.post(&format!("{login}/second"), body).await
    }

    /// Returns the sessions of an account.
    pub async fn sessions(&self, token: &str) -> Vec<Value> {
        let response = self.get_as(token, "/api/sessions").await;
        serde_json::from_value(response["sessions"].clone()).unwrap()
    }

    /// Asserts whether a token is good.
    pub async fn assert_token(&self, token: &str, is_good: bool) {
        let response = self
            .request(Method::GET, "/api/auth/verify-token", token, None)
            .await;
        assert_eq!(response.status_code(), if is_good { 200 } else { 401 });
    }
}

/// Returns the token of a response.
pub fn token_of(body: &Value) -> String {
    body["token"].as_str().unwrap().to_owned()
}
