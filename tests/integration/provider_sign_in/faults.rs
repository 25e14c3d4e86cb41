//! Providers that do not work, and people who do not agree.

use serde_json::json;

use super::{Departed, START, assert_failed, location, oidc, state_of};
use crate::support::Site;
use crate::support::provider::Fault;

const DESCRIPTION: &str = "/.well-known/openid-configuration";

#[tokio::test]
async fn leads_back_to_the_login_page_where_the_provider_does_not_answer() {
    let (provider, site) = oidc();
    for fault in [Fault::Huge, Fault::Redirect, Fault::Broken, Fault::Nonsense] {
        provider.says().fault = Some((DESCRIPTION, fault));
        let refused = site.server.get(START).await;
        assert_eq!(location(&refused), "/login?error=unavailable", "{fault:?}");
        assert!(super::cookies_of(&refused).is_empty());
        site.clock.advance_seconds(5);
    }
    provider.says().fault = None;
    let departed = site.depart().await;
    for path in ["/token", "/keys"] {
        for fault in [Fault::Huge, Fault::Redirect, Fault::Broken, Fault::Nonsense] {
            provider.says().fault = Some((path, fault));
            let departed = site.depart().await;
            let response = site.come_back_from(&departed, &provider).await;
            assert_failed(&response, "unavailable");
        }
    }
    provider.says().fault = None;
    let response = site.come_back_from(&departed, &provider).await;
    assert!(location(&response).starts_with("/login#"));
}

#[tokio::test]
async fn waits_for_a_silent_provider_a_few_seconds_and_once() {
    let (provider, site) = oidc();
    provider.says().fault = Some((DESCRIPTION, Fault::Silent));
    assert_eq!(
        location(&site.server.get(START).await),
        "/login?error=unavailable"
    );
    assert_eq!(
        location(&site.server.get(START).await),
        "/login?error=unavailable"
    );
    assert_eq!(
        provider.says().requests.len(),
        1,
        "the second did not wait for it as well"
    );
    provider.says().fault = None;
    site.clock.advance_seconds(5);
    site.depart().await;
}

#[tokio::test]
async fn asks_for_the_description_once_an_hour_and_for_the_keys_each_time() {
    let (provider, site) = oidc();
    let asked = |path: &str| {
        let says = provider.says();
        says.requests.iter().filter(|asked| *asked == path).count()
    };
    for _ in 0..3 {
        site.sign_in_by(&provider).await;
    }
    assert_eq!((asked(DESCRIPTION), asked("/keys")), (1, 3));
    site.clock.advance_seconds(3_600);
    site.depart().await;
    assert_eq!(asked(DESCRIPTION), 2);
}

#[tokio::test]
async fn believes_no_description_of_another_provider() {
    let (provider, site) = oidc();
    for description in [
        json!({"issuer": "https://other.example"}),
        json!({"issuer": format!("{}/", provider.issuer)}),
        json!({"token_endpoint": "http://provider.example/token"}),
        json!({"authorization_endpoint": "javascript:alert(1)"}),
    ] {
        provider.says().description = description.clone();
        let refused = site.server.get(START).await;
        assert_eq!(location(&refused), "/login?error=unavailable", "{description}");
        site.clock.advance_seconds(5);
    }
}

#[tokio::test]
async fn reaches_no_private_network_unless_it_is_allowed() {
    let provider = crate::support::provider::Provider::start();
    let private = [("OUTGOING__ALLOW_PRIVATE", "false")];
    let site = super::site_with(&provider, "oidc", &private);
    let refused = site.server.get(START).await;
    assert_eq!(location(&refused), "/login?error=unavailable");
    assert!(provider.says().requests.is_empty());
}

/// Returns the browser of somebody to whom the provider gives this error.
async fn come_back_with_error(site: &Site, departed: &Departed, error: &str) -> axum_test::TestResponse {
    let state = state_of(departed);
    let parameters = [
        ("error", error),
        ("error_description", "<script>"),
        ("state", &state),
    ];
    site.come_back(&departed.cookie, &parameters).await
}

#[tokio::test]
async fn says_why_somebody_is_not_signed_in_in_words_of_its_own() {
    let (provider, site) = oidc();
    for (error, expected) in [
        ("access_denied", "cancelled"),
        ("server_error", "refused"),
        ("<script>alert(1)</script>", "refused"),
        ("", "refused"),
    ] {
        let departed = site.depart().await;
        let response = come_back_with_error(&site, &departed, error).await;
        assert_failed(&response, expected);
        assert!(!response.text().contains("script"), "{}", response.text());
        // The sign-in is over.
        let again = site.come_back_from(&departed, &provider).await;
        assert_failed(&again, "expired");
    }
    let departed = site.depart().await;
    let response = site
        .come_back(&departed.cookie, &[("state", &state_of(&departed))])
        .await;
    assert_failed(&response, "unavailable");
    assert!(!provider.says().requests.contains(&"/token".to_owned()));
}

#[tokio::test]
async fn goes_nowhere_that_a_parameter_names() {
    let (_provider, site) = oidc();
    for parameter in ["next", "redirect_uri", "returnTo", "from"] {
        let response = site
            .server
            .get(&format!("{START}?{parameter}=https://evil.example"))
            .await;
        let page = location(&response);
        assert!(!page.contains("evil"), "{page}");
    }
}
