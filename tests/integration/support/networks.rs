//! A site with clients on many networks.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Extension;
use axum_test::{TestResponse, TestServer};
use blog_app::auth::secret::SigningSecret;
use blog_app::config::{Config, Flags};
use blog_app::http::{AppState, PeerAddress, router};
use serde_json::{Value, json};

use super::accounts::wrong_code;
use super::{SECRET, Site};

/// The last octets of client networks that are unknown to all accounts.
pub const UNKNOWN_NETWORKS: std::ops::Range<u8> = 100..110;

/// A site behind a trusted proxy.
pub struct SiteWithNetworks {
    pub site: Site,
    server: TestServer,
}

impl SiteWithNetworks {
    pub fn new() -> Self {
        Self::of(Site::new())
    }

    /// Puts a site behind a trusted proxy.
    pub fn of(site: Site) -> Self {
        let server = serve(&site);
        Self { site, server }
    }

    /// Restarts the site on the same database, with empty memory.
    pub fn restart(&mut self) {
        self.server = serve(&self.site);
    }

    /// Sends a POST from a client network.
    pub async fn post(&self, from: u8, path: &str, body: Value) -> TestResponse {
        self.server
            .post(path)
            .add_header("x-forwarded-for", format!("198.51.100.{from}"))
            .json(&body)
            .await
    }

    /// Sends a POST from a client network with a token.
    pub async fn post_as(&self, from: u8, token: &str, path: &str, body: Value) -> TestResponse {
        self.server
            .post(path)
            .add_header("x-forwarded-for", format!("198.51.100.{from}"))
            .authorization_bearer(token)
            .json(&body)
            .await
    }

    /// Sends a POST from a client network, and returns the status.
    pub async fn status(&self, from: u8, path: &str, body: Value) -> u16 {
        self.post(from, path, body).await.status_code().as_u16()
    }

    /// Submits a code to verify an address, and returns the status.
    pub async fn verify(&self, from: u8, email: &str, code: &str) -> u16 {
        let body = json!({"email": email, "otp": code});
        self.status(from, "/api/auth/verify-otp", body).await
    }

    /// Requests another code for a new account, and returns the status.
    pub async fn resend(&self, from: u8, email: &str) -> u16 {
        self.status(from, "/api/auth/resend-otp", json!({"email": email}))
            .await
    }

    /// Guesses the last code of an address from many unknown networks, until all of them are throttled.
    pub async fn guess_codes(&self, path: &str, email: &str, new_password: &str) {
        let wrong = wrong_code(&self.site.last_code(email));
        let body = json!({"email": email, "otp": wrong, "newPassword": new_password});
        for from in UNKNOWN_NETWORKS {
            while self.status(from, path, body.clone()).await != 429 {}
        }
    }

    /// Guesses a password from many unknown networks, until all of them are throttled.
    pub async fn guess_passwords(&self, path: &str, email: &str) {
        let body = json!({"email": email, "password": "wrong horse"});
        for from in UNKNOWN_NETWORKS {
            while self.status(from, path, body.clone()).await != 429 {}
        }
    }
}

fn serve(site: &Site) -> TestServer {
    let proxy = (
        "BLOG_APP_SERVER__TRUSTED_PROXIES".to_owned(),
        "127.0.0.1".to_owned(),
    );
    let config = Config::load(&Flags::default(), [proxy]).unwrap();
    let secret = SigningSecret::from_text(SECRET);
    let state = AppState::at(Arc::new(site.clock.clone()), site.store.clone(), config, &secret);
    let peer = PeerAddress(IpAddr::V4(Ipv4Addr::LOCALHOST));
    TestServer::new(router(state).layer(Extension(peer)))
}
