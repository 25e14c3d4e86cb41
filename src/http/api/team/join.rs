//! Joining the team with an invitation.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::actions::security_log::{self, Event};
use crate::actions::team;
use crate::auth::link_token::LinkToken;
use crate::domain::admin::AdminName;
use crate::domain::{Account, AdminId, Password};
use crate::http::api::admin::taken;
use crate::http::api::dto::AdminBody;
use crate::http::api::sign_in::{self, FIRST_EPOCH};
use crate::http::extract::{ClientDevice, Json, State};
use crate::http::{ApiError, AppState, ErrorCode};
use crate::store::invites;

/// The account of a new member.
#[derive(Deserialize, ToSchema)]
pub struct JoinRequest {
    /// The part of the link after the `#`.
    token: String,
    /// 2 to 100 characters.
    username: String,
    /// 8 to 128 characters, and not one of the most common.
    password: String,
}

/// The new member, signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct JoinResponse {
    success: bool,
    message: &'static str,
    token: String,
    admin: AdminBody,
}

/// Adds the holder of an invitation to the team, under the address that it was mailed to, and signs them in. The
/// invitation is used up.
#[utoipa::path(post, path = "/admin/join", operation_id = "joinTeam", tag = "team", request_body = JoinRequest,
    responses(
        (status = 201, description = "The new member, signed in", body = JoinResponse),
        (status = 400, description = "The invitation is no longer valid, or a field is invalid"),
        (status = 409, description = "The username or the email is taken")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientDevice { network, device }: ClientDevice,
    Json(body): Json<JoinRequest>,
) -> Result<(StatusCode, Json<JoinResponse>), ApiError> {
    let refuse = || {
        security_log::record_visitor(Event::InviteRefused, None, network);
        invalid_link()
    };
    let token = LinkToken::parse(&body.token).ok_or_else(refuse)?;
    let (now, hash) = (state.clock.now(), token.hash());
    let invite = state.read(move |tx| invites::by_token(tx, &hash, now)).await?;
    // Before the fields: nobody without an invitation makes the site hash a password.
    let invite = invite.ok_or_else(refuse)?;
    let username = AdminName::parse(&body.username)?;
    let own = [username.as_str(), invite.email.as_str()];
    let password = Password::parse("password", &body.password, &own)?;
    let hash = state.passwords.hash(network, password).await?;
    let id = AdminId::new(now, state.entropy.as_ref());
    let auditor = state.auditor(id);
    let (account, site) = (Account::Admin(id), state.clone());
    let joined = state
        .write(move |tx| {
            let Some(admin) = team::join(tx, &token, id, username, hash, &auditor).map_err(taken)? else {
                return Ok(None);
            };
            let token = sign_in::begin_first(tx, &site, account, FIRST_EPOCH, device, now)?;
            Ok::<_, ApiError>(Some((admin, token)))
        })
        .await?;
    let (admin, token) = joined.ok_or_else(refuse)?;
    security_log::record(Event::AdminCreated, account, network);
    sign_in::record(&state, account, network, false);
    let response = JoinResponse {
        success: true,
        message: "Welcome to the team!",
        token,
        admin: admin.into(),
    };
    Ok((StatusCode::CREATED, Json(response)))
}

fn invalid_link() -> ApiError {
    ApiError::rejected(
        ErrorCode::InvalidLink,
        "token",
        "This invitation is no longer valid: it was used, withdrawn or is older than seven days.",
    )
}
