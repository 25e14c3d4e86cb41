//! The end of one of the caller's sessions.

use super::Ending;
use crate::actions::security_log::{self, Event};
use crate::domain::TokenId;
use crate::http::api::dto::MessageResponse;
use crate::http::api::password_check::require_session;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::sessions;

const UNKNOWN: ApiError = ApiError::NotFound("There is no such session");

/// Ends a session of the caller: its token is refused from now on.
#[utoipa::path(delete, path = "/sessions/{id}", operation_id = "endSession", tag = "security",
    security(("bearer" = [])), params(("id" = String, Path, description = "The id of a session of the caller")),
    responses(
        (status = 200, description = "The session has ended", body = MessageResponse),
        (status = 404, description = "No such session of the caller")))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let token = caller.token();
    let account = token.subject;
    let id = TokenId::parse(&id).ok_or(UNKNOWN)?;
    let ending = Ending::of(&state, &token);
    state
        .write(move |tx| {
            require_session(tx, &token)?;
            let session = sessions::find(tx, account, id)?.ok_or(UNKNOWN)?;
            sessions::revoke(tx, account, session.id, session.expires_at)?;
            ending.record(tx, account, "one")
        })
        .await?;
    security_log::record(Event::SessionEnded, account, network);
    Ok(Json(MessageResponse::new("The session has ended")))
}
