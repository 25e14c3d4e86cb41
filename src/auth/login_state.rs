//! The state of a sign-in while somebody is at a provider. Their browser keeps it, encrypted, so that nothing is stored for
//! those who never come back, and so that only the browser which began the sign-in can go on with it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::sealing::{SealError, SealingKey};
use super::secret::SigningSecret;
use crate::domain::identity::{ProviderName, SIGN_IN_MILLISECONDS};
use crate::domain::{Entropy, Time};

/// The length of each random value.
const RANDOM_BYTES: usize = 32;
/// The purpose of the key.
const PURPOSE: &str = "sign-in by a provider";

/// The random values of one sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginState {
    state: [u8; RANDOM_BYTES],
    nonce: [u8; RANDOM_BYTES],
    verifier: [u8; RANDOM_BYTES],
    expires_at: Time,
}

/// Encrypts the states of sign-ins.
pub struct LoginStates(SealingKey);

impl LoginState {
    /// Begins a sign-in.
    pub fn random(now: Time, entropy: &dyn Entropy) -> Self {
        let random = || {
            let mut bytes = [0; RANDOM_BYTES];
            entropy.fill(&mut bytes);
            bytes
        };
        Self {
            state: random(),
            nonce: random(),
            verifier: random(),
            expires_at: now.plus_milliseconds(SIGN_IN_MILLISECONDS),
        }
    }

    /// The value that the provider's answer has to bring back (RFC 6749, §10.12).
    pub fn state(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.state)
    }

    /// The value that the ID token has to hold (OpenID Connect Core 1.0, §15.5.2).
    pub fn nonce(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.nonce)
    }

    /// The value without which nobody gets tokens for the code (RFC 7636).
    pub fn verifier(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.verifier)
    }

    /// A hash that says whether this sign-in went on already.
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.state))
    }

    /// The time from which it cannot go on.
    pub fn expires_at(&self) -> Time {
        self.expires_at
    }

    fn to_bytes(&self) -> Vec<u8> {
        let time = self.expires_at.milliseconds().to_be_bytes();
        [self.state.as_slice(), &self.nonce, &self.verifier, &time].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (state, rest) = bytes.split_first_chunk()?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (verifier, time) = rest.split_first_chunk()?;
        Some(Self {
            state: *state,
            nonce: *nonce,
            verifier: *verifier,
            expires_at: Time::from_milliseconds(i64::from_be_bytes(time.try_into().ok()?)),
        })
    }
}

impl LoginStates {
    /// Creates the states of one site.
    pub fn new(secret: &SigningSecret) -> Self {
        Self(SealingKey::derive(secret, PURPOSE))
    }

    /// Encrypts the state of a sign-in by a provider, in base 64 for URLs.
    pub fn seal(
        &self,
        provider: &ProviderName,
        state: &LoginState,
        entropy: &dyn Entropy,
    ) -> Result<String, SealError> {
        let sealed = self
            .0
            .seal(provider.as_str().as_bytes(), &state.to_bytes(), entropy)?;
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    /// Decrypts the state of a sign-in by the provider. Returns `None` if it is none, has expired, or is not the one that
    /// `returned` names.
    pub fn open(
        &self,
        provider: &ProviderName,
        sealed: &str,
        returned: &str,
        now: Time,
    ) -> Option<LoginState> {
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let bytes = self.0.open(provider.as_str().as_bytes(), &sealed).ok()?;
        let state = LoginState::from_bytes(&bytes)?;
        let is_returned = bool::from(state.state().as_bytes().ct_eq(returned.as_bytes()));
        (is_returned && now < state.expires_at).then_some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SystemEntropy;

    fn now() -> Time {
        Time::from_milliseconds(1_000)
    }

    fn name(text: &str) -> ProviderName {
        ProviderName::parse(text).unwrap()
    }

    fn states(secret: &str) -> LoginStates {
        LoginStates::new(&SigningSecret::from_text(secret))
    }

    #[test]
    fn opens_for_the_same_provider_state_and_secret_alone() {
        let (ours, state) = (states("one secret"), LoginState::random(now(), &SystemEntropy));
        let sealed = ours.seal(&name("one"), &state, &SystemEntropy).unwrap();
        let open = |states: &LoginStates, provider: &str, sealed: &str, returned: &str| {
            states.open(&name(provider), sealed, returned, now())
        };
        let returned = state.state();
        assert_eq!(open(&ours, "one", &sealed, &returned), Some(state.clone()));
        assert_eq!(open(&ours, "other", &sealed, &returned), None);
        assert_eq!(open(&states("another secret"), "one", &sealed, &returned), None);
        let other = LoginState::random(now(), &SystemEntropy);
        for text in ["", &other.state(), &returned[1..]] {
            assert_eq!(open(&ours, "one", &sealed, text), None, "{text}");
        }
        for text in ["", "%", &sealed[1..], &returned] {
            assert_eq!(open(&ours, "one", text, &returned), None, "{text}");
        }
        assert!(!sealed.contains(&returned));
    }

    #[test]
    fn ends_after_ten_minutes() {
        let (states, state) = (states("a secret"), LoginState::random(now(), &SystemEntropy));
        let sealed = states.seal(&name("one"), &state, &SystemEntropy).unwrap();
        for (milliseconds, is_open) in [(SIGN_IN_MILLISECONDS - 1, true), (SIGN_IN_MILLISECONDS, false)] {
            let later = now().plus_milliseconds(milliseconds);
            let opened = states.open(&name("one"), &sealed, &state.state(), later);
            assert_eq!(opened.is_some(), is_open);
        }
    }

    #[test]
    fn its_values_are_different_and_long_enough_for_the_standards() {
        let state = LoginState::random(now(), &SystemEntropy);
        let values = [state.state(), state.nonce(), state.verifier()];
        assert!(values.iter().all(|value| value.len() == 43), "{values:?}");
        assert!(values[0] != values[1] && values[1] != values[2], "{values:?}");
        assert!(!values.contains(&state.hash()));
    }
}
