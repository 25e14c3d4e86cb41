//! The way to a provider.

use axum::response::Response;

use crate::http::api::provider_sign_in::{
    UNKNOWN_PROVIDER, log_failure, redirect, redirect_to_login, state_cookie,
};
use crate::http::extract::{IdOrSlug, State};
use crate::http::{ApiError, AppState};

/// Leads a browser to a provider, where its person signs in. Browsers open this address themselves.
#[utoipa::path(get, path = "/auth/{name}/start", operation_id = "startProviderLogin", tag = "auth",
    params(("name" = String, Path, description = "The name of the provider")),
    responses(
        (status = 303, description = "To the provider, or back to the login page if it does not work at the moment"),
        (status = 404, description = "No such provider")))]
pub async fn handler(State(state): State<AppState>, IdOrSlug(name): IdOrSlug) -> Result<Response, ApiError> {
    let provider = state.providers.find(&name).ok_or(UNKNOWN_PROVIDER)?;
    match state.providers.depart(provider, state.clock.now()).await {
        Ok(departure) => {
            let cookie = state_cookie(&state, &departure.sealed_state);
            redirect(departure.address.as_str(), &[cookie])
        }
        Err(error) => {
            log_failure(&name, &error, None);
            redirect_to_login(error.failure(), &[])
        }
    }
}
