//! The state of the caller's second factor.

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::SecondFactorPolicy;
use crate::domain::Account;
use crate::http::extract::{Json, SignedIn, State};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, second_factors};

/// The state of the caller's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorResponse {
    success: bool,
    /// Whether a sign-in needs it.
    enabled: bool,
    /// Since when.
    #[schema(required)]
    since: Option<String>,
    /// The recovery codes that were not used yet.
    recovery_codes_left: u64,
    /// Whether the site demands one of the caller.
    required: bool,
}

/// Returns the state of the caller's second factor.
#[utoipa::path(get, path = "/second-factor", operation_id = "secondFactor", tag = "security",
    security(("bearer" = [])),
    responses((status = 200, description = "The state", body = SecondFactorResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    caller: SignedIn,
) -> Result<Json<SecondFactorResponse>, ApiError> {
    let account = caller.token().subject;
    let (secret, recovery_codes_left) = state
        .read(move |tx| {
            let secret = second_factors::secret(tx, account)?;
            Ok::<_, StoreError>((secret, second_factors::recovery_codes_left(tx, account)?))
        })
        .await?;
    let since = secret.and_then(|secret| secret.confirmed_at);
    let is_staff = matches!(account, Account::Admin(_));
    Ok(Json(SecondFactorResponse {
        success: true,
        enabled: since.is_some(),
        since: since.map(|since| since.to_string()),
        recovery_codes_left,
        required: is_staff && state.config.security.second_factor == SecondFactorPolicy::Staff,
    }))
}
