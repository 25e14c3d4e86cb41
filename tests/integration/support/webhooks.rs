//! Receivers of webhooks, and names that lead nowhere.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode};
use blog_app::actions::webhooks::Webhooks;
use blog_app::outgoing::{OutgoingClient, Resolve};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::Site;

/// A program that webhooks call.
pub struct Receiver {
    pub address: SocketAddr,
    status: Arc<AtomicU16>,
    calls: Arc<Mutex<Vec<(HeaderMap, String)>>>,
}

impl Receiver {
    /// Starts one that takes everything.
    pub async fn start() -> Self {
        let status = Arc::new(AtomicU16::new(200));
        let calls: Arc<Mutex<Vec<(HeaderMap, String)>>> = Arc::default();
        let (answered, called) = (status.clone(), calls.clone());
        let receive = move |headers: HeaderMap, body: String| {
            called.lock().unwrap().push((headers, body));
            let status = StatusCode::from_u16(answered.load(Ordering::Relaxed)).unwrap();
            async move { status }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serve = axum::serve(listener, Router::new().fallback(receive));
        tokio::spawn(async move { serve.await });
        Self {
            address,
            status,
            calls,
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Sets the status of the next responses.
    pub fn respond(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// Returns the headers and bodies of the calls since this was asked last.
    pub fn take_calls(&self) -> Vec<(HeaderMap, String)> {
        std::mem::take(&mut self.calls.lock().unwrap())
    }

    /// Returns the events of the calls since this was asked last.
    pub fn take_events(&self) -> Vec<String> {
        let calls = self.take_calls();
        let events = calls.iter().map(|(_, body)| {
            let body: Value = serde_json::from_str(body).unwrap();
            body["event"].as_str().unwrap().to_owned()
        });
        events.collect()
    }
}

/// A resolver whose answers a test sets. Without an answer no name is known.
#[derive(Default)]
pub struct Names(Mutex<Vec<IpAddr>>);

impl Names {
    pub fn lead_to(&self, address: &str) {
        *self.0.lock().unwrap() = vec![address.parse().unwrap()];
    }
}

#[async_trait]
impl Resolve for Names {
    async fn addresses(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let addresses = self.0.lock().unwrap().clone();
        if addresses.is_empty() {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(addresses)
    }
}

impl Site {
    /// Makes a webhook, and returns the response.
    pub async fn make_webhook(&self, admin: &str, url: &str, events: &[&str]) -> Value {
        let body = json!({"url": url, "events": events});
        let response = self
            .request(Method::POST, "/api/admin/webhooks", admin, Some(&body))
            .await;
        response.assert_status(StatusCode::CREATED);
        response.json()
    }

    /// Calls webhooks until nothing is due any more, and returns the number of calls.
    pub async fn call_webhooks(&self) -> usize {
        self.call_webhooks_by(&self.webhooks).await
    }

    /// Does the same through a resolver of the test.
    pub async fn call_webhooks_through(&self, names: Arc<Names>) -> usize {
        let client = OutgoingClient::with_resolver(self.webhooks.allows_private(), names);
        let caller = Arc::new(self.webhooks.with_client(client));
        self.call_webhooks_by(&caller).await
    }

    async fn call_webhooks_by(&self, caller: &Arc<Webhooks>) -> usize {
        let mut calls = 0;
        while caller.deliver_next(&self.store, &self.clock).await.unwrap() {
            calls += 1;
        }
        calls
    }
}
