//! The tokens of the first start, with which the first administrator is made: keyed hashes alone.

use serde::{Deserialize, Serialize};

use super::settings::{self, Versioned};
use super::{StoreError, Tx};
use crate::domain::Time;

/// The name of the setting.
const SETTING: &str = "setup";

/// The hash of a token, and when it expires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupToken {
    /// The keyed hash, in hexadecimal.
    pub hash: String,
    /// In milliseconds.
    expires_at: i64,
}

impl SetupToken {
    /// Creates a token that is valid until `expires_at`.
    pub fn new(hash: String, expires_at: Time) -> Self {
        Self {
            hash,
            expires_at: expires_at.milliseconds(),
        }
    }
}

/// Returns the tokens that are valid at this time, oldest first.
pub fn tokens(tx: &Tx<'_>, now: Time) -> Result<Vec<SetupToken>, StoreError> {
    let mut tokens = load(tx)?.value;
    tokens.retain(|token| token.expires_at > now.milliseconds());
    Ok(tokens)
}

/// Replaces all tokens.
pub fn put(tx: &mut Tx<'_>, tokens: &[SetupToken], now: Time) -> Result<(), StoreError> {
    let version = load(tx)?.version;
    // Nobody else has written meanwhile: writes follow one another.
    settings::put(tx, SETTING, &tokens, version, now)?;
    Ok(())
}

fn load(tx: &Tx<'_>) -> Result<Versioned<Vec<SetupToken>>, StoreError> {
    Ok(settings::get(tx, SETTING)?.unwrap_or_default())
}
