//! A test of the newsletter.

use crate::domain::audit::Action;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{admins, audit};

/// Mails the caller the newsletter of the last seven days.
#[utoipa::path(post, path = "/admin/newsletter/test", operation_id = "testNewsletter", tag = "admin",
    security(("bearer" = [])),
    responses((status = 200, description = "It is on its way", body = MessageResponse)))]
pub async fn handler(State(state): State<AppState>, staff: Staff) -> Result<Json<MessageResponse>, ApiError> {
    let (site, auditor) = (state.clone(), state.auditor(staff));
    let address = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let address = admins::email(tx, staff.id)?.ok_or(ApiError::Unauthorized)?;
            site.notice_mails
                .write_test(tx, staff.id, &address, auditor.now)?;
            audit::insert(tx, &auditor.entry(Action::NewsletterTested, &staff.id, ""))?;
            Ok::<_, ApiError>(address)
        })
        .await?;
    Ok(Json(MessageResponse::new(format!(
        "The newsletter is on its way to {address}"
    ))))
}
