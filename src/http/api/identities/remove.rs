//! The removal of an identity of the caller.

use crate::actions::security_log::Event;
use crate::domain::IdentityId;
use crate::http::api::dto::MessageResponse;
use crate::http::api::second_factor::{Caller, Confirmation};
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::identities;

const UNKNOWN: ApiError = ApiError::NotFound("There is no such way to sign in");

/// Removes an account at a provider from those by which the caller signs in. It needs the password, without which they
/// could not sign in any more, and the second factor if there is one. Sessions that it began stay open.
#[utoipa::path(delete, path = "/identities/{id}", operation_id = "removeIdentity", tag = "security",
    security(("bearer" = [])), request_body = Confirmation,
    params(("id" = String, Path, description = "The id of an identity of the caller")),
    responses(
        (status = 200, description = "It is removed", body = MessageResponse),
        (status = 400, description = "A wrong code or passkey"),
        (status = 403, description = "A wrong password, or not a reader"),
        (status = 404, description = "No such identity of the caller")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
    Json(body): Json<Confirmation>,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = IdentityId::parse(&id).ok_or(UNKNOWN)?;
    // Before the checks: an unknown id is not counted as a wrong guess.
    let known = state.read(move |tx| identities::list(tx, reader.id)).await?;
    if !known.iter().any(|identity| identity.id == id) {
        return Err(UNKNOWN);
    }
    let caller = Caller::read(&state, reader.token, network).await?;
    let (site, now) = (state.clone(), state.clock.now());
    caller
        .confirmed(&state, body, move |tx| {
            if site.providers.unlink(tx, reader.id, id, now)? {
                Ok(())
            } else {
                Err(UNKNOWN)
            }
        })
        .await?;
    caller.log(Event::IdentityRemoved);
    state.email_is_due.notify_one();
    Ok(Json(MessageResponse::new(
        "It cannot sign in to your account any more",
    )))
}
