//! The requests to providers, and their responses.

use bytes::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use hyper::{Request, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;
use url::form_urlencoded::Serializer;

use super::ProviderError;
use crate::outgoing::OutgoingClient;

/// The longest body of an error of a provider that is looked at.
const ERROR_BYTES_MAX: usize = 4 * 1024;

/// The error of an authorisation server (RFC 6749, §5.2).
#[derive(Deserialize)]
struct OAuthError {
    error: String,
}

/// Asks for a document. `what` names it in errors.
pub(super) async fn get(
    client: &OutgoingClient,
    what: &'static str,
    address: &Url,
    access_token: Option<&str>,
) -> Result<Bytes, ProviderError> {
    let mut request = Request::get("/").header(ACCEPT, "application/json");
    if let Some(token) = access_token {
        request = request.header(AUTHORIZATION, format!("Bearer {token}"));
    }
    // A token of the provider may hold characters that no header has.
    let request = request
        .body(Bytes::new())
        .map_err(|_| ProviderError::Unreadable(what))?;
    send(client, what, address, request).await
}

/// Sends a form. `credentials` is the value of the header `Authorization`.
pub(super) async fn post(
    client: &OutgoingClient,
    what: &'static str,
    address: &Url,
    form: &[(&str, &str)],
    credentials: Option<String>,
) -> Result<Bytes, ProviderError> {
    let mut request = Request::post("/")
        .header(ACCEPT, "application/json")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    if let Some(credentials) = credentials {
        request = request.header(AUTHORIZATION, credentials);
    }
    let form = Serializer::new(String::new()).extend_pairs(form).finish();
    let request = request
        .body(Bytes::from(form))
        .map_err(|_| ProviderError::Unreadable(what))?;
    send(client, what, address, request).await
}

async fn send(
    client: &OutgoingClient,
    what: &'static str,
    address: &Url,
    request: Request<Bytes>,
) -> Result<Bytes, ProviderError> {
    let response = client.send(address, request).await;
    let (head, body) = response
        .map_err(|error| ProviderError::Unreachable(what, error))?
        .into_parts();
    if head.status == StatusCode::OK {
        return Ok(body);
    }
    let error = Some(&body).filter(|body| head.status.is_client_error() && body.len() <= ERROR_BYTES_MAX);
    match error.map(|body| serde_json::from_slice::<OAuthError>(body)) {
        Some(Ok(OAuthError { error })) => Err(ProviderError::refused(&error)),
        Some(Err(_)) | None => Err(ProviderError::Status(what, head.status)),
    }
}

/// Reads a JSON document.
pub(super) fn read<T: DeserializeOwned>(what: &'static str, document: &[u8]) -> Result<T, ProviderError> {
    serde_json::from_slice(document).map_err(|_| ProviderError::Unreadable(what))
}

/// Parses an address below that of a provider, which the settings have checked.
pub(super) fn address(what: &'static str, text: &str) -> Result<Url, ProviderError> {
    Url::parse(text).map_err(|_| ProviderError::Unreadable(what))
}
