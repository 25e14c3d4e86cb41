//! The icon of the site: the one that administrators have chosen, or the usual one.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get};

use crate::domain::site::{IconForm, SiteIcon};
use crate::http::extract::ClientNetwork;
use crate::http::limits::response_budget::charged_body;
use crate::http::negotiation::is_known;
use crate::http::{ApiError, AppState, assets};
use crate::store;

const NOT_FOUND: ApiError = ApiError::NotFound("Picture not found");
/// The file of the usual icon beside the names of pages, which is sharp in every size.
const DRAWING: &str = "/favicon.svg";
/// The addresses stay the same when the icon changes.
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Those with a version do not.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The icon in a form that programs ask for.
pub(in crate::http) fn in_form(form: IconForm) -> MethodRouter<AppState> {
    get(
        move |State(state): State<AppState>, network: ClientNetwork, uri: Uri, headers: HeaderMap| async move {
            icon(&state, network, &uri, &headers, form, form.path()).await
        },
    )
}

/// The icon beside the name of the site, in the format that it has.
pub(in crate::http) async fn beside_name(
    State(state): State<AppState>,
    network: ClientNetwork,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    icon(&state, network, &uri, &headers, IconForm::Small, DRAWING).await
}

/// `usual` is the file of the client for a site without an icon of its own.
async fn icon(
    state: &AppState,
    ClientNetwork(network): ClientNetwork,
    uri: &Uri,
    headers: &HeaderMap,
    form: IconForm,
    usual: &str,
) -> Result<Response, ApiError> {
    let Some(icon) = state.site().icon.clone() else {
        let mut response = assets::public_file(usual, headers).ok_or(NOT_FOUND)?;
        response.headers_mut().insert(header::CACHE_CONTROL, REVALIDATE);
        return Ok(response);
    };
    state.response_budget.check(network)?;
    let etag = format!("\"{}\"", icon.version);
    let bytes = state.read(move |tx| store::site::icon(tx, form)).await?;
    let bytes = bytes.ok_or(NOT_FOUND)?;
    let mut response = if is_known(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let charge = state.response_budget.charge(network, bytes.len())?;
        let body = charged_body(bytes.into(), charge);
        ([(header::CONTENT_TYPE, "image/png")], body).into_response()
    };
    let has_version = *uri == *SiteIcon::url(Some(&icon), form);
    let cache_control = if has_version { IMMUTABLE } else { REVALIDATE };
    let etag = HeaderValue::try_from(etag).map_err(ApiError::internal)?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, cache_control);
    headers.insert(header::ETAG, etag);
    Ok(response)
}
