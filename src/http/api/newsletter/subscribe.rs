//! Subscriptions.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::ValidationError;
use crate::domain::notice::How;
use crate::domain::user::EmailAddress;
use crate::http::api::dto::MessageResponse;
use crate::http::extract::{Json, State};
use crate::http::{ApiError, AppState};

/// The address that the newsletter goes to.
#[derive(Deserialize, ToSchema)]
pub struct SubscribeRequest {
    email: String,
    /// `each`, `daily` or `weekly`, which it is when absent.
    how: Option<String>,
}

/// Asks for the newsletter. The address gets a mail by which it confirms; the response is the same whether or not it is
/// known already.
#[utoipa::path(post, path = "/newsletter", operation_id = "subscribe", tag = "newsletter",
    request_body = SubscribeRequest,
    responses(
        (status = 200, description = "A mail is on its way, unless the address has one or has confirmed",
            body = MessageResponse),
        (status = 400, description = "Not an email address, or an unknown way")))]
pub async fn handler(
    State(state): State<AppState>,
    Json(body): Json<SubscribeRequest>,
) -> Result<Json<MessageResponse>, ApiError> {
    let message = ask(&state, &body.email, body.how.as_deref()).await?;
    Ok(Json(MessageResponse::new(message)))
}

/// Asks for the newsletter; returns what the visitor is told, whether or not the address is known already.
pub(in crate::http) async fn ask(
    state: &AppState,
    email: &str,
    how: Option<&str>,
) -> Result<&'static str, ApiError> {
    let email = EmailAddress::parse(email)?;
    let how = match how {
        None => How::Weekly,
        Some(name) => How::parse(name, "how")?,
    };
    if how == How::Off {
        return Err(ValidationError::new("how", "How is each, daily or weekly").into());
    }
    let (site, now) = (state.clone(), state.clock.now());
    state
        .write(move |tx| {
            site.newsletter
                .subscribe(tx, &email, how, now)
                .map_err(ApiError::from)
        })
        .await?;
    state.email_is_due.notify_one();
    Ok("Check your inbox to confirm")
}
