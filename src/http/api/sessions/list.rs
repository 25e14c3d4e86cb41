//! The list of the caller's sessions.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::TokenId;
use crate::domain::session::Session;
use crate::http::extract::{ClientDevice, Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::sessions;

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The browser and the system, such as `Firefox on Linux`.
    agent: String,
    /// When it began.
    created_at: String,
    /// When it was last used, to the minute.
    seen_at: String,
    /// When it ends by itself.
    expires_at: String,
    /// Whether it is the one of this request.
    is_current: bool,
    /// Whether it began on the client network of this request.
    is_same_network: bool,
}

/// The sessions of the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsResponse {
    success: bool,
    /// The last used first, at most 50.
    sessions: Vec<SessionBody>,
}

/// Lists the sessions of the caller, a reader or a member of the staff. Where somebody was is not stored: only whether it
/// was the same network.
#[utoipa::path(get, path = "/sessions", operation_id = "sessions", tag = "security",
    security(("bearer" = [])),
    responses((status = 200, description = "The sessions", body = SessionsResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
    client: ClientDevice,
) -> Result<Json<SessionsResponse>, ApiError> {
    let (token, now) = (caller.token(), state.clock.now());
    let sessions = state
        .read(move |tx| sessions::list(tx, token.subject, now))
        .await?;
    let network = client.device.network.as_str();
    Ok(Json(SessionsResponse {
        success: true,
        sessions: sessions
            .into_iter()
            .map(|session| SessionBody::new(session, token.id, network))
            .collect(),
    }))
}

impl SessionBody {
    fn new(session: Session, current: TokenId, network: &str) -> Self {
        Self {
            underscore_id: session.id.to_string(),
            id: session.id.to_string(),
            agent: session.agent,
            created_at: session.at.to_string(),
            seen_at: session.seen_at.to_string(),
            expires_at: session.expires_at.to_string(),
            is_current: session.id == current,
            is_same_network: session.network == network,
        }
    }
}
