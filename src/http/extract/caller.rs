//! Who calls, by the token that they bring.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};

use crate::auth::token::Subject;
use crate::domain::{AdminId, UserId};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, admins};

const READERS_ONLY: &str = "Please login with a reader's account";
const ADMINS_ONLY: &str = "Only administrators may do this";
const NOT_ONBOARDED: &str = "Please complete your profile first";

/// Somebody with a good token.
#[derive(Debug, Clone, Copy)]
pub enum SignedIn {
    /// A reader.
    Reader(Reader),
    /// An administrator.
    Admin(Admin),
}

/// A reader with a good token.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Who it is.
    pub id: UserId,
    /// Whether the first steps are done.
    pub onboarded: bool,
}

/// A reader who may take part: their first steps are done (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct Participant(pub UserId);

/// An administrator with a good token.
#[derive(Debug, Clone, Copy)]
pub struct Admin {
    /// Who it is.
    pub id: AdminId,
}

/// Who reads what everybody may read: a reader, or somebody who is none. A token that is no good is
/// refused all the same, so that its client notices that the session is over (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct MaybeReader(pub Option<UserId>);

/// Whoever calls: somebody with a good token, or somebody without any.
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
            SignedIn::Admin(_) => Err(ApiError::Forbidden(READERS_ONLY.to_owned())),
        }
    }
}

impl FromRequestParts<AppState> for Participant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = Reader::from_request_parts(parts, state).await?;
        if reader.onboarded {
            Ok(Self(reader.id))
        } else {
            Err(ApiError::Forbidden(NOT_ONBOARDED.to_owned()))
        }
    }
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Admin(admin) => Ok(admin),
            SignedIn::Reader(_) => Err(ApiError::Forbidden(ADMINS_ONLY.to_owned())),
        }
    }
}

/// Nobody without a token; with one, its account as it stands now.
async fn caller(parts: &Parts, state: &AppState) -> Result<Option<SignedIn>, ApiError> {
    let Some(header) = parts.headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let token = bearer(header).ok_or(ApiError::Unauthorized)?;
    let proof = state
        .tokens
        .read(token, state.clock.now())
        .map_err(|_| ApiError::Unauthorized)?;
    let caller: Option<SignedIn> = match proof.subject {
        Subject::Reader(id) => state.standings.of(&state.store, id).await?.and_then(|standing| {
            let is_good = standing.token_epoch == proof.epoch && standing.is_verified && !standing.is_banned;
            is_good.then_some(SignedIn::Reader(Reader {
                id,
                onboarded: standing.onboarded,
            }))
        }),
        Subject::Admin(id) => {
            let epoch: Result<Option<i64>, StoreError> =
                state.store.read(move |tx| admins::token_epoch(tx, id)).await;
            epoch?
                .filter(|epoch| *epoch == proof.epoch)
                .map(|_| SignedIn::Admin(Admin { id }))
        }
    };
    caller.map(Some).ok_or(ApiError::Unauthorized)
}

fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}
