//! What the authenticator says about a ceremony (W3C Web Authentication, § 6.1).

use super::cbor::Value;
use super::{RelyingParty, WebauthnError};
use crate::domain::passkey::CREDENTIAL_ID_BYTES_MAX;

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

const HASH_BYTES: usize = 32;
const AAGUID_BYTES: usize = 16;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AuthenticatorData<'a> {
    pub(super) counter: u32,
    pub(super) is_backup_eligible: bool,
    pub(super) is_backed_up: bool,
    /// The new credential, in a registration.
    pub(super) credential: Option<AttestedCredential<'a>>,
}

/// The id of a new credential, and its public key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AttestedCredential<'a> {
    pub(super) id: &'a [u8],
    /// The bytes of `key`.
    pub(super) cose: &'a [u8],
    pub(super) key: Value<'a>,
}

impl<'a> AuthenticatorData<'a> {
    /// Reads the data, and checks that it is of this site and that the authenticator has verified its user.
    pub(super) fn read(bytes: &'a [u8], party: &RelyingParty) -> Result<Self, WebauthnError> {
        let (hash, rest) = split(bytes, HASH_BYTES)?;
        let (flags, rest) = split(rest, 1)?;
        let (counter, mut rest) = split(rest, 4)?;
        let has = |flag: u8| flags.iter().all(|flags| flags & flag != 0);
        if hash != party.id_hash {
            return Err(WebauthnError::RelyingParty);
        }
        if !has(USER_PRESENT) || !has(USER_VERIFIED) {
            return Err(WebauthnError::UserVerification);
        }
        if has(BACKED_UP) && !has(BACKUP_ELIGIBLE) {
            return Err(WebauthnError::Backup);
        }
        let mut credential = None;
        if has(HAS_CREDENTIAL) {
            let (_aaguid, after) = split(rest, AAGUID_BYTES)?;
            let (length, after) = split(after, 2)?;
            let length = length
                .iter()
                .fold(0, |length, byte| length << 8 | usize::from(*byte));
            if length == 0 || length > CREDENTIAL_ID_BYTES_MAX {
                return Err(WebauthnError::Malformed);
            }
            let (id, after) = split(after, length)?;
            let (key, after_key) = Value::map_and_rest(after)?;
            let cose = after.strip_suffix(after_key).ok_or(WebauthnError::Malformed)?;
            credential = Some(AttestedCredential { id, cose, key });
            rest = after_key;
        }
        if has(HAS_EXTENSIONS) {
            rest = Value::map_and_rest(rest)?.1;
        }
        if !rest.is_empty() {
            return Err(WebauthnError::Malformed);
        }
        Ok(Self {
            counter: counter
                .iter()
                .fold(0, |number, byte| number << 8 | u32::from(*byte)),
            is_backup_eligible: has(BACKUP_ELIGIBLE),
            is_backed_up: has(BACKED_UP),
            credential,
        })
    }
}

fn split(bytes: &[u8], length: usize) -> Result<(&[u8], &[u8]), WebauthnError> {
    bytes.split_at_checked(length).ok_or(WebauthnError::Malformed)
}
