//! The browser: only the one that began a sign-in goes on with it, and only the one that came back finishes it.

use serde_json::json;

use super::{
    Arrived, NAME, assert_failed, assert_unknown, cookie, cookies_of, location, oidc, site_with, state_of,
};
use crate::support::Site;
use crate::support::provider::Provider;

#[tokio::test]
async fn sends_the_browser_to_the_provider_with_values_of_its_own() {
    let (provider, site) = oidc();
    let departed = site.depart().await;
    let page = departed.page.as_str();
    assert!(
        page.starts_with(&format!("{}/authorize?tenant=1&", provider.issuer)),
        "{page}"
    );
    let asked = |name: &str| {
        let mut pairs = departed.page.query_pairs();
        pairs.find(|(found, _)| found == name).unwrap().1.into_owned()
    };
    assert_eq!(asked("response_type"), "code");
    assert_eq!(asked("client_id"), "the blog");
    assert_eq!(asked("scope"), "openid email profile");
    assert_eq!(asked("code_challenge_method"), "S256");
    let callback = format!("http://127.0.0.1:8080/api/auth/{NAME}/callback");
    assert_eq!(asked("redirect_uri"), callback);
    let values = ["state", "nonce", "code_challenge"].map(asked);
    assert!(values.iter().all(|value| value.len() == 43), "{values:?}");
    let other = site.depart().await;
    assert_ne!(state_of(&departed), state_of(&other));
    assert!(!departed.cookie.contains(&values[0]), "the cookie is sealed");
}

#[tokio::test]
async fn cookies_are_for_this_site_alone_and_no_script_reads_them() {
    let provider = Provider::start();
    for (base_url, prefix, secure) in [
        ("http://127.0.0.1:8080", "", ""),
        ("https://blog.example.org", "__Host-", "; Secure"),
    ] {
        let site = site_with(&provider, "oidc", &[("SERVER__BASE_URL", base_url)]);
        let started = site.server.get(super::START).await;
        let attributes = format!("; Max-Age=600; Path=/; HttpOnly; SameSite=Lax{secure}");
        let [set]: [String; 1] = cookies_of(&started).try_into().unwrap();
        assert!(set.starts_with(&format!("{prefix}blog_login=")), "{set}");
        assert!(set.ends_with(&attributes), "{set}");
        let departed = super::Departed {
            page: location(&started).parse().unwrap(),
            cookie: cookie(&started, &format!("{prefix}blog_login")),
        };
        let returned = site.come_back_from(&departed, &provider).await;
        let [spent, browser]: [String; 2] = cookies_of(&returned).try_into().unwrap();
        let removed = format!("{prefix}blog_login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax{secure}");
        assert_eq!(spent, removed);
        assert!(browser.starts_with(&format!("{prefix}blog_finish=")), "{browser}");
        let attributes = format!("; Max-Age=600; Path=/; HttpOnly; SameSite=Strict{secure}");
        assert!(browser.ends_with(&attributes), "{browser}");
    }
}

#[tokio::test]
async fn takes_back_only_the_browser_that_began() {
    let (provider, site) = oidc();
    let (departed, other) = (site.depart().await, site.depart().await);
    let code = provider.authorize(&departed.page);
    let (state, state_of_other) = (state_of(&departed), state_of(&other));
    for (cookie, state) in [
        ("", &state),
        (other.cookie.as_str(), &state),
        (departed.cookie.as_str(), &state_of_other),
        (departed.cookie.as_str(), &String::new()),
        ("blog_login=forged", &state),
    ] {
        let refused = site.come_back(cookie, &[("code", &code), ("state", state)]).await;
        assert_failed(&refused, "expired");
        assert!(
            cookies_of(&refused).is_empty(),
            "another sign-in of this browser goes on"
        );
    }
    let refused = site.come_back(&departed.cookie, &[("code", &code)]).await;
    assert_failed(&refused, "expired");
    let asked = |provider: &Provider| provider.says().requests.clone();
    assert!(!asked(&provider).contains(&"/token".to_owned()));
    let admitted = site
        .come_back(&departed.cookie, &[("code", &code), ("state", &state)])
        .await;
    assert!(location(&admitted).starts_with("/login#"));
}

#[tokio::test]
async fn takes_a_browser_back_once_and_within_ten_minutes() {
    let (provider, site) = oidc();
    provider.says().takes_codes_again = true;
    let departed = site.depart().await;
    let (code, state) = (provider.authorize(&departed.page), state_of(&departed));
    let parameters = [("code", code.as_str()), ("state", &state)];
    let first = site.come_back(&departed.cookie, &parameters).await;
    assert!(location(&first).starts_with("/login#"));
    assert_failed(&site.come_back(&departed.cookie, &parameters).await, "expired");
    let departed = site.depart().await;
    site.clock.advance_seconds(600);
    let late = site.come_back_from(&departed, &provider).await;
    assert_failed(&late, "expired");
}

