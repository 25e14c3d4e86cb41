//! The API key of a request.

use std::borrow::Cow;

use axum::http::request::Parts;
use axum::http::{HeaderValue, header};

use crate::auth::api_key::KeyText;
use crate::domain::{Account, Time};
use crate::http::route_policy::RoutePolicy;
use crate::http::{ApiError, AppState, ErrorCode, request_id};
use crate::store::api_keys::{self, KeyRights};

/// The error of a key whose scopes do not open an operation.
pub const KEY_NOT_ALLOWED: ApiError = ApiError::Forbidden(
    ErrorCode::KeyNotAllowed,
    Cow::Borrowed("This API key may not do this"),
);

/// A key that is good and has the scope of the route.
pub struct GoodKey {
    /// What it permits.
    pub rights: KeyRights,
    /// When it was good.
    pub at: Time,
}

/// Returns the API key of a request, or `None` if it claims to have none, or an error if the key is not good or may not
/// call the route.
pub async fn key_of_request(parts: &Parts, state: &AppState) -> Result<Option<GoodKey>, ApiError> {
    let text = parts.headers.get(header::AUTHORIZATION).and_then(bearer);
    let Some(text) = text.filter(|text| KeyText::is_claimed_by(text)) else {
        return Ok(None);
    };
    let key = KeyText::parse(text).ok_or(ApiError::Unauthorized)?;
    let (hash, at) = (state.key_hasher.hash(&key), state.clock.now());
    let rights = state.read(move |tx| api_keys::by_hash(tx, &hash, at)).await?;
    let rights = rights.ok_or(ApiError::Unauthorized)?;
    request_id::name_account(Account::Admin(rights.key.creator));
    if rights.is_use_due {
        let id = rights.key.id;
        state.write(move |tx| api_keys::record_use(tx, id, at)).await?;
    }
    let scope = RoutePolicy::of(&parts.extensions).key_scope;
    if !scope.is_some_and(|scope| rights.key.scopes.contains(scope)) {
        return Err(KEY_NOT_ALLOWED);
    }
    Ok(Some(GoodKey { rights, at }))
}

/// Returns the token or key of a header.
pub fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start())
}
