//! Tokens: signed proofs of having signed in, as a reader or as an administrator.

use std::sync::Arc;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::secret::SigningSecret;
use crate::domain::{AdminId, Entropy, Time, TokenId, UserId};

const HOUR_SECONDS: i64 = 3_600;

/// The account that a token speaks for.
pub use crate::domain::Account as Subject;

/// What a good token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// Who it speaks for.
    pub subject: Subject,
    /// The epoch of the account when it was made: another one now means that the token is dead.
    pub epoch: i64,
    /// Which token it is, so that it can be ended alone.
    pub token: TokenId,
    /// When it ends by itself.
    pub expires_at: Time,
}

/// The token is not ours, was changed, or is too old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the token is not good")]
pub struct BadToken;

/// The token could not be signed.
#[derive(Debug, Error)]
#[error("the token could not be signed")]
pub struct SigningError(#[from] jsonwebtoken::errors::Error);

/// Makes and reads tokens.
pub struct Tokens {
    signing: EncodingKey,
    checking: DecodingKey,
    validation: Validation,
    lifetime_seconds: i64,
    entropy: Arc<dyn Entropy>,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    jti: String,
    sub: String,
    aud: Audience,
    iat: i64,
    exp: i64,
    epoch: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Audience {
    Reader,
    Admin,
}

impl Tokens {
    /// Tokens of a site with this secret, good for so many hours.
    pub fn new(secret: &SigningSecret, hours: u32, entropy: Arc<dyn Entropy>) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["exp", "aud", "sub"]);
        // Both audiences come in here and are told apart below; the time is that of our own clock.
        validation.set_audience(&["reader", "admin"]);
        validation.validate_exp = false;
        Self {
            signing: EncodingKey::from_secret(secret.expose()),
            checking: DecodingKey::from_secret(secret.expose()),
            validation,
            lifetime_seconds: i64::from(hours) * HOUR_SECONDS,
            entropy,
        }
    }

    /// A new token for an account in its present epoch.
    pub fn issue(&self, subject: Subject, epoch: i64, now: Time) -> Result<String, SigningError> {
        let (sub, aud) = match subject {
            Subject::Reader(id) => (id.to_string(), Audience::Reader),
            Subject::Admin(id) => (id.to_string(), Audience::Admin),
        };
        let iat = now.milliseconds() / 1_000;
        let claims = Claims {
            jti: TokenId::new(now, self.entropy.as_ref()).to_string(),
            sub,
            aud,
            iat,
            exp: iat + self.lifetime_seconds,
            epoch,
        };
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.signing)?)
    }

    /// What a token proves at this moment. Whether its account still is in that epoch, the caller looks up.
    pub fn read(&self, token: &str, now: Time) -> Result<Proof, BadToken> {
        let claims: Claims = decode(token, &self.checking, &self.validation)
            .map_err(|_| BadToken)?
            .claims;
        let expires_at = Time::from_milliseconds(claims.exp.saturating_mul(1_000));
        if expires_at <= now {
            return Err(BadToken);
        }
        let subject = match claims.aud {
            Audience::Reader => UserId::parse(&claims.sub).map(Subject::Reader),
            Audience::Admin => AdminId::parse(&claims.sub).map(Subject::Admin),
        };
        Ok(Proof {
            subject: subject.ok_or(BadToken)?,
            epoch: claims.epoch,
            token: TokenId::parse(&claims.jti).ok_or(BadToken)?,
            expires_at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    fn noon() -> Time {
        Time::parse("2026-03-01T12:00:00Z").unwrap()
    }

    fn tokens(secret: &str) -> Tokens {
        Tokens::new(&SigningSecret::from_text(secret), 24, Arc::new(SystemEntropy))
    }

    #[test]
    fn a_token_speaks_for_its_account_for_a_day() {
        let tokens = tokens("a secret of this site");
        let reader = Subject::Reader(UserId::new(noon(), &SystemEntropy));
        let token = tokens.issue(reader, 7, noon()).unwrap();
        let a_day = 24 * 3_600_000;
        let proof = tokens.read(&token, noon().plus_milliseconds(a_day - 1)).unwrap();
        assert_eq!(
            (proof.subject, proof.epoch, proof.expires_at),
            (reader, 7, noon().plus_milliseconds(a_day))
        );
        assert_eq!(
            tokens.read(&token, noon().plus_milliseconds(a_day)),
            Err(BadToken)
        );
    }

    #[test]
    fn two_tokens_of_the_same_moment_have_different_ids() {
        let tokens = tokens("a secret of this site");
        let reader = Subject::Reader(UserId::new(noon(), &SystemEntropy));
        let id = || {
            let token = tokens.issue(reader, 0, noon()).unwrap();
            tokens.read(&token, noon()).unwrap().token
        };
        assert_ne!(id(), id());
    }

    #[test]
    fn readers_and_administrators_are_told_apart() {
        let tokens = tokens("a secret of this site");
        let admin = Subject::Admin(AdminId::new(noon(), &SystemEntropy));
        let token = tokens.issue(admin, 0, noon()).unwrap();
        assert_eq!(tokens.read(&token, noon()).unwrap().subject, admin);
    }

    #[test]
    fn what_we_did_not_sign_is_not_good() {
        let ours = tokens("a secret of this site");
        let reader = Subject::Reader(UserId::new(noon(), &SystemEntropy));
        let foreign = tokens("a secret of another site")
            .issue(reader, 0, noon())
            .unwrap();
        let token = ours.issue(reader, 0, noon()).unwrap();
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
            panic!("a token has three parts");
        };
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
        let changed = format!("{header}.{}A.{signature}", &claims[..claims.len() - 1]);
        for bad in [&foreign, &unsigned, &changed, "", "a.b.c", "Bearer"] {
            assert_eq!(ours.read(bad, noon()), Err(BadToken), "{bad}");
        }
    }
}
