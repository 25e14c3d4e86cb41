//! The account that a request's token belongs to.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};

use crate::auth::token::VerifiedToken;
use crate::domain::{Account, AdminId, UserId};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::{StoreError, sessions};

/// The account of a valid token.
#[derive(Debug, Clone, Copy)]
pub enum SignedIn {
    Reader(Reader),
    Admin(Admin),
}

/// A reader with a valid token.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    pub id: UserId,
    pub onboarded: bool,
    pub token: VerifiedToken,
}

/// A reader who may contribute: onboarding is complete (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct OnboardedReader(pub UserId);

/// An administrator with a valid token.
#[derive(Debug, Clone, Copy)]
pub struct Admin {
    pub id: AdminId,
    pub token: VerifiedToken,
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
            Some(SignedIn::Admin(_)) | None => None,
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
            SignedIn::Admin(_) => Err(ApiError::Forbidden(
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
        if reader.onboarded {
            Ok(Self(reader.id))
        } else {
            Err(ApiError::Forbidden(
                ErrorCode::NotOnboarded,
                "Please complete your profile first".into(),
            ))
        }
    }
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Admin(admin) => Ok(admin),
            SignedIn::Reader(_) => Err(ApiError::Forbidden(
                ErrorCode::AdminsOnly,
                "Only administrators may do this".into(),
            )),
        }
    }
}

/// Returns the account of the request's token, or `None` without a token.
async fn caller(parts: &Parts, state: &AppState) -> Result<Option<SignedIn>, ApiError> {
    let Some(header) = parts.headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = bearer(header).ok_or(ApiError::Unauthorized)?;
    let token = state
        .tokens
        .verify(token, state.clock.now())
        .map_err(|_| ApiError::Unauthorized)?;
    let caller = match token.subject {
        Account::Reader(id) => reader(state, id, token).await?.map(SignedIn::Reader),
        Account::Admin(id) => admin(state, id, token).await?.map(SignedIn::Admin),
    };
    caller.map(Some).ok_or(ApiError::Unauthorized)
}

async fn reader(state: &AppState, id: UserId, token: VerifiedToken) -> Result<Option<Reader>, StoreError> {
    let status = state.account_status.get(&state.store, id).await?;
    let status = status.filter(|status| {
        status.token_epoch == token.epoch
            && !status.revoked_tokens.contains(&token.id)
            && status.is_verified
            && !status.is_banned
    });
    Ok(status.map(|status| Reader {
        id,
        onboarded: status.onboarded,
        token,
    }))
}

/// Reads the administrator from the database each time, so that a change by the command line takes effect at once.
async fn admin(state: &AppState, id: AdminId, token: VerifiedToken) -> Result<Option<Admin>, StoreError> {
    let is_open = state
        .store
        .read(move |tx| sessions::is_open(tx, token.subject, token.id, token.epoch))
        .await?;
    Ok(is_open.then_some(Admin { id, token }))
}

fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}
