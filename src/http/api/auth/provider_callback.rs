//! The way back from a provider.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::actions::provider_sign_in::{
    self, Failure, Provider, ProviderAnswer, ProviderError, SignInSecrets,
};
use crate::domain::ValidationError;
use crate::http::api::provider_sign_in::{
    UNKNOWN_PROVIDER, browser_cookie, log_failure, no_state_cookie, redirect, redirect_to_login, sealed_state,
};
use crate::http::extract::{ClientNetwork, IdOrSlug, Query, State};
use crate::http::{ApiError, AppState};

/// The response of the provider (RFC 6749, §4.1.2).
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Callback {
    /// The state with which the sign-in began.
    state: Option<String>,
    /// The authorization code.
    code: Option<String>,
    /// The error code in place of it.
    error: Option<String>,
    /// The issuer (RFC 9207).
    iss: Option<String>,
}

/// Takes a browser back from a provider. The login page, to which it is led, gets a code after the `#` of its address, or
/// the parameter `error`: `cancelled`, `expired`, `unavailable`, `refused`, `unverified` or `domain`. With the code, and with
/// the cookie of this response, the sign-in is finished by `POST /auth/finish`.
#[utoipa::path(get, path = "/auth/{name}/callback", operation_id = "providerCallback", tag = "auth",
    params(("name" = String, Path, description = "The name of the provider"), Callback),
    responses(
        (status = 303, description = "To the login page"),
        (status = 404, description = "No such provider")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(name): IdOrSlug,
    Query(query): Query<Callback>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    query.check()?;
    let provider = state.providers.find(&name).ok_or(UNKNOWN_PROVIDER)?;
    match arrive(&state, provider, query, &headers).await? {
        Ok(secrets) => {
            let cookies = [no_state_cookie(&state), browser_cookie(&state, &secrets.browser)];
            // Browsers do not send the fragment, so it appears in no log.
            redirect(&format!("/login#{}", secrets.code.expose()), &cookies)
        }
        // The state may be that of another tab, which is still on its way.
        Err(ProviderError::UnknownState) => redirect_to_login(Failure::Expired, &[]),
        Err(error) => {
            log_failure(&name, &error, network);
            redirect_to_login(error.failure(), &[no_state_cookie(&state)])
        }
    }
}

impl Callback {
    /// Rejects U+0000, as all parameters do: no provider sends it.
    fn check(&self) -> Result<(), ValidationError> {
        let parameters = [
            ("state", &self.state),
            ("code", &self.code),
            ("error", &self.error),
            ("iss", &self.iss),
        ];
        for (name, text) in parameters {
            ValidationError::reject_null_character(name, text.as_deref())?;
        }
        Ok(())
    }
}

/// Asks the provider who has come, and stores them until they finish the sign-in. The inner error is that of the provider.
async fn arrive(
    state: &AppState,
    provider: &Provider,
    query: Callback,
    headers: &HeaderMap,
) -> Result<Result<SignInSecrets, ProviderError>, ApiError> {
    let now = state.clock.now();
    let returned = query.state.unwrap_or_default();
    let sealed = sealed_state(state, headers);
    let began = match state.providers.returning(provider, sealed, &returned, now) {
        Ok(began) => began,
        Err(error) => return Ok(Err(error)),
    };
    let used = began.clone();
    if !state
        .write(move |tx| provider_sign_in::use_state(tx, &used))
        .await?
    {
        return Ok(Err(ProviderError::UnknownState));
    }
    let answer = ProviderAnswer {
        code: query.code,
        error: query.error,
        issuer: query.iss,
    };
    let person = match state.providers.ask(provider, &began, &answer, now).await {
        Ok(person) => person,
        Err(error) => return Ok(Err(error)),
    };
    let site = state.clone();
    let admitted = state.write(move |tx| site.providers.admit(tx, &person, site.clock.now()));
    admitted.await.map(Ok)
}
