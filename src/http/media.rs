//! Pictures of this site. Their address changes with them, so they may be kept for ever.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::extract::{Household, Reference};
use super::negotiation::is_known;
use super::response_budget::charged_body;
use super::{ApiError, AppState};
use crate::actions::previews::{self, preview_path};
use crate::domain::post::PostSummary;
use crate::store::{self, media, posts};

const NOT_FOUND: ApiError = ApiError::NotFound("Picture not found");

/// The picture `{hash}.webp`.
pub(super) async fn picture(
    State(state): State<AppState>,
    Reference(file): Reference,
    Household(network): Household,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.response_budget.check(network)?;
    let hash = file.strip_suffix(".webp").ok_or(NOT_FOUND)?.to_owned();
    let lasting = lasting(&hash);
    let is_known = is_known(&headers, &etag(&hash));
    let bytes = state
        .store
        .read(move |tx| media::bytes(tx, &hash))
        .await?
        .ok_or(NOT_FOUND)?;
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, lasting).into_response());
    }
    let charge = state.response_budget.charge(network, bytes.len())?;
    let body = charged_body(bytes.into(), charge);
    Ok((lasting, [(header::CONTENT_TYPE, "image/webp")], body).into_response())
}

/// The picture `{post}-{name}.png` that stands for a published post without a cover. An earlier name, which a
/// shared link may still hold, leads to the present one.
pub(super) async fn preview(
    State(state): State<AppState>,
    Reference(file): Reference,
    Household(network): Household,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    state.response_budget.check(network)?;
    let (id, name) = previews::named_by(&file).ok_or(NOT_FOUND)?;
    let post = state
        .store
        .read(move |tx| posts::by_reference(tx, &id.to_string()))
        .await?
        .filter(|post| post.cover.is_none())
        .ok_or(NOT_FOUND)?;
    let present = preview_path(&post, &state.config.site.name);
    if !present.ends_with(&file) {
        let place = [
            (header::LOCATION, present.as_str()),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        return Ok((StatusCode::FOUND, place).into_response());
    }
    let lasting = lasting(name);
    if is_known(&headers, &etag(name)) {
        return Ok((StatusCode::NOT_MODIFIED, lasting).into_response());
    }
    let bytes = preview_bytes(&state, post, name.to_owned()).await?;
    let charge = state.response_budget.charge(network, bytes.len())?;
    let body = charged_body(bytes.into(), charge);
    Ok((lasting, [(header::CONTENT_TYPE, "image/png")], body).into_response())
}

/// The picture that was kept, or one that is drawn when its turn comes.
async fn preview_bytes(state: &AppState, post: PostSummary, name: String) -> Result<Vec<u8>, ApiError> {
    let id = post.id;
    let kept = state
        .store
        .read(move |tx| store::previews::bytes(tx, id, &name))
        .await?;
    if let Some(bytes) = kept {
        return Ok(bytes);
    }
    let (store, clock, config) = (state.store.clone(), state.clock.clone(), state.config.clone());
    let drawn = state
        .preview_turn
        .take(move || previews::drawn_once(&store, clock.as_ref(), &post, &config.site.name));
    Ok(drawn.await??)
}

fn lasting(name: &str) -> [(HeaderName, String); 2] {
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
