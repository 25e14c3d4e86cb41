//! Passkeys: the checks of a relying party of W3C Web Authentication Level 3 (<https://www.w3.org/TR/webauthn-3/>), § 7.1
//! for a new one and § 7.2 for a sign-in, in the part that this site needs:
//!
//! - Its passkeys are discoverable, so a sign-in needs no name: the authenticator says whose passkey it is.
//! - User verification is required (the flag UV): a passkey is something that one has, unlocked by something that one
//!   knows or is, and so two factors by itself.
//! - The conveyance of attestation is "none" (§ 5.4.7). Which model an authenticator is does not matter here, so a
//!   statement that comes all the same is read past and not believed.
//! - Extensions are not asked for, and read past.
//!
//! It is written on `ring`, which is here for TLS: the libraries for it bring OpenSSL, or an RSA implementation with an
//! open advisory and dozens of crates.

mod authenticator_data;
mod cbor;
mod challenge;
mod client_data;
mod public_key;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use url::{Host, Url};

use self::authenticator_data::AuthenticatorData;
use self::cbor::Value;
pub use self::challenge::{Ceremony, Challenges};
use self::client_data::Kind;
pub use self::public_key::ALGORITHMS;
use self::public_key::PublicKey;
use crate::domain::Time;
use crate::domain::passkey::{Credential, UsedChallenge};

/// Beyond the largest statement of an authenticator that is known.
const ATTESTATION_BYTES_MAX: usize = 16_384;
/// Beyond the largest public key that is taken, RSA of 4,096 bits. It is stored.
const PUBLIC_KEY_BYTES_MAX: usize = 1_024;

/// A reason why a response of an authenticator is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WebauthnError {
    /// It cannot be read.
    #[error("the response of the authenticator cannot be read")]
    Malformed,
    /// It is of a passkey that is not stored, or of another account.
    #[error("the passkey is not known")]
    Unknown,
    /// It is of another ceremony.
    #[error("the response is of another ceremony")]
    Kind,
    /// The challenge is of somebody else, or has expired.
    #[error("the challenge is not good")]
    Challenge,
    /// It was made on another site, or in a frame.
    #[error("the response was made on another site")]
    Origin,
    /// It is for another site.
    #[error("the response is for another site")]
    RelyingParty,
    /// The authenticator has not verified its user.
    #[error("the authenticator has not verified its user")]
    UserVerification,
    /// What it says about copies contradicts itself, or what it said before.
    #[error("the flags of the backup contradict each other")]
    Backup,
    /// The public key is of a kind that the site does not take.
    #[error("the public key is not of a known kind")]
    PublicKey,
    /// The signature is wrong.
    #[error("the signature is wrong")]
    Signature,
    /// The counter of signatures went back: somebody uses a copy of the authenticator.
    #[error("the counter of signatures went back")]
    Counter,
}

/// The site, as authenticators know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    /// The host, to which passkeys are bound.
    pub id: String,
    id_hash: [u8; 32],
    origin: String,
}

impl RelyingParty {
    /// Returns the site at this address, or `None` where browsers have no passkeys: at an IP address, and without HTTPS
    /// except on the machine itself (§ 5.1.3, § 13.4.9).
    pub fn at(address: &Url) -> Option<Self> {
        let Some(Host::Domain(host)) = address.host() else {
            return None;
        };
        let is_local = host == "localhost" || host.ends_with(".localhost");
        (address.scheme() == "https" || is_local).then(|| Self {
            id: host.to_owned(),
            id_hash: Sha256::digest(host).into(),
            origin: address.origin().ascii_serialization(),
        })
    }
}

/// The response to a request for a new passkey, decoded.
#[derive(Debug, Clone)]
pub struct Attestation {
    /// What the browser says, in JSON.
    pub client_data: Vec<u8>,
    /// The attestation object.
    pub object: Vec<u8>,
}

/// The response to a request for a signature, decoded.
#[derive(Debug, Clone)]
pub struct Assertion {
    /// What the browser says, in JSON.
    pub client_data: Vec<u8>,
    /// What the authenticator says.
    pub authenticator_data: Vec<u8>,
    /// Its signature over both.
    pub signature: Vec<u8>,
}

/// Checks a new passkey, and returns it with the challenge that it uses up.
///
/// # Errors
/// If a step of § 7.1 fails.
pub fn verify_registration(
    party: &RelyingParty,
    challenges: &Challenges,
    ceremony: Ceremony,
    attestation: &Attestation,
    now: Time,
) -> Result<(Credential, UsedChallenge), WebauthnError> {
    let challenge = client_data::challenge_of(&attestation.client_data, Kind::Create, party)?;
    let challenge = challenges
        .check(ceremony, &challenge, now)
        .ok_or(WebauthnError::Challenge)?;
    if attestation.object.len() > ATTESTATION_BYTES_MAX {
        return Err(WebauthnError::Malformed);
    }
    let object = Value::map(&attestation.object)?;
    let data = object.get(&Value::Text("authData")).and_then(Value::bytes);
    let data = AuthenticatorData::read(data.ok_or(WebauthnError::Malformed)?, party)?;
    let new = data.credential.ok_or(WebauthnError::Malformed)?;
    PublicKey::of_cose(&new.key)?;
    if new.cose.len() > PUBLIC_KEY_BYTES_MAX {
        return Err(WebauthnError::PublicKey);
    }
    let credential = Credential {
        id: new.id.to_vec(),
        public_key: new.cose.to_vec(),
        counter: data.counter,
        is_backup_eligible: data.is_backup_eligible,
        is_backed_up: data.is_backed_up,
    };
    Ok((credential, challenge))
}

/// Checks a sign-in with a stored passkey. Returns the passkey as it is to be stored now, and the challenge that was used up.
///
/// # Errors
/// If a step of § 7.2 fails.
pub fn verify_assertion(
    party: &RelyingParty,
    challenges: &Challenges,
    stored: &Credential,
    assertion: &Assertion,
    now: Time,
) -> Result<(Credential, UsedChallenge), WebauthnError> {
    let challenge = client_data::challenge_of(&assertion.client_data, Kind::Get, party)?;
    let challenge = challenges
        .check(Ceremony::SignIn, &challenge, now)
        .ok_or(WebauthnError::Challenge)?;
    let data = AuthenticatorData::read(&assertion.authenticator_data, party)?;
    if data.is_backup_eligible != stored.is_backup_eligible {
        return Err(WebauthnError::Backup);
    }
    let hash = Sha256::digest(&assertion.client_data);
    let message = [assertion.authenticator_data.as_slice(), &hash].concat();
    PublicKey::of_cose(&Value::map(&stored.public_key)?)?.verify(&message, &assertion.signature)?;
    // Authenticators without a counter always say zero.
    let counts = data.counter != 0 || stored.counter != 0;
    if counts && data.counter <= stored.counter {
        return Err(WebauthnError::Counter);
    }
    let credential = Credential {
        counter: data.counter,
        is_backed_up: data.is_backed_up,
        ..stored.clone()
    };
    Ok((credential, challenge))
}

/// Writes bytes as the JSON of Web Authentication has them: in base 64 for URLs, without padding.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads bytes that are written like that.
///
/// # Errors
/// If it is something else.
pub fn decode(text: &str) -> Result<Vec<u8>, WebauthnError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| WebauthnError::Malformed)
}
