//! ID tokens: what a provider says of the person who has signed in.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

use super::KeySet;
use crate::domain::Time;

/// The largest difference between the clock of a provider and this one.
const CLOCK_SKEW_SECONDS: i64 = 60;
/// The oldest token that is accepted; it was issued in the request before.
const AGE_MAX_SECONDS: i64 = 10 * 60;
/// The longest identifier of a person (OpenID Connect Core 1.0, §2).
const SUBJECT_LENGTH_MAX: usize = 255;

/// The reason for which an ID token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum IdTokenError {
    /// It is no token.
    #[error("it is no ID token")]
    Malformed,
    /// No key of the provider has signed it.
    #[error("its signature is not the provider's")]
    Signature,
    /// Another provider has issued it.
    #[error("another provider has issued it")]
    Issuer,
    /// It is meant for another site.
    #[error("it is meant for another site")]
    Audience,
    /// It has expired, or was issued too long ago, or in the future.
    #[error("it has expired, or the clocks differ")]
    Expired,
    /// It belongs to another sign-in.
    #[error("it belongs to another sign-in")]
    Nonce,
    /// What the provider says beside it is about another person.
    #[error("what the provider says beside it is about another person")]
    Subject,
}

/// The values that the token of a sign-in has to have.
#[derive(Debug, Clone, Copy)]
pub struct Expected<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// The id of this site at the provider.
    pub client_id: &'a str,
    /// The random value that was sent with this sign-in.
    pub nonce: &'a str,
    /// The current time.
    pub now: Time,
}

/// What a provider says of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonClaims {
    /// The person's identifier at the provider, which never changes and is never another person's.
    pub subject: String,
    /// The address, if the provider has verified it.
    pub verified_email: Option<String>,
    /// The name.
    pub name: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    /// The extensions that a reader has to know (RFC 7515, §4.1.11). None is known here.
    crit: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nonce: Option<String>,
    #[serde(flatten)]
    profile: Profile,
}

/// What ID tokens and the UserInfo endpoint say alike (OpenID Connect Core 1.0, §5.1).
#[derive(Deserialize)]
struct Profile {
    email: Option<String>,
    email_verified: Option<Flag>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    #[serde(flatten)]
    profile: Profile,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

/// Some providers write it as a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Flag {
    Bool(bool),
    Text(String),
}

impl PersonClaims {
    /// Verifies an ID token (OpenID Connect Core 1.0, §3.1.3.7).
    pub fn verify(token: &str, keys: &KeySet, expected: Expected<'_>) -> Result<Self, IdTokenError> {
        let (message, signature) = token.rsplit_once('.').ok_or(IdTokenError::Malformed)?;
        let (header, claims) = message.split_once('.').ok_or(IdTokenError::Malformed)?;
        let header: Header = decode(header)?;
        if header.crit.is_some() {
            return Err(IdTokenError::Malformed);
        }
        let signature = URL_SAFE_NO_PAD
            .decode(signature)
            .map_err(|_| IdTokenError::Malformed)?;
        if !keys.verify(&header.alg, header.kid.as_deref(), message.as_bytes(), &signature) {
            return Err(IdTokenError::Signature);
        }
        decode::<Claims>(claims)?.checked(expected)
    }

    /// Adds what the UserInfo endpoint says of the same person (OpenID Connect Core 1.0, §5.3): a provider may leave the
    /// address out of the token.
    pub fn with_user_info(self, document: &[u8]) -> Result<Self, IdTokenError> {
        let info: UserInfo = serde_json::from_slice(document).map_err(|_| IdTokenError::Malformed)?;
        // The token is signed for this sign-in, the document is not.
        if info.sub != self.subject {
            return Err(IdTokenError::Subject);
        }
        let known = info.profile.of(self.subject);
        Ok(Self {
            verified_email: self.verified_email.or(known.verified_email),
            name: self.name.or(known.name),
            subject: known.subject,
        })
    }
}

impl Profile {
    fn of(self, subject: String) -> PersonClaims {
        let is_verified = match self.email_verified {
            Some(Flag::Bool(is_verified)) => is_verified,
            Some(Flag::Text(text)) => text == "true",
            None => false,
        };
        PersonClaims {
            subject,
            verified_email: self.email.filter(|_| is_verified),
            name: self.name,
        }
    }
}

impl Claims {
    fn checked(self, expected: Expected<'_>) -> Result<PersonClaims, IdTokenError> {
        if self.iss != expected.issuer {
            return Err(IdTokenError::Issuer);
        }
        // A token for several sites could be one that another of them has passed on.
        let is_for_us = match &self.aud {
            Audience::One(client) => client == expected.client_id,
            Audience::Many(clients) => clients.as_slice() == [expected.client_id],
        };
        if !is_for_us || self.azp.is_some_and(|client| client != expected.client_id) {
            return Err(IdTokenError::Audience);
        }
        let now = expected.now.milliseconds() / 1_000;
        let is_current = now.saturating_sub(CLOCK_SKEW_SECONDS) < self.exp
            && self.iat <= now.saturating_add(CLOCK_SKEW_SECONDS)
            && now.saturating_sub(AGE_MAX_SECONDS) <= self.iat;
        if !is_current {
            return Err(IdTokenError::Expired);
        }
        let nonce = self.nonce.unwrap_or_default();
        if !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
            return Err(IdTokenError::Nonce);
        }
        if self.sub.is_empty() || self.sub.len() > SUBJECT_LENGTH_MAX {
            return Err(IdTokenError::Malformed);
        }
        Ok(self.profile.of(self.sub))
    }
}

fn decode<T: DeserializeOwned>(part: &str) -> Result<T, IdTokenError> {
    let json = URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| IdTokenError::Malformed)?;
    serde_json::from_slice(&json).map_err(|_| IdTokenError::Malformed)
}
