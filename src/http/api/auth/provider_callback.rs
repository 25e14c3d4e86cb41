//! The way back from a provider.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::actions::provider_sign_in::{
    self, Failure, Provider, ProviderAnswer, ProviderError, SignInSecrets,
};
use crate::actions::security_log::{self, Event};
use crate::domain::ValidationError;
use crate::domain::error_chain::error_chain;
use crate::http::api::provider_sign_in::{
    UNKNOWN_PROVIDER, browser_cookie, no_state_cookie, redirect, redirect_to_login, sealed_state,
};
use crate::http::extract::{ClientNetwork, IdOrSlug, Query, State};
use crate::http::{ApiError, AppState};

/// What the provider adds to the address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Callback {
    /// The value with which the sign-in began.
    state: Option<String>,
    /// What becomes tokens.
    code: Option<String>,
    /// The reason for giving none.
    error: Option<String>,
    /// The provider's name for itself.
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
            log(&name, &error, network);
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
            if text.as_ref().is_some_and(|text| text.contains('\0')) {
                return ValidationError::reject(name, format!("{name} cannot hold the character U+0000"));
            }
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

/// Logs a sign-in by a provider that has ended: for the operator if it is a fault, and in the security log if somebody was
/// refused.
pub(super) fn log(provider: &str, error: &ProviderError, network: Option<IpAddr>) {
    let failure = error.failure();
    if failure.is_a_fault() {
        tracing::warn!(
            provider,
            error = error_chain(error),
            "a sign-in by a provider failed"
        );
    }
    if matches!(
        failure,
        Failure::Refused | Failure::Unverified | Failure::OtherDomain
    ) {
        security_log::record_visitor(Event::SignInFailed, None, network);
    }
}