#[tokio::test]
async fn the_state_of_one_provider_is_none_of_another() {
    let (one, other) = (Provider::start(), Provider::start());
    let of_other = other.settings("OTHER", "oidc");
    let of_other: Vec<(&str, &str)> = of_other
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let site = site_with(&one, "oidc", &of_other);
    other.follow(site.clock.clone());
    let started = site.server.get("/api/auth/other/start").await;
    let state = location(&started).parse::<url::Url>().unwrap();
    let state = state
        .query_pairs()
        .find(|(name, _)| name == "state")
        .unwrap()
        .1
        .into_owned();
    let mixed_up = site
        .come_back(
            &cookie(&started, "blog_login"),
            &[("code", "code 0"), ("state", &state)],
        )
        .await;
    assert_failed(&mixed_up, "expired");
}

#[tokio::test]
async fn a_sign_in_is_finished_by_the_same_browser_once_and_within_ten_minutes() {
    let (provider, site) = oidc();
    let arrived = site.arrive(&provider).await;
    let stranger = site.arrive(&provider).await;
    let with = |code: &str, cookie: &str| Arrived {
        code: code.to_owned(),
        cookie: cookie.to_owned(),
    };
    for wrong in [
        with(&arrived.code, ""),
        with(&arrived.code, &stranger.cookie),
        with(&arrived.code, "blog_finish=0"),
        with("", &arrived.cookie),
        with(&stranger.code, &arrived.cookie),
        with(&"0".repeat(64), &arrived.cookie),
        // Neither is the other.
        with(
            arrived.cookie.split('=').nth(1).unwrap(),
            &format!("blog_finish={}", arrived.code),
        ),
    ] {
        assert_unknown(&site.finish(&wrong, json!({})).await);
        assert_unknown(&site.with_arrived(super::CODE, &wrong, json!({})).await);
    }
    site.finish(&arrived, json!({})).await.assert_status_ok();
    assert_unknown(&site.finish(&arrived, json!({})).await);
    site.clock.advance_seconds(600);
    assert_unknown(&site.finish(&stranger, json!({})).await);
}

#[tokio::test]
async fn a_copy_of_the_database_finishes_no_sign_in() {
    let (provider, site) = oidc();
    let arrived = site.arrive(&provider).await;
    let secret = arrived.cookie.split('=').nth(1).unwrap();
    for column in ["code_hash", "browser_hash"] {
        let sql = format!("select {column} from provider_sign_ins");
        let stored = crate::support::database::query(site.folder(), &sql);
        assert!(
            stored.len() == 1 && stored[0] != arrived.code && stored[0] != secret,
            "{stored:?}"
        );
        let guess = Arrived {
            code: stored[0].clone(),
            cookie: format!("blog_finish={}", stored[0]),
        };
        assert_unknown(&site.finish(&guess, json!({})).await);
    }
}

#[tokio::test]
async fn of_two_that_finish_the_same_sign_in_at_once_one_is_signed_in() {
    let (provider, site) = oidc();
    let arrived = site.arrive(&provider).await;
    let finished = crate::support::run_concurrently(4, |_| site.finish(&arrived, json!({}))).await;
    let mut statuses: Vec<u16> = finished
        .iter()
        .map(|response| response.status_code().as_u16())
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400]);
}

#[tokio::test]
async fn only_configured_providers_have_addresses() {
    let site = Site::new();
    for path in [
        "/api/auth/example/start",
        "/api/auth/example/callback?code=1&state=2",
    ] {
        let response = site.server.get(path).await;
        assert_eq!(response.status_code(), 404);
        assert_eq!(response.json::<serde_json::Value>()["code"], "not_found");
    }
    assert!(!site.server.get("/login").await.text().contains("login-providers"));
    let provider = Provider::start();
    let site = site_with(
        &provider,
        "oidc",
        &[("LOGIN__EXAMPLE__LABEL", "\"Ours\" & <others>")],
    );
    for path in ["/", "/login", "/signup"] {
        let page = site.server.get(path).await.text();
        let page = scraper::Html::parse_document(&page);
        let selector = scraper::Selector::parse("meta[name=login-providers]").unwrap();
        let content = page
            .select(&selector)
            .next()
            .unwrap()
            .value()
            .attr("content")
            .unwrap();
        let expected = r#"[{"name":"example","label":"\"Ours\" & <others>"}]"#;
        assert_eq!(content, expected, "{path}");
    }
}
