//! Refusal of requests to write.

use crate::actions::security_log::{self, Event};
use crate::domain::audit::Action;
use crate::domain::{Account, AuthorRequestId};
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{audit, author_requests};

const NO_REQUEST: ApiError = ApiError::NotFound("There is no such request");

/// Declines a request to write. No mail is sent, and the reader may ask again.
#[utoipa::path(delete, path = "/admin/author-requests/{id}", operation_id = "declineAuthorRequest", tag = "team",
    security(("bearer" = [])),
    params(("id" = String, Path, description = "The id of the request")),
    responses(
        (status = 200, description = "Declined", body = MessageResponse),
        (status = 404, description = "No such request")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(id): IdOrSlug,
) -> Result<Json<MessageResponse>, ApiError> {
    let id = AuthorRequestId::parse(&id).ok_or(NO_REQUEST)?;
    let auditor = state.auditor(staff);
    let reader = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let reader = author_requests::delete(tx, id)?.ok_or(NO_REQUEST)?;
            audit::insert(tx, &auditor.entry(Action::AuthorRequestDeclined, &reader, ""))?;
            Ok::<_, ApiError>(reader)
        })
        .await?;
    let reader = Account::Reader(reader);
    security_log::record_staff_change(Event::AuthorRequestDeclined, staff.id, reader, network);
    Ok(Json(MessageResponse::new("The request is declined")))
}
