//! The account that a request's token belongs to.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use super::api_key::{KEY_NOT_ALLOWED, bearer, key_of_request};
use super::staff::Staff;
use crate::auth::token::VerifiedToken;
use crate::domain::{Account, AccountId, UserId};
use crate::http::route_policy::RoutePolicy;
use crate::http::{ApiError, AppState, ErrorCode, request_id};
use crate::store::{StoreError, Tx, admins};

/// The account of a valid token.
#[derive(Debug, Clone, Copy)]
pub enum SignedIn {
    Reader(Reader),
    /// A member of the staff with the token of a session: API keys never stand here.
    Staff(Staff, VerifiedToken),
}

/// A reader with a valid token.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    pub id: UserId,
    pub onboarded: bool,
    /// Whether the staff have silenced them, until a time that has not come yet.
    pub is_silenced: bool,
    pub token: VerifiedToken,
}

/// A reader who may contribute: onboarding is complete (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct OnboardedReader(pub UserId);

/// An [`OnboardedReader`] who is not silenced: they may write, like, bookmark and report.
#[derive(Debug, Clone, Copy)]
pub struct UnsilencedReader(pub UserId);

/// An [`OnboardedReader`] or a member of the staff: somebody who is told things.
#[derive(Debug, Clone, Copy)]
pub struct OnboardedAccount(SignedIn);

impl SignedIn {
    /// The id of the account.
    pub fn account(self) -> AccountId {
        self.token().subject.id()
    }

    /// The token.
    pub fn token(self) -> VerifiedToken {
        match self {
            Self::Reader(reader) => reader.token,
            Self::Staff(_, token) => token,
        }
    }

    /// Returns the id of the account, or an error if the session of a member of the staff has ended. It is the first step
    /// of every write by the staff, as [`Staff::confirm`].
    pub fn confirm(self, tx: &Tx<'_>) -> Result<AccountId, ApiError> {
        if let Self::Staff(staff, token) = self {
            let rights = admins::rights_of_session(tx, staff.id, token.id, token.epoch)?;
            rights.ok_or(ApiError::Unauthorized)?;
        }
        Ok(self.account())
    }
}

impl OnboardedAccount {
    /// The id of the account.
    pub fn account(self) -> AccountId {
        self.0.account()
    }

    /// Returns the id of the account, or an error if its session has ended; see [`SignedIn::confirm`].
    pub fn confirm(self, tx: &Tx<'_>) -> Result<AccountId, ApiError> {
        self.0.confirm(tx)
    }
}

impl Reader {
    fn require_onboarding(self) -> Result<(), ApiError> {
        if self.onboarded {
            return Ok(());
        }
        Err(ApiError::Forbidden(
            ErrorCode::NotOnboarded,
            "Please complete your profile first".into(),
        ))
    }
}

/// The viewer of a public resource, if a reader. An invalid token is still rejected, so that the client notices that the
/// session is over (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct MaybeReader(pub Option<UserId>);

/// The account of the request, if it has a token.
#[derive(Debug, Clone, Copy)]
pub struct MaybeSignedIn(pub Option<SignedIn>);

impl FromRequestParts<AppState> for MaybeSignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        caller(parts, state).await.map(Self)
    }
}

impl FromRequestParts<AppState> for MaybeReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        Ok(Self(match caller(parts, state).await? {
            Some(SignedIn::Reader(reader)) => Some(reader.id),
            Some(SignedIn::Staff(..)) | None => None,
        }))
    }
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        caller(parts, state).await?.ok_or(ApiError::Unauthorized)
    }
}

impl FromRequestParts<AppState> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Reader(reader) => Ok(reader),
            SignedIn::Staff(..) => Err(ApiError::Forbidden(
                ErrorCode::ReadersOnly,
                "Please login with a reader's account".into(),
            )),
        }
    }
}

impl FromRequestParts<AppState> for OnboardedReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = Reader::from_request_parts(parts, state).await?;
        reader.require_onboarding()?;
        Ok(Self(reader.id))
    }
}

impl FromRequestParts<AppState> for OnboardedAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let caller = SignedIn::from_request_parts(parts, state).await?;
        if let SignedIn::Reader(reader) = caller {
            reader.require_onboarding()?;
        }
        Ok(Self(caller))
    }
}

impl FromRequestParts<AppState> for UnsilencedReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = Reader::from_request_parts(parts, state).await?;
        reader.require_onboarding()?;
        if reader.is_silenced {
            return Err(ApiError::Forbidden(
                ErrorCode::Silenced,
                "You may not write comments at the moment".into(),
            ));
        }
        Ok(Self(reader.id))
    }
}

impl FromRequestParts<AppState> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let policy = RoutePolicy::of(&parts.extensions);
        if let Some(key) = key_of_request(parts, state).await? {
            return Self::of_key(&key, state, policy)?.admitted();
        }
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Staff(staff, _) => staff.admitted(),
            SignedIn::Reader(_) => Err(ApiError::Forbidden(
                ErrorCode::AdminsOnly,
                "Only administrators may do this".into(),
            )),
        }
    }
}

/// Returns the account of the request's token, or `None` without a token. API keys are refused: only what takes
/// [`Staff`] is open to them.
async fn caller(parts: &Parts, state: &AppState) -> Result<Option<SignedIn>, ApiError> {
    let Some(header) = parts.headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    if key_of_request(parts, state).await?.is_some() {
        return Err(KEY_NOT_ALLOWED);
    }
    let token = bearer(header).ok_or(ApiError::Unauthorized)?;
    let token = state
        .tokens
        .verify(token, state.clock.now())
        .map_err(|_| ApiError::Unauthorized)?;
    request_id::name_account(token.subject);
    let caller = match token.subject {
        Account::Reader(id) => reader(state, id, token).await?.map(SignedIn::Reader),
        Account::Admin(id) => {
            let policy = RoutePolicy::of(&parts.extensions);
            let staff = Staff::of_session(state, id, token, policy).await?;
            staff.map(|staff| SignedIn::Staff(staff, token))
        }
    };
    let caller = caller.ok_or(ApiError::Unauthorized)?;
    state.seen_sessions.note(token.id);
    Ok(Some(caller))
}

async fn reader(state: &AppState, id: UserId, token: VerifiedToken) -> Result<Option<Reader>, StoreError> {
    let status = state.account_status.get(&state.store, id).await?;
    let now = state.clock.now();
    let status = status.filter(|status| {
        status.token_epoch == token.epoch
            && !status.revoked_tokens.contains(&token.id)
            && status.is_verified
            && !status.is_banned
            && !status.standing.is_banned(now)
    });
    Ok(status.map(|status| Reader {
        id,
        onboarded: status.onboarded,
        is_silenced: status.standing.is_silenced(now),
        token,
    }))
}
