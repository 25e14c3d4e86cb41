//! The public keys of a provider: a JSON Web Key Set (RFC 7517).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use thiserror::Error;

/// The length of a coordinate of P-256, and of a key of Ed25519, in bytes.
const POINT_BYTES: usize = 32;
/// The first byte of a point that is not compressed (SEC 1, §2.3.3).
const UNCOMPRESSED: u8 = 4;

/// A text that is no key set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the provider's keys cannot be read")]
pub struct KeySetError;

/// The keys with which a provider signs ID tokens.
#[derive(Debug)]
pub struct KeySet(Vec<Key>);

#[derive(Debug)]
struct Key {
    id: Option<String>,
    public: PublicKey,
}

#[derive(Debug)]
enum PublicKey {
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    P256(Vec<u8>),
    Ed25519(Vec<u8>),
}

#[derive(Deserialize)]
struct Document {
    keys: Vec<Jwk>,
}

/// A key as it is written. Parameters that its kind does not have are absent.
#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl KeySet {
    /// Reads the keys for signatures of the kinds RS256, ES256 and EdDSA, and leaves out all others.
    pub fn parse(document: &[u8]) -> Result<Self, KeySetError> {
        let document: Document = serde_json::from_slice(document).map_err(|_| KeySetError)?;
        let is_for_signatures = |key: &Jwk| key.usage.as_deref().is_none_or(|usage| usage == "sig");
        let keys = document
            .keys
            .into_iter()
            .filter(is_for_signatures)
            .filter_map(|jwk| {
                let public = public_key(&jwk)?;
                Some(Key { id: jwk.kid, public })
            });
        Ok(Self(keys.collect()))
    }

    /// Whether one of the keys has made the signature of `message` with the algorithm of this name. With a key id only the
    /// keys of this id, and those without any, are tried.
    pub fn verify(&self, algorithm: &str, key_id: Option<&str>, message: &[u8], signature: &[u8]) -> bool {
        self.0
            .iter()
            .filter(|key| key_id.is_none() || key.id.is_none() || key.id.as_deref() == key_id)
            .any(|key| key.public.verify(algorithm, message, signature))
    }
}

impl PublicKey {
    /// The kind of the key has to be that of the algorithm: the token does not choose what its key means.
    fn verify(&self, algorithm: &str, message: &[u8], signature: &[u8]) -> bool {
        let verified = match (algorithm, self) {
            ("RS256", Self::Rsa { modulus, exponent }) => RsaPublicKeyComponents {
                n: modulus,
                e: exponent,
            }
            .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature),
            ("ES256", Self::P256(point)) => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
            }
            ("EdDSA", Self::Ed25519(point)) => {
                UnparsedPublicKey::new(&ED25519, point).verify(message, signature)
            }
            _ => return false,
        };
        verified.is_ok()
    }
}

fn public_key(jwk: &Jwk) -> Option<PublicKey> {
    let bytes = |text: &Option<String>| URL_SAFE_NO_PAD.decode(text.as_deref()?).ok();
    let coordinate = |text| bytes(text).filter(|bytes| bytes.len() == POINT_BYTES);
    // Some providers write a sign before it, though RFC 7518, §6.3.1.1 tells them not to.
    let number = |text| Some(bytes(text)?.into_iter().skip_while(|byte| *byte == 0).collect());
    match (jwk.kty.as_str(), jwk.crv.as_deref()) {
        ("RSA", _) => Some(PublicKey::Rsa {
            modulus: number(&jwk.n)?,
            exponent: number(&jwk.e)?,
        }),
        ("EC", Some("P-256")) => {
            let point = [vec![UNCOMPRESSED], coordinate(&jwk.x)?, coordinate(&jwk.y)?].concat();
            Some(PublicKey::P256(point))
        }
        ("OKP", Some("Ed25519")) => coordinate(&jwk.x).map(PublicKey::Ed25519),
        _ => None,
    }
}
