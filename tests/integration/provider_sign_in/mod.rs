//! Sign-in by providers.

mod accounts;
mod cookies;
mod faults;
mod github;
mod links;
mod staff;
mod tokens;

use axum::http::{Method, header};
use axum_test::TestResponse;
use serde_json::{Value, json};
use url::Url;

use crate::support::Site;
use crate::support::provider::Provider;

/// The name of the provider.
pub(crate) const NAME: &str = "example";
const START: &str = "/api/auth/example/start";
const CALLBACK: &str = "/api/auth/example/callback";
const FINISH: &str = "/api/auth/finish";
const CODE: &str = "/api/auth/finish/code";

/// A browser at the provider: the page there, and the cookie that it brings back.
pub(crate) struct Departed {
    pub(crate) page: Url,
    pub(crate) cookie: String,
}

/// A browser that has come back: the code of the address, and its cookie.
#[derive(Clone)]
pub(crate) struct Arrived {
    pub(crate) code: String,
    pub(crate) cookie: String,
}

/// A site with the provider, without rate limits.
pub(crate) fn site_with(provider: &Provider, kind: &str, more: &[(&str, &str)]) -> Site {
    let mut settings = provider.settings(NAME, kind);
    settings.push(("RATE_LIMIT__ENABLED".to_owned(), "false".to_owned()));
    let own = more
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    settings.extend(own);
    let settings: Vec<(&str, &str)> = settings
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let site = Site::configured(&settings);
    provider.follow(site.clock.clone());
    site
}

fn oidc() -> (Provider, Site) {
    let provider = Provider::start();
    let site = site_with(&provider, "oidc", &[]);
    (provider, site)
}

/// Returns the value of the header `Location`.
fn location(response: &TestResponse) -> String {
    assert_eq!(response.status_code(), 303, "{}", response.text());
    let headers = response.headers();
    assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(headers[header::REFERRER_POLICY], "no-referrer");
    headers[header::LOCATION].to_str().unwrap().to_owned()
}

/// Returns the cookies that a response sets: their names, values and attributes.
fn cookies_of(response: &TestResponse) -> Vec<String> {
    let cookies = response.headers().get_all(header::SET_COOKIE).iter();
    cookies
        .map(|cookie| cookie.to_str().unwrap().to_owned())
        .filter(|cookie| !cookie.starts_with("blog_commit="))
        .collect()
}

/// Returns the cookie with this name, as a browser sends it.
fn cookie(response: &TestResponse, name: &str) -> String {
    let cookies = cookies_of(response);
    let set = cookies
        .iter()
        .find(|cookie| cookie.starts_with(&format!("{name}=")));
    set.unwrap().split(';').next().unwrap().to_owned()
}

/// Asserts that a browser is led to the login page with this error, and gets nothing to finish a sign-in.
fn assert_failed(response: &TestResponse, error: &str) {
    assert_eq!(location(response), format!("/login?error={error}"));
    let cookies = cookies_of(response);
    assert!(
        cookies.iter().all(|cookie| cookie.starts_with("blog_login=;")),
        "{cookies:?}"
    );
}

impl Site {
    /// Sends a browser to the provider.
    pub(crate) async fn depart(&self) -> Departed {
        let response = self.server.get(START).await;
        Departed {
            page: Url::parse(&location(&response)).unwrap(),
            cookie: cookie(&response, "blog_login"),
        }
    }

    /// Sends a browser back with these parameters.
    async fn come_back(&self, cookie: &str, parameters: &[(&str, &str)]) -> TestResponse {
        let mut path = Url::parse("http://site").unwrap();
        path.query_pairs_mut().extend_pairs(parameters);
        let path = format!("{CALLBACK}?{}", path.query().unwrap_or_default());
        self.server.get(&path).add_header(header::COOKIE, cookie).await
    }

    /// Sends the browser back that went to the provider, where its person signed in.
    async fn come_back_from(&self, departed: &Departed, provider: &Provider) -> TestResponse {
        let code = provider.authorize(&departed.page);
        let state = state_of(departed);
        self.come_back(&departed.cookie, &[("code", &code), ("state", &state)])
            .await
    }

    /// Signs the person of the provider in there.
    pub(crate) async fn arrive(&self, provider: &Provider) -> Arrived {
        let departed = self.depart().await;
        let response = self.come_back_from(&departed, provider).await;
        let place = location(&response);
        let code = place.strip_prefix("/login#").unwrap().to_owned();
        Arrived {
            code,
            cookie: cookie(&response, "blog_finish"),
        }
    }

    /// Sends a request of the browser that has come back, with the code and these fields.
    pub(crate) async fn with_arrived(&self, path: &str, arrived: &Arrived, fields: Value) -> TestResponse {
        let mut body = json!({"code": arrived.code});
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        let request = self.request(Method::POST, path, "", Some(&body));
        request.add_header(header::COOKIE, arrived.cookie.as_str()).await
    }

    /// Finishes the sign-in.
    pub(crate) async fn finish(&self, arrived: &Arrived, fields: Value) -> TestResponse {
        self.with_arrived(FINISH, arrived, fields).await
    }

    /// Signs the person of the provider in, and returns the answer.
    async fn sign_in_by(&self, provider: &Provider) -> Value {
        let arrived = self.arrive(provider).await;
        let finished = self.finish(&arrived, json!({})).await;
        finished.assert_status_ok();
        finished.json()
    }
}

fn state_of(departed: &Departed) -> String {
    let mut pairs = departed.page.query_pairs();
    pairs.find(|(name, _)| name == "state").unwrap().1.into_owned()
}

/// Asserts that a sign-in cannot be finished any more, or not by this browser.
fn assert_unknown(response: &TestResponse) {
    let body: Value = response.json();
    assert_eq!(
        (response.status_code().as_u16(), &body["code"]),
        (400, &json!("invalid_ticket")),
        "{body}"
    );
    assert!(body["token"].is_null(), "{body}");
}
