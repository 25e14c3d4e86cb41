//! Sign-in tokens: JSON Web Tokens for readers and administrators.

use std::sync::Arc;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::jwt_hmac;
use super::secret::SigningSecret;
use crate::domain::{Account, AdminId, Entropy, Time, TokenId, UserId};

const HOUR_SECONDS: i64 = 3_600;

/// The content of a valid token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The account that it authenticates.
    pub subject: Account,
    /// The epoch of the account at the time of issue; when the account has another one, the token is revoked.
    pub epoch: i64,
    /// The id of the token, so that it can be revoked individually.
    pub id: TokenId,
    /// When it expires.
    pub expires_at: Time,
}

/// A new token.
#[derive(Clone)]
pub struct IssuedToken {
    /// The token itself.
    pub text: String,
    /// Its id, which is the id of the session.
    pub id: TokenId,
    /// When it expires.
    pub expires_at: Time,
}

/// The token was not issued by this site, was changed, or has expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the token is not good")]
pub struct InvalidToken;

/// The token could not be signed.
#[derive(Debug, Error)]
#[error("the token could not be signed")]
pub struct SigningError(#[from] jsonwebtoken::errors::Error);

/// Issues and verifies tokens.
pub struct TokenIssuer {
    signing: EncodingKey,
    verifying: DecodingKey,
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

impl TokenIssuer {
    /// Issues tokens with the secret of the site, valid for `hours` hours.
    pub fn new(secret: &SigningSecret, hours: u32, entropy: Arc<dyn Entropy>) -> Self {
        jwt_hmac::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_required_spec_claims(&["exp", "aud", "sub"]);
        // Both audiences are valid here and distinguished below; expiry is checked against our own clock.
        validation.set_audience(&["reader", "admin"]);
        validation.validate_exp = false;
        Self {
            signing: EncodingKey::from_secret(secret.expose()),
            verifying: DecodingKey::from_secret(secret.expose()),
            validation,
            lifetime_seconds: i64::from(hours) * HOUR_SECONDS,
            entropy,
        }
    }

    /// Issues a token for an account in its current epoch.
    pub fn issue(&self, subject: Account, epoch: i64, now: Time) -> Result<IssuedToken, SigningError> {
        let (sub, aud) = match subject {
            Account::Reader(id) => (id.to_string(), Audience::Reader),
            Account::Admin(id) => (id.to_string(), Audience::Admin),
        };
        let iat = now.milliseconds() / 1_000;
        let exp = iat + self.lifetime_seconds;
        let id = TokenId::new(now, self.entropy.as_ref());
        let claims = Claims {
            jti: id.to_string(),
            sub,
            aud,
            iat,
            exp,
            epoch,
        };
        Ok(IssuedToken {
            text: encode(&Header::new(Algorithm::HS256), &claims, &self.signing)?,
            id,
            expires_at: Time::from_milliseconds(exp.saturating_mul(1_000)),
        })
    }

    /// Verifies a token at the time `now`. The caller checks that the account is still in the token's epoch.
    pub fn verify(&self, token: &str, now: Time) -> Result<VerifiedToken, InvalidToken> {
        let claims: Claims = decode(token, &self.verifying, &self.validation)
            .map_err(|_| InvalidToken)?
            .claims;
        let expires_at = Time::from_milliseconds(claims.exp.saturating_mul(1_000));
        if expires_at <= now {
            return Err(InvalidToken);
        }
        let subject = match claims.aud {
            Audience::Reader => UserId::parse(&claims.sub).map(Account::Reader),
            Audience::Admin => AdminId::parse(&claims.sub).map(Account::Admin),
        };
        Ok(VerifiedToken {
            subject: subject.ok_or(InvalidToken)?,
            epoch: claims.epoch,
            id: TokenId::parse(&claims.jti).ok_or(InvalidToken)?,
            expires_at,
        })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;
    use crate::domain::SystemEntropy;

    fn noon() -> Time {
        Time::parse("2026-03-01T12:00:00Z").unwrap()
    }

    fn tokens(secret: &str) -> TokenIssuer {
        TokenIssuer::new(&SigningSecret::from_text(secret), 24, Arc::new(SystemEntropy))
    }

    #[test]
    fn token_is_valid_for_its_lifetime() {
        let tokens = tokens("a secret of this site");
        let reader = Account::Reader(UserId::new(noon(), &SystemEntropy));
        let issued = tokens.issue(reader, 7, noon()).unwrap();
        let token = issued.text;
        let a_day = 24 * 3_600_000;
        let proof = tokens
            .verify(&token, noon().plus_milliseconds(a_day - 1))
            .unwrap();
        assert_eq!((proof.id, proof.expires_at), (issued.id, issued.expires_at));
        assert_eq!(
            (proof.subject, proof.epoch, proof.expires_at),
            (reader, 7, noon().plus_milliseconds(a_day))
        );
        assert_eq!(
            tokens.verify(&token, noon().plus_milliseconds(a_day)),
            Err(InvalidToken)
        );
    }

    #[test]
    fn two_tokens_issued_at_the_same_time_have_different_ids() {
        let tokens = tokens("a secret of this site");
        let reader = Account::Reader(UserId::new(noon(), &SystemEntropy));
        let id = || {
            let token = tokens.issue(reader, 0, noon()).unwrap().text;
            tokens.verify(&token, noon()).unwrap().id
        };
        assert_ne!(id(), id());
    }

    #[test]
    fn distinguishes_readers_and_administrators() {
        let tokens = tokens("a secret of this site");
        let admin = Account::Admin(AdminId::new(noon(), &SystemEntropy));
        let token = tokens.issue(admin, 0, noon()).unwrap().text;
        assert_eq!(tokens.verify(&token, noon()).unwrap().subject, admin);
    }

    #[test]
    fn verifies_the_example_of_the_standard_for_signatures() {
        // RFC 7515, appendix A.1: its key, its claims and its signature.
        jwt_hmac::install();
        let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
        let key = URL_SAFE_NO_PAD.decode(key).unwrap();
        let message = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
             eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signature = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let (signing, verifying) = (EncodingKey::from_secret(&key), DecodingKey::from_secret(&key));
        let sign = |algorithm| jsonwebtoken::crypto::sign(message.as_bytes(), &signing, algorithm);
        assert_eq!(sign(Algorithm::HS256).unwrap(), signature);
        assert!(sign(Algorithm::HS512).is_err());
        let verify = |signature: &str| {
            jsonwebtoken::crypto::verify(signature, message.as_bytes(), &verifying, Algorithm::HS256)
        };
        assert_eq!(verify(signature).ok(), Some(true));
        assert_eq!(verify(&signature.replace('d', "e")).ok(), Some(false));
        assert_eq!(verify("").ok(), Some(false));
    }

    #[test]
    fn rejects_foreign_unsigned_and_changed_tokens() {
        let ours = tokens("a secret of this site");
        let reader = Account::Reader(UserId::new(noon(), &SystemEntropy));
        let foreign = tokens("a secret of another site")
            .issue(reader, 0, noon())
            .unwrap()
            .text;
        let token = ours.issue(reader, 0, noon()).unwrap().text;
        let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
            panic!("a token has three parts");
        };
        // {"alg":"none","typ":"JWT"}
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
        let changed = format!("{header}.{}A.{signature}", &claims[..claims.len() - 1]);
        for bad in [&foreign, &unsigned, &changed, "", "a.b.c", "Bearer"] {
            assert_eq!(ours.verify(bad, noon()), Err(InvalidToken), "{bad}");
        }
    }
}
