//! Challenges (W3C Web Authentication, § 13.4.3). They are not stored: a challenge holds the time when it expires and a
//! keyed hash over it and over what it is for, so that any node knows it, also after a restart. What is stored, with what
//! the ceremony changes, is that it was used.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::encode;
use crate::auth::secret::SigningSecret;
use crate::domain::passkey::{CHALLENGE_MILLISECONDS, UsedChallenge};
use crate::domain::{Account, Entropy, Time, TokenId};

const TIME_BYTES: usize = 8;
const NONCE_BYTES: usize = 16;

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ceremony {
    /// A new passkey.
    Registration {
        /// The account.
        account: Account,
        /// The session.
        session: TokenId,
        /// Whether the account has a second factor, by which the caller has shown who they are.
        is_enrolled: bool,
    },
    /// A sign-in with a passkey.
    SignIn,
}

/// Issues challenges, and knows them again.
pub struct Challenges(SigningSecret);

impl Challenges {
    /// Creates the challenges of one site.
    pub fn new(secret: SigningSecret) -> Self {
        Self(secret)
    }

    /// Returns a new challenge, in base 64 for URLs.
    pub fn issue(&self, ceremony: Ceremony, now: Time, entropy: &dyn Entropy) -> String {
        let expires_at = now.plus_milliseconds(CHALLENGE_MILLISECONDS).milliseconds();
        let mut nonce = [0; NONCE_BYTES];
        entropy.fill(&mut nonce);
        let mut challenge = [expires_at.to_be_bytes().as_slice(), &nonce].concat();
        let tag = self.mac(ceremony, &challenge).finalize().into_bytes();
        challenge.extend_from_slice(&tag);
        encode(&challenge)
    }

    /// Checks a challenge. Returns `None` if it was not issued for the ceremony, or has expired.
    pub(super) fn check(&self, ceremony: Ceremony, challenge: &[u8], now: Time) -> Option<UsedChallenge> {
        let (content, tag) = challenge.split_at_checked(TIME_BYTES + NONCE_BYTES)?;
        // In constant time.
        self.mac(ceremony, content).verify_slice(tag).ok()?;
        let (time, nonce) = content.split_first_chunk::<TIME_BYTES>()?;
        let expires_at = Time::from_milliseconds(i64::from_be_bytes(*time));
        (expires_at > now).then(|| UsedChallenge {
            nonce: hex::encode(nonce),
            expires_at,
        })
    }

    fn mac(&self, ceremony: Ceremony, content: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.mac();
        match ceremony {
            Ceremony::Registration {
                account,
                session,
                is_enrolled,
            } => {
                mac.update(b"passkey of ");
                mac.update(format!("{} {account} {session} {is_enrolled} ", account.kind()).as_bytes());
            }
            Ceremony::SignIn => mac.update(b"sign-in with a passkey "),
        }
        mac.update(content);
        mac
    }
}
