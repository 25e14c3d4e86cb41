//! Pictures of this site. Their address names their bytes, so they may be kept for ever.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::Reference;
use super::negotiation::is_known;
use super::{ApiError, AppState};
use crate::store::media;

const NOT_FOUND: ApiError = ApiError::NotFound("Picture not found");

/// The picture `{hash}.webp`.
pub(super) async fn picture(
    State(state): State<AppState>,
    Reference(file): Reference,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let hash = file.strip_suffix(".webp").ok_or(NOT_FOUND)?.to_owned();
    let etag = format!("\"{hash}\"");
    let bytes = state
        .store
        .read(move |tx| media::bytes(tx, &hash))
        .await?
        .ok_or(NOT_FOUND)?;
    let cached = [
        (header::ETAG, etag.clone()),
        (
            header::CACHE_CONTROL,
            "public, max-age=31536000, immutable".to_owned(),
        ),
    ];
    if is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, cached).into_response());
    }
    Ok((cached, [(header::CONTENT_TYPE, "image/webp")], bytes).into_response())
}
