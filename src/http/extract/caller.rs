//! Who calls, by the token that they bring.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};

use crate::auth::token::{Proof, Subject};
use crate::domain::{Account, AdminId, Time, TokenId, UserId};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, admins, sessions};

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

/// The token that somebody called with.
#[derive(Debug, Clone, Copy)]
pub struct PresentToken {
    /// Which it is.
    pub id: TokenId,
    /// When it ends by itself.
    pub expires_at: Time,
}

/// A reader with a good token.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Who it is.
    pub id: UserId,
    /// Whether the first steps are done.
    pub onboarded: bool,
    /// The token.
    pub token: PresentToken,
}

/// A reader who may take part: their first steps are done (rulings §2).
#[derive(Debug, Clone, Copy)]
pub struct Participant(pub UserId);

/// An administrator with a good token.
#[derive(Debug, Clone, Copy)]
pub struct Admin {
    /// Who it is.
    pub id: AdminId,
    /// The token.
    pub token: PresentToken,
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
    let caller = match proof.subject {
        Subject::Reader(id) => reader(state, id, proof).await?.map(SignedIn::Reader),
        Subject::Admin(id) => admin(state, id, proof).await?.map(SignedIn::Admin),
    };
    caller.map(Some).ok_or(ApiError::Unauthorized)
}

async fn reader(state: &AppState, id: UserId, proof: Proof) -> Result<Option<Reader>, StoreError> {
    let standing = state.standings.of(&state.store, id).await?;
    let standing = standing.filter(|standing| {
        standing.token_epoch == proof.epoch
            && !standing.ended_tokens.contains(&proof.token)
            && standing.is_verified
            && !standing.is_banned
    });
    Ok(standing.map(|standing| Reader {
        id,
        onboarded: standing.onboarded,
        token: proof.into(),
    }))
}

/// Read from the database at each call, so that what a command line changes holds at once.
async fn admin(state: &AppState, id: AdminId, proof: Proof) -> Result<Option<Admin>, StoreError> {
    let (epoch, ended) = state
        .store
        .read(move |tx| {
            let epoch = admins::token_epoch(tx, id)?;
            Ok::<_, StoreError>((epoch, sessions::ended(tx, Account::Admin(id))?))
        })
        .await?;
    let is_good = epoch == Some(proof.epoch) && !ended.contains(&proof.token);
    Ok(is_good.then(|| Admin {
        id,
        token: proof.into(),
    }))
}

impl From<Proof> for PresentToken {
    fn from(proof: Proof) -> Self {
        Self {
            id: proof.token,
            expires_at: proof.expires_at,
        }
    }
}

fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}
