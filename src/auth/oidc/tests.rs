use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};

use super::*;
use crate::domain::Time;

const ISSUER: &str = "https://provider.example";
const NOW: i64 = 1_800_000_000;

/// A provider with a key of each kind that a test can make.
struct Provider {
    ed25519: Ed25519KeyPair,
    p256: EcdsaKeyPair,
}

impl Provider {
    fn new() -> Self {
        let random = SystemRandom::new();
        let ed25519 = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let p256 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        Self {
            ed25519: Ed25519KeyPair::from_pkcs8(ed25519.as_ref()).unwrap(),
            p256: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, p256.as_ref(), &random).unwrap(),
        }
    }

    fn keys(&self) -> KeySet {
        let (x, y) = self.p256.public_key().as_ref()[1..].split_at(32);
        let document = json!({"keys": [
            {"kty": "oct", "k": "AAAA"},
            {"kty": "OKP", "crv": "Ed25519", "kid": "one", "use": "sig",
             "x": URL_SAFE_NO_PAD.encode(self.ed25519.public_key())},
            {"kty": "EC", "crv": "P-256", "kid": "two", "x": URL_SAFE_NO_PAD.encode(x),
             "y": URL_SAFE_NO_PAD.encode(y)},
        ]});
        KeySet::parse(document.to_string().as_bytes()).unwrap()
    }

    fn token(&self, header: &Value, claims: &Value) -> String {
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = if header["alg"] == "ES256" {
            let signed = self.p256.sign(&SystemRandom::new(), message.as_bytes());
            signed.unwrap().as_ref().to_vec()
        } else {
            self.ed25519.sign(message.as_bytes()).as_ref().to_vec()
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn verify(&self, header: &Value, claims: &Value) -> Result<PersonClaims, IdTokenError> {
        PersonClaims::verify(&self.token(header, claims), &self.keys(), expected())
    }
}

fn expected() -> Expected<'static> {
    Expected {
        issuer: ISSUER,
        client_id: "blog",
        nonce: "once",
        now: Time::from_milliseconds(NOW * 1_000),
    }
}

fn header() -> Value {
    json!({"alg": "EdDSA", "kid": "one"})
}

/// Returns good claims, with some of them changed.
fn claims(changes: &Value) -> Value {
    let mut claims = json!({
        "iss": ISSUER, "sub": "ada", "aud": "blog", "exp": NOW + 300, "iat": NOW, "nonce": "once",
        "email": "ada@example.org", "email_verified": true, "name": "Ada",
    });
    for (name, value) in changes.as_object().unwrap() {
        claims[name] = value.clone();
    }
    claims
}

#[test]
fn reads_who_has_signed_in() {
    let provider = Provider::new();
    for header in [
        header(),
        json!({"alg": "EdDSA"}),
        json!({"alg": "ES256", "kid": "two"}),
    ] {
        let person = provider.verify(&header, &claims(&json!({"aud": ["blog"], "azp": "blog"})));
        let expected = PersonClaims {
            subject: "ada".to_owned(),
            verified_email: Some("ada@example.org".to_owned()),
            name: Some("Ada".to_owned()),
        };
        assert_eq!(person, Ok(expected), "{header}");
    }
}

#[test]
fn takes_an_address_only_when_the_provider_has_verified_it() {
    let provider = Provider::new();
    for (flag, is_verified) in [
        (json!(true), true),
        (json!("true"), true),
        (json!(false), false),
        (json!("false"), false),
        (Value::Null, false),
    ] {
        let person = provider.verify(&header(), &claims(&json!({"email_verified": flag})));
        assert_eq!(person.unwrap().verified_email.is_some(), is_verified, "{flag}");
    }
}

#[test]
fn refuses_claims_of_another_provider_site_time_or_sign_in() {
    use IdTokenError::{Audience, Expired, Issuer, Malformed, Nonce};
    let provider = Provider::new();
    for (change, error) in [
        (json!({"iss": "https://provider.example/"}), Issuer),
        (json!({"aud": "other"}), Audience),
        (json!({"aud": []}), Audience),
        (json!({"aud": ["blog", "other"]}), Audience),
        (json!({"azp": "other"}), Audience),
        (json!({"exp": NOW - 60}), Expired),
        (json!({"iat": NOW + 61}), Expired),
        (json!({"iat": NOW - 601}), Expired),
        (json!({"nonce": "another"}), Nonce),
        (json!({"nonce": null}), Nonce),
        (json!({"nonce": ""}), Nonce),
        (json!({"sub": ""}), Malformed),
        (json!({"sub": "x".repeat(256)}), Malformed),
        (json!({"exp": "tomorrow"}), Malformed),
    ] {
        assert_eq!(
            provider.verify(&header(), &claims(&change)),
            Err(error),
            "{change}"
        );
    }
    for change in [
        json!({"exp": NOW - 59}),
        json!({"iat": NOW + 60}),
        json!({"iat": NOW - 600}),
    ] {
        assert!(provider.verify(&header(), &claims(&change)).is_ok(), "{change}");
    }
}

