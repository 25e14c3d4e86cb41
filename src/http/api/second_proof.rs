//! What shows that somebody has the second factor of an account: a code or a passkey.

use std::net::IpAddr;

use super::passkeys::PasskeyAssertion;
use crate::actions::passkeys::{PasskeyError, PasskeyUse, Refusal};
use crate::actions::second_factor::UsedCode;
use crate::auth::webauthn::WebauthnError;
use crate::domain::second_factor::FactorCode;
use crate::domain::{Account, Time};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::Tx;

/// A code or a passkey, not yet checked.
pub(super) enum SecondProof {
    Code(FactorCode),
    Passkey(PasskeyUse),
}

impl SecondProof {
    /// Reads what a request holds: the passkey, if there is one, or else the code.
    pub(super) fn parse(code: Option<&str>, passkey: Option<&PasskeyAssertion>) -> Result<Self, ApiError> {
        Ok(match passkey {
            Some(passkey) => Self::Passkey(passkey.decode()?),
            None => Self::Code(FactorCode::parse(code.unwrap_or_default())?),
        })
    }

    /// Checks it, and uses it up. The inner error is that of a wrong one: the write that counts it must not fail.
    pub(super) fn check(
        &self,
        tx: &mut Tx<'_>,
        state: &AppState,
        account: Account,
        network: Option<IpAddr>,
        now: Time,
    ) -> Result<Result<UsedCode, ApiError>, ApiError> {
        Ok(match self {
            Self::Code(code) => state
                .second_factors
                .check(tx, account, code, now)?
                .ok_or_else(wrong_code),
            Self::Passkey(passkey) => state
                .passkeys
                .check(tx, passkey, now)?
                .and_then(|owner| require_owner(owner, account))
                .map_err(|refusal| refused(refusal, network)),
        })
    }
}

/// Returns a refusal if a passkey is of another account.
fn require_owner(owner: Account, account: Account) -> Result<UsedCode, Refusal> {
    if owner == account {
        return Ok(UsedCode::Passkey);
    }
    Err(Refusal {
        account: Some(owner),
        why: WebauthnError::Unknown,
    })
}

fn refused(refusal: Refusal, network: Option<IpAddr>) -> ApiError {
    refusal.log(network);
    PasskeyError::Refused(refusal.why).into()
}

/// Creates the error of a wrong code, or of one that was used.
pub(super) fn wrong_code() -> ApiError {
    ApiError::rejected(
        ErrorCode::InvalidCode,
        "code",
        "This code is not right, or was used already",
    )
}
