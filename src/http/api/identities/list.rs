//! The list of the caller's identities.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::identity::LinkedIdentity;
use crate::http::extract::{Json, Reader, State};
use crate::http::{ApiError, AppState};
use crate::store::{identities, users};

/// An account at a provider by which the caller signs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Identity)]
pub struct IdentityBody {
    #[serde(rename = "_id")]
    underscore_id: String,
    id: String,
    /// The label of the provider, or its own name if it is not configured any more.
    provider: String,
    /// The address that the provider had verified when it was linked.
    email: String,
    created_at: String,
    used_at: String,
}

impl IdentityBody {
    fn new(identity: &LinkedIdentity, provider: &str) -> Self {
        Self {
            underscore_id: identity.id.to_string(),
            id: identity.id.to_string(),
            provider: provider.to_owned(),
            email: identity.email.to_string(),
            created_at: identity.created_at.to_string(),
            used_at: identity.used_at.to_string(),
        }
    }
}

/// The caller's identities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentitiesResponse {
    success: bool,
    /// At most one of each provider.
    identities: Vec<IdentityBody>,
    /// Whether the account has a password: one that a provider's sign-in has made has none at first. A forgotten password is
    /// how it gets one.
    has_password: bool,
}

/// Returns the accounts at providers by which the caller signs in.
#[utoipa::path(get, path = "/identities", operation_id = "identities", tag = "security", security(("bearer" = [])),
    responses(
        (status = 200, description = "The identities", body = IdentitiesResponse),
        (status = 403, description = "Not a reader")))]
pub async fn handler(
    State(state): State<AppState>,
    reader: Reader,
) -> Result<Json<IdentitiesResponse>, ApiError> {
    let (linked, known) = state
        .read(move |tx| {
            let known = users::credentials_by_id(tx, reader.id)?.ok_or(ApiError::Unauthorized)?;
            Ok::<_, ApiError>((identities::list(tx, reader.id)?, known))
        })
        .await?;
    let body =
        |identity: &LinkedIdentity| IdentityBody::new(identity, state.providers.label(&identity.issuer));
    Ok(Json(IdentitiesResponse {
        success: true,
        identities: linked.iter().map(body).collect(),
        has_password: !known.password_hash.is_empty(),
    }))
}