#[test]
fn refuses_forged_signatures() {
    let (provider, forger) = (Provider::new(), Provider::new());
    let good = provider.token(&header(), &claims(&json!({})));
    let verify = |token: &str| PersonClaims::verify(token, &provider.keys(), expected());
    assert!(verify(&good).is_ok());
    assert_eq!(
        verify(&forger.token(&header(), &claims(&json!({})))),
        Err(IdTokenError::Signature)
    );
    // The algorithm of the token is not that of the key, or none at all.
    for header in [
        json!({"alg": "none"}),
        json!({"alg": "HS256"}),
        json!({"alg": "RS256", "kid": "one"}),
        json!({"alg": "EdDSA", "kid": "two"}),
        json!({"alg": "EdDSA", "kid": "unknown"}),
    ] {
        let token = provider.token(&header, &claims(&json!({})));
        assert_eq!(verify(&token), Err(IdTokenError::Signature), "{header}");
    }
    let (message, signature) = good.rsplit_once('.').unwrap();
    let claims_of_another = URL_SAFE_NO_PAD.encode(claims(&json!({"sub": "bo"})).to_string());
    let swapped = format!(
        "{}.{claims_of_another}.{signature}",
        message.split_once('.').unwrap().0
    );
    assert_eq!(verify(&swapped), Err(IdTokenError::Signature));
    assert_eq!(verify(&format!("{message}.")), Err(IdTokenError::Signature));
    for text in ["", ".", "..", "a.b.c", message] {
        assert!(verify(text).is_err(), "{text}");
    }
    let critical = json!({"alg": "EdDSA", "kid": "one", "crit": ["exp"]});
    let token = provider.token(&critical, &claims(&json!({})));
    assert_eq!(verify(&token), Err(IdTokenError::Malformed));
}

#[test]
fn takes_what_the_token_leaves_out_from_the_document_of_the_same_person() {
    let provider = Provider::new();
    let person = |changes: &Value| provider.verify(&header(), &claims(changes)).unwrap();
    let bare = person(&json!({"email": null, "email_verified": null, "name": null}));
    let info = |sub: &str, is_verified: bool| {
        json!({"sub": sub, "email": "info@example.org", "email_verified": is_verified, "name": "Info"})
            .to_string()
    };
    let added = |person: PersonClaims, info: String| {
        let person = person.with_user_info(info.as_bytes())?;
        Ok((person.subject, person.verified_email, person.name))
    };
    let all = |email: Option<&str>, name: &str| {
        Ok(("ada".to_owned(), email.map(str::to_owned), Some(name.to_owned())))
    };
    assert_eq!(
        added(bare.clone(), info("ada", true)),
        all(Some("info@example.org"), "Info")
    );
    assert_eq!(added(bare.clone(), info("ada", false)), all(None, "Info"));
    assert_eq!(
        added(person(&json!({})), info("ada", true)),
        all(Some("ada@example.org"), "Ada"),
        "what is signed wins"
    );
    assert_eq!(added(bare.clone(), info("eve", true)), Err(IdTokenError::Subject));
    assert_eq!(added(bare, "[]".to_owned()), Err(IdTokenError::Malformed));
}

