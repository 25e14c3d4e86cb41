//! Creation of API keys.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::dto::ApiKeyBody;
use crate::actions::security_log::{self, Event};
use crate::auth::api_key::KeyText;
use crate::domain::api_key::{self, API_KEYS_MAX, ApiKey, KeyName, Scopes};
use crate::domain::audit::Action;
use crate::domain::{ApiKeyId, ValidationError};
use crate::http::extract::{ClientNetwork, Json, Staff, State};
use crate::http::{ApiError, AppState};
use crate::store::{admins, api_keys, audit};

/// The key to be made.
#[derive(Deserialize, ToSchema)]
pub struct NewApiKey {
    /// What it is for: 1 to 60 characters.
    name: String,
    /// `contributor`, `author` or `editor`.
    role: String,
    /// At least one of `posts:read`, `posts:write`, `comments:read`, `comments:moderate`.
    scopes: Vec<String>,
    /// The days that it is valid, 1 to 365; 90 when absent.
    days: Option<i64>,
}

/// The key, which is shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewApiKeyResponse {
    success: bool,
    message: &'static str,
    /// The key itself, for the header `Authorization: Bearer`.
    key: String,
    api_key: ApiKeyBody,
}

/// Makes an API key that acts for the caller. The key is shown in this response alone: the site keeps only its hash.
#[utoipa::path(post, path = "/admin/api-keys", operation_id = "createApiKey", tag = "team",
    security(("bearer" = [])), request_body = NewApiKey,
    responses(
        (status = 201, description = "The key", body = NewApiKeyResponse),
        (status = 400, description = "An invalid field, or too many keys")))]
pub async fn handler(
    State(state): State<AppState>,
    staff: Staff,
    ClientNetwork(network): ClientNetwork,
    Json(body): Json<NewApiKey>,
) -> Result<(StatusCode, Json<NewApiKeyResponse>), ApiError> {
    let now = state.clock.now();
    let text = KeyText::random(state.entropy.as_ref());
    let key = ApiKey {
        id: ApiKeyId::new(now, state.entropy.as_ref()),
        prefix: text.prefix().to_owned(),
        name: KeyName::parse(&body.name)?,
        role: api_key::parse_role(&body.role)?,
        scopes: Scopes::parse(body.scopes.iter().map(String::as_str))?,
        creator: staff.id,
        created_at: now,
        expires_at: api_key::expiry(body.days, now)?,
    };
    let (hash, auditor) = (state.key_hasher.hash(&text), state.auditor(staff));
    let api_key = state
        .write(move |tx| {
            staff.confirm(tx)?;
            let creator = admins::by_id(tx, staff.id)?.ok_or(ApiError::Unauthorized)?;
            if api_keys::count(tx)? >= API_KEYS_MAX {
                let message = "The site has as many keys as it may. Revoke one first";
                return Err(ValidationError::new("name", message).into());
            }
            api_keys::insert(tx, &key, &hash)?;
            let detail = format!("{} ({}…)", key.name.as_str(), key.prefix);
            audit::insert(tx, &auditor.entry(Action::ApiKeyCreated, &key.id, detail))?;
            Ok::<_, ApiError>(ApiKeyBody::unused(key, creator.username))
        })
        .await?;
    security_log::record_staff_action(Event::ApiKeyCreated, staff.id, &text.prefix(), network);
    let response = NewApiKeyResponse {
        success: true,
        message: "Copy the key now. It is not shown again",
        key: text.expose().to_owned(),
        api_key,
    };
    Ok((StatusCode::CREATED, Json(response)))
}
