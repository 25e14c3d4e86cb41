//! The second step of the sign-in of administrators.

use super::login::AdminLoginResponse;
use crate::domain::{Account, AccountId, AdminId, Time};
use crate::http::api::second_step::{self, Owner, SecondStep};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState};
use crate::store::Tx;
use crate::store::admins::{self, AdminCredentials};

/// Completes the sign-in of an administrator with a second factor: a code of the authenticator app, a passkey, or a recovery
/// code.
#[utoipa::path(post, path = "/admin/login/second", operation_id = "adminLoginSecond", tag = "admin",
    request_body = SecondStep,
    responses(
        (status = 200, description = "Signed in", body = AdminLoginResponse),
        (status = 400, description = "A wrong code or passkey, or a ticket that is unknown, used or expired")))]
pub async fn handler(
    State(state): State<AppState>,
    client: ClientDevice,
    Json(body): Json<SecondStep>,
) -> Result<Json<AdminLoginResponse>, ApiError> {
    let (credentials, token) = second_step::complete(&state, client, body, find).await?;
    Ok(Json(AdminLoginResponse::new(credentials.admin, token)))
}

pub(super) fn find(tx: &Tx<'_>, id: AccountId, _: Time) -> Result<Option<Owner<AdminCredentials>>, ApiError> {
    let Some(id) = AdminId::parse(&id.to_string()) else {
        return Ok(None);
    };
    Ok(admins::credentials_of(tx, id)?.map(|credentials| Owner {
        account: Account::Admin(id),
        email: credentials.admin.email.clone(),
        epoch: credentials.token_epoch,
        credentials,
    }))
}