#[test]
fn verifies_rsa_signatures() {
    // Made with OpenSSL: ring makes no such keys.
    const MODULUS: &str = "\
        tzOw7Quvw55Rsb4AqAKtIy5RCefODKWK-pzH1PDTooomZFfnRZ5ZE57c_I2LD7dbB8po07f10hEs_jcaL6G_v6Yro1UdVV-qLuwp\
        ytIv3mwgVJ6gRND2G-xrFsMFzvDrfhv7f7As8nD0xfOXZpzgpVOssY70W-UjnVgA8lvKV9Hurb-MP3NRzgtrIaI8-YS1ogKTgLbR\
        Ypyd0bQQRPUIgcLL7JnUjwoegJ-xFcQ-xdbuhkNFTlZfPKBJ3TFKtTyurYnysvR93bvRSi8e0MALbu8u8ydZg7QC_ZD_jUbv0Sgf\
        FafndaNUaKdpQlF0qBh_QifnsNsIv8zhsVBVG4aLYQ";
    const SIGNATURE: &str = "\
        tDAvvyyVVWFQcWiKdfTqcYboXou2squFLlclVNTjkMvTAnfkiLYohV28ZLXN_nPfvQDtEj6ClPHbUeBTNO_cGMWXHE0pNAeLKKrq\
        7NmaCAYWgg13Uf8sK0_wRpHZKfpwYr-ZALVj6lqme0tpMSezYDnaVZX5AfhlKCAipPUv-W8Ur18Tmfk7X7raU9lIMgJFpjK7XSM4\
        FejGNYQLVmMwjraM9AMBU6Kip0nDG0-80nOlAIqmJlsPNd9Z21yR7CguD6A66hgkZ0I8VZ_hjDX6p_fQRXRhPyD4uEO5lWf9bA07\
        sGlSv96so7pi7wqbokbFL6Zr2zwHw0ZBf9HgMsXWEw";
    let keys = json!({"keys": [{"kty": "RSA", "e": "AQAB", "n": MODULUS}]});
    let keys = KeySet::parse(keys.to_string().as_bytes()).unwrap();
    let signature = URL_SAFE_NO_PAD.decode(SIGNATURE).unwrap();
    assert!(keys.verify("RS256", None, b"a message", &signature));
    assert!(!keys.verify("RS256", None, b"another", &signature));
    assert!(!keys.verify("ES256", None, b"a message", &signature));
    let modulus = [vec![0], URL_SAFE_NO_PAD.decode(MODULUS).unwrap()].concat();
    let with_sign = json!({"keys": [{"kty": "RSA", "e": "AQAB", "n": URL_SAFE_NO_PAD.encode(modulus)}]});
    let keys = KeySet::parse(with_sign.to_string().as_bytes()).unwrap();
    assert!(keys.verify("RS256", None, b"a message", &signature));
}

#[test]
fn the_challenge_is_that_of_the_standard() {
    // RFC 7636, appendix B.
    let challenge = code_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    assert_eq!(challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

#[test]
fn credentials_are_encoded_before_they_are_joined() {
    let header = basic_credentials("a:b", "c d%");
    assert_eq!(header, format!("Basic {}", STANDARD.encode("a%3Ab:c+d%25")));
}

#[test]
fn knows_how_a_provider_takes_the_secret_of_a_client() {
    for (methods, expected) in [
        (Value::Null, true),
        (json!(["client_secret_post", "client_secret_basic"]), true),
        (json!(["client_secret_post"]), false),
    ] {
        let document = json!({
            "issuer": ISSUER, "authorization_endpoint": "https://provider.example/in",
            "token_endpoint": "https://provider.example/token", "jwks_uri": "https://provider.example/keys",
            "token_endpoint_auth_methods_supported": methods,
        });
        let metadata = ProviderMetadata::parse(document.to_string().as_bytes(), ISSUER).unwrap();
        assert_eq!(metadata.takes_basic_credentials(), expected, "{document}");
        assert!(!metadata.names_itself_in_answers);
    }
}

#[test]
fn reads_the_description_of_the_provider_that_was_asked_alone() {
    let document = |issuer: &str, token_endpoint: &str| {
        json!({
            "issuer": issuer, "authorization_endpoint": "https://provider.example/in",
            "token_endpoint": token_endpoint, "jwks_uri": "http://127.0.0.1:9/keys",
        })
        .to_string()
    };
    let parse = |text: String| ProviderMetadata::parse(text.as_bytes(), ISSUER);
    assert!(parse(document(ISSUER, "https://provider.example/token")).is_ok());
    let other = "https://provider.example/".to_owned();
    assert_eq!(
        parse(document(&other, "https://provider.example/token")),
        Err(MetadataError::OtherIssuer(other))
    );
    assert_eq!(
        parse(document(ISSUER, "http://provider.example/token")),
        Err(MetadataError::Insecure("token_endpoint"))
    );
    let mut with_user_info: Value =
        serde_json::from_str(&document(ISSUER, "https://provider.example/token")).unwrap();
    with_user_info["userinfo_endpoint"] = json!("http://provider.example/me");
    assert_eq!(
        parse(with_user_info.to_string()),
        Err(MetadataError::Insecure("userinfo_endpoint"))
    );
    assert!(matches!(
        parse("{}".to_owned()),
        Err(MetadataError::Unreadable(_))
    ));
    for issuer in [ISSUER, "https://provider.example/"] {
        assert_eq!(
            ProviderMetadata::address(issuer),
            "https://provider.example/.well-known/openid-configuration"
        );
    }
}
