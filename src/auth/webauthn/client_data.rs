//! What the browser says about a ceremony (W3C Web Authentication, § 5.8.1).

use serde::Deserialize;

use super::{RelyingParty, WebauthnError, decode};

/// Browsers write some 200 bytes.
const BYTES_MAX: usize = 4_096;

/// The kind of a ceremony.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Create,
    Get,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Create => "webauthn.create",
            Self::Get => "webauthn.get",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    top_origin: Option<String>,
}

/// Checks what the browser says, and returns the bytes of the challenge.
pub(super) fn challenge_of(bytes: &[u8], kind: Kind, party: &RelyingParty) -> Result<Vec<u8>, WebauthnError> {
    if bytes.len() > BYTES_MAX {
        return Err(WebauthnError::Malformed);
    }
    let data: ClientData = serde_json::from_slice(bytes).map_err(|_| WebauthnError::Malformed)?;
    if data.kind != kind.name() {
        return Err(WebauthnError::Kind);
    }
    if data.origin != party.origin || data.cross_origin || data.top_origin.is_some() {
        return Err(WebauthnError::Origin);
    }
    decode(&data.challenge)
}
