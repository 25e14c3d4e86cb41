//! The site's own images. Their addresses change with their content, so clients may cache them forever.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::{ClientNetwork, IdOrSlug};
use super::limits::response_budget::charged_body;
use super::negotiation::is_known;
use super::{ApiError, AppState};
use crate::actions::previews::{self, preview_path};
use crate::domain::post::PostSummary;
use crate::store::media::{self, MediaFormat};
use crate::store::{self, posts};

const NOT_FOUND: ApiError = ApiError::NotFound("Picture not found");

/// Nothing of a drawing runs or loads, also where it is opened by itself; what draws it trusts its source no more than
/// this does.
const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Returns the picture `{hash}.webp` or the drawing `{hash}.svg`.
pub(super) async fn image(
    State(state): State<AppState>,
    IdOrSlug(file): IdOrSlug,
    ClientNetwork(network): ClientNetwork,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.response_budget.check(network)?;
    let (hash, format) = parse_file_name(&file).ok_or(NOT_FOUND)?;
    let hash = hash.to_owned();
    let cache_headers = cache_headers(&hash);
    let is_known = is_known(&headers, &etag(&hash));
    let bytes = state
        .read(move |tx| media::bytes(tx, &hash, format))
        .await?
        .ok_or(NOT_FOUND)?;
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, cache_headers).into_response());
    }
    let charge = state.response_budget.charge(network, bytes.len())?;
    let body = charged_body(bytes.into(), charge);
    Ok(match format {
        MediaFormat::WebP => (cache_headers, [(header::CONTENT_TYPE, "image/webp")], body).into_response(),
        MediaFormat::Svg => {
            let drawing_headers = [
                (header::CONTENT_TYPE, "image/svg+xml; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, DRAWING_POLICY),
            ];
            (cache_headers, drawing_headers, body).into_response()
        }
    })
}

fn parse_file_name(file: &str) -> Option<(&str, MediaFormat)> {
    let formats = [MediaFormat::WebP, MediaFormat::Svg];
    let (hash, extension) = file.split_once('.')?;
    let format = formats.into_iter().find(|format| format.name() == extension)?;
    is_hash(hash).then_some((hash, format))
}

/// Whether a picture can have this hash: SHA-256 in hexadecimal digits.
fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the preview image `{post}-{name}.png` of a published post without a cover. An outdated name, which a shared
/// link may still have, redirects to the current one.
pub(super) async fn preview(
    State(state): State<AppState>,
    IdOrSlug(file): IdOrSlug,
    ClientNetwork(network): ClientNetwork,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.response_budget.check(network)?;
    let (id, name) = previews::parse_file_name(&file).ok_or(NOT_FOUND)?;
    let post = state
        .read(move |tx| posts::published_by_id_or_slug(tx, &id.to_string()))
        .await?
        .filter(|post| post.cover.is_none())
        .ok_or(NOT_FOUND)?;
    let current_path = preview_path(&post, &state.site().name);
    if !current_path.ends_with(&file) {
        let redirect = [
            (header::LOCATION, current_path.as_str()),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        return Ok((StatusCode::FOUND, redirect).into_response());
    }
    let cache_headers = cache_headers(name);
    if is_known(&headers, &etag(name)) {
        return Ok((StatusCode::NOT_MODIFIED, cache_headers).into_response());
    }
    let bytes = preview_bytes(&state, post, name.to_owned()).await?;
    let charge = state.response_budget.charge(network, bytes.len())?;
    let body = charged_body(bytes.into(), charge);
    Ok((cache_headers, [(header::CONTENT_TYPE, "image/png")], body).into_response())
}

/// Returns the stored preview, or renders it once the preview worker is free.
async fn preview_bytes(state: &AppState, post: PostSummary, name: String) -> Result<Vec<u8>, ApiError> {
    let id = post.id;
    let stored = state
        .read(move |tx| store::previews::bytes(tx, id, &name))
        .await?;
    if let Some(bytes) = stored {
        return Ok(bytes);
    }
    let (store, clock, site) = (state.store.clone(), state.clock.clone(), state.site());
    let rendered = state
        .preview_worker
        .run(move || previews::get_or_draw(&store, clock.as_ref(), &post, &site.name));
    Ok(rendered.await??)
}

fn cache_headers(name: &str) -> [(HeaderName, String); 2] {
    [
        (header::ETAG, etag(name)),
        (
            header::CACHE_CONTROL,
            "public, max-age=31536000, immutable".to_owned(),
        ),
    ]
}

fn etag(name: &str) -> String {
    format!("\"{name}\"")
}
