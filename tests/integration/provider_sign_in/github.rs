//! GitHub, which has no ID tokens.

use serde_json::{Value, json};

use super::{assert_failed, site_with, state_of};
use crate::support::Site;
use crate::support::provider::Provider;

fn github() -> (Provider, Site) {
    let provider = Provider::start();
    let site = site_with(&provider, "github", &[]);
    (provider, site)
}

#[tokio::test]
async fn signs_in_by_the_primary_address_that_is_verified() {
    let (provider, site) = github();
    provider.says().addresses = json!([
        {"email": "other@example.org", "primary": false, "verified": true, "visibility": null},
        {"email": "ada@example.org", "primary": true, "verified": true, "visibility": "private"},
    ]);
    let departed = site.depart().await;
    let page = departed.page.as_str();
    assert!(
        page.starts_with(&format!("{}/login/oauth/authorize?", provider.issuer)),
        "{page}"
    );
    let asked = |name: &str| departed.page.query_pairs().any(|(found, _)| found == name);
    assert!(asked("code_challenge") && asked("state"), "{page}");
    let answer = site.sign_in_by(&provider).await;
    assert_eq!(answer["user"]["email"], "ada@example.org");
    assert_eq!(answer["user"]["name"], "Ada");
    let again = site.sign_in_by(&provider).await;
    assert_eq!(again["user"]["_id"], answer["user"]["_id"]);
}

#[tokio::test]
async fn takes_no_other_address() {
    let (provider, site) = github();
    for addresses in [
        json!([]),
        json!([{"email": "ada@example.org", "primary": true, "verified": false}]),
        json!([{"email": "ada@example.org", "primary": false, "verified": true}]),
    ] {
        provider.says().addresses = addresses;
        let departed = site.depart().await;
        let response = site.come_back_from(&departed, &provider).await;
        assert_failed(&response, "unverified");
    }
    provider.says().addresses = json!({"message": "Bad credentials"});
    let departed = site.depart().await;
    let response = site.come_back_from(&departed, &provider).await;
    assert_failed(&response, "unavailable");
}

#[tokio::test]
async fn has_the_login_where_there_is_no_name() {
    let (provider, site) = github();
    provider.says().person["name"] = Value::Null;
    let answer = site.sign_in_by(&provider).await;
    assert_eq!(answer["user"]["name"], "ada-l");
}

#[tokio::test]
async fn a_code_that_it_refuses_signs_nobody_in() {
    let (_provider, site) = github();
    let departed = site.depart().await;
    let state = state_of(&departed);
    let refused = site
        .come_back(&departed.cookie, &[("code", "invented"), ("state", &state)])
        .await;
    assert_failed(&refused, "refused");
    assert!(!refused.text().contains("<b>"));
}
