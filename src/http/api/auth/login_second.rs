//! The second step of the sign-in of readers.

use super::login::{self, LoginResponse};
use crate::domain::{Account, AccountId, Time, UserId};
use crate::http::api::second_step::{self, Owner, SecondStep};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::Tx;
use crate::store::users::{self, Credentials};

/// Completes the sign-in of a reader with a second factor: a code of the authenticator app, a passkey, or a recovery
/// code.
#[utoipa::path(post, path = "/auth/login/second", operation_id = "loginSecond", tag = "auth", request_body = SecondStep,
    responses(
        (status = 200, description = "Signed in", body = LoginResponse),
        (status = 400, description = "A wrong code or passkey, or a ticket that is unknown, used or expired"),
        (status = 403, description = "The account is banned")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<SecondStep>,
) -> Result<Json<LoginResponse>, ApiError> {
    let (credentials, token) = second_step::complete(&state, client, body, find).await?;
    Ok(Json(LoginResponse::signed_in(credentials.user, token)))
}

pub(super) fn find(tx: &Tx<'_>, id: AccountId, now: Time) -> Result<Option<Owner<Credentials>>, ApiError> {
    let Some(id) = UserId::parse(&id.to_string()) else {
        return Ok(None);
    };
    let Some(credentials) = users::credentials_by_id(tx, id)? else {
        return Ok(None);
    };
    login::require_not_banned(&credentials.user, now)?;
    Ok(Some(Owner {
        account: Account::Reader(id),
        email: credentials.user.email.clone(),
        epoch: credentials.token_epoch,
        credentials,
    }))
}
