//! What providers say: only what the right one has signed for this sign-in is believed.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use super::{assert_failed, location, oidc, site_with};
use crate::support::provider::{Forge, Provider, Signer, message};

/// Signs with the public key as if it was a shared secret.
fn by_public_key(signer: &Signer, claims: &Value) -> String {
    let message = message(&json!({"alg": "HS256", "kid": "k"}), claims);
    let mut mac = Hmac::<Sha256>::new_from_slice(signer.point()).unwrap();
    mac.update(message.as_bytes());
    format!(
        "{message}.{}",
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    )
}

#[tokio::test]
async fn refuses_tokens_that_the_provider_has_not_signed() {
    let (provider, site) = oidc();
    let forgeries: [(&str, Forge); 6] = [
        ("another key", |_, claims| {
            Signer::new().token(&json!({"alg": "ES256", "kid": "k"}), claims)
        }),
        ("no algorithm", |_, claims| {
            format!("{}.", message(&json!({"alg": "none"}), claims))
        }),
        ("no algorithm, but a signature", |signer, claims| {
            signer.token(&json!({"alg": "none"}), claims)
        }),
        ("the public key as a secret", by_public_key),
        ("an unknown key", |signer, claims| {
            signer.token(&json!({"alg": "ES256", "kid": "other"}), claims)
        }),
        ("other claims", |signer, claims| {
            let signed = signer.token(&json!({"alg": "ES256", "kid": "k"}), claims);
            let (_, signature) = signed.rsplit_once('.').unwrap();
            let mut others = claims.clone();
            others["sub"] = json!("2");
            format!(
                "{}.{signature}",
                message(&json!({"alg": "ES256", "kid": "k"}), &others)
            )
        }),
    ];
    for (what, forge) in forgeries {
        provider.says().forge = Some(forge);
        let departed = site.depart().await;
        let response = site.come_back_from(&departed, &provider).await;
        assert_eq!(location(&response), "/login?error=refused", "{what}");
        assert_failed(&response, "refused");
    }
}

#[tokio::test]
async fn refuses_tokens_of_another_provider_site_time_or_sign_in() {
    let (provider, site) = oidc();
    let now = 1_772_366_400;
    for claims in [
        json!({"iss": "https://other.example"}),
        json!({"aud": "another site"}),
        json!({"aud": ["the blog", "another site"]}),
        json!({"azp": "another site"}),
        json!({"exp": now - 60}),
        json!({"iat": now - 601}),
        json!({"iat": now + 61}),
        json!({"nonce": "another"}),
        json!({"nonce": null}),
        json!({"sub": ""}),
    ] {
        provider.says().claims = claims.clone();
        let departed = site.depart().await;
        let response = site.come_back_from(&departed, &provider).await;
        assert_eq!(location(&response), "/login?error=refused", "{claims}");
    }
    provider.says().claims = json!({"aud": ["the blog"], "azp": "the blog", "exp": now - 59});
    assert!(site.sign_in_by(&provider).await["token"].is_string());
}

#[tokio::test]
async fn takes_only_verified_addresses() {
    let (provider, site) = oidc();
    for (name, value) in [
        ("email_verified", json!(false)),
        ("email_verified", json!("false")),
        ("email_verified", Value::Null),
        ("email", Value::Null),
        ("email", json!("nobody@localhost")),
    ] {
        let right = provider.says().person.clone();
        provider.says().person[name] = value;
        let departed = site.depart().await;
        let response = site.come_back_from(&departed, &provider).await;
        assert_failed(&response, "unverified");
        provider.says().person = right;
    }
}

#[tokio::test]
async fn asks_for_the_address_where_the_token_has_none() {
    let (provider, site) = oidc();
    provider.says().uses_user_info = true;
    // Of another person: an access token that was swapped.
    provider.says().user_info = json!({"sub": "2", "email": "eve@example.org", "email_verified": true});
    let departed = site.depart().await;
    let response = site.come_back_from(&departed, &provider).await;
    assert_failed(&response, "refused");
    provider.says().user_info = Value::Null;
    let answer = site.sign_in_by(&provider).await;
    assert_eq!(answer["user"]["email"], "ada@example.org");
}

#[tokio::test]
async fn admits_only_the_domains_of_the_settings() {
    let provider = Provider::start();
    let domains = ("LOGIN__EXAMPLE__ALLOWED_DOMAINS", "example.com, example.org");
    let site = site_with(&provider, "oidc", &[domains]);
    for (email, is_admitted) in [
        ("ada@example.net", false),
        ("ada@sub.example.org", false),
        ("ada@notexample.org", false),
        ("Ada@EXAMPLE.org", true),
    ] {
        provider.says().person["email"] = json!(email);
        let departed = site.depart().await;
        let response = site.come_back_from(&departed, &provider).await;
        if is_admitted {
            assert!(location(&response).starts_with("/login#"), "{email}");
        } else {
            assert_failed(&response, "domain");
        }
    }
}

#[tokio::test]
async fn refuses_the_answer_of_another_provider() {
    let (provider, site) = oidc();
    let other = "https://other.example".to_owned();
    let come_back = async |issuer: Option<&str>| {
        let departed = site.depart().await;
        let (code, state) = (provider.authorize(&departed.page), super::state_of(&departed));
        let mut parameters = vec![("code", code.as_str()), ("state", &state)];
        parameters.extend(issuer.map(|issuer| ("iss", issuer)));
        site.come_back(&departed.cookie, &parameters).await
    };
    assert_failed(&come_back(Some(&other)).await, "refused");
    let right = provider.issuer.clone();
    assert!(location(&come_back(Some(&right)).await).starts_with("/login#"));
    assert!(location(&come_back(None).await).starts_with("/login#"));
    // One that says that it always names itself.
    provider.says().description = json!({"authorization_response_iss_parameter_supported": true});
    site.clock.advance_seconds(3_600);
    assert_failed(&come_back(None).await, "refused");
    assert!(location(&come_back(Some(&right)).await).starts_with("/login#"));
}
