//! The sitemap, rebuilt at most once an hour (rulings §6), and after the planned publication of a post.

use std::collections::HashMap;
use std::future::ready;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use tokio::sync::Mutex;

use super::file_or_missing;
use super::indexnow::key_file;
use crate::actions::sitemap;
use crate::domain::Time;
use crate::http::cache::{self, ExpiresAt};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, audit};

const NAME: &str = "sitemap.xml";
const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/xml; charset=utf-8");
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=0, s-maxage=3600");
const HOUR_MILLISECONDS: i64 = 3_600_000;
const NOT_FOUND: ApiError = ApiError::NotFound("Sitemap not found");

/// The last built files of the sitemap: one, or an index and its parts.
#[derive(Default)]
pub(in crate::http) struct Sitemap(Mutex<Option<BuiltFiles>>);

struct BuiltFiles {
    built_at: Time,
    /// The number of planned publications since [`BuiltFiles::counted_from`].
    publications: u64,
    files: HashMap<String, Bytes>,
}

impl BuiltFiles {
    fn is_fresh(&self, now: Time) -> bool {
        let age = now.milliseconds() - self.built_at.milliseconds();
        (0..HOUR_MILLISECONDS).contains(&age)
    }

    /// Some time before it was built: the clocks of several nodes may differ.
    fn counted_from(built_at: Time) -> Time {
        built_at.plus_milliseconds(-HOUR_MILLISECONDS)
    }

    fn response(&self, name: &str) -> Option<Response> {
        let headers = [
            (header::CONTENT_TYPE, MEDIA_TYPE),
            (header::CACHE_CONTROL, CACHE_CONTROL),
        ];
        let expires_at = ExpiresAt(self.built_at.plus_milliseconds(HOUR_MILLISECONDS));
        let file = self.files.get(name)?.clone();
        Some((Extension(expires_at), headers, file).into_response())
    }
}

pub(in crate::http) async fn handler(State(state): State<AppState>) -> Result<Response, ApiError> {
    file(&state, NAME).await?.ok_or(NOT_FOUND)
}

/// Handles a path without a route: a part of the sitemap, such as `/sitemap-1.xml`, the key for search engines, or a file of
/// the client.
pub(in crate::http) async fn part_or_static_file(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let name = request.uri().path().trim_start_matches('/');
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && is_part(name)
        && let Some(part) = file(&state, name).await?
    {
        return Ok(cache::for_visitor(&state, request, |_| ready(part)).await);
    }
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = key_file(&state, name)
    {
        return Ok(file);
    }
    let (request, _) = request.into_parts();
    file_or_missing(&state, &request).await
}

pub(in crate::http) async fn file(state: &AppState, name: &str) -> Result<Option<Response>, ApiError> {
    // Locked while the files are built, so that concurrent requests wait for them.
    let mut last = state.sitemap.0.lock().await;
    let now = state.clock.now();
    if let Some(built) = last.as_ref().filter(|built| built.is_fresh(now))
        && built.publications == publications(state, built.built_at).await?
    {
        return Ok(built.response(name));
    }
    let publications = publications(state, now).await?;
    let files = build(state).await?;
    let built = BuiltFiles {
        built_at: now,
        publications,
        files,
    };
    Ok(last.insert(built).response(name))
}

/// Returns the number of planned publications since some time before `built_at`.
async fn publications(state: &AppState, built_at: Time) -> Result<u64, ApiError> {
    let from = BuiltFiles::counted_from(built_at);
    state.read(move |tx| audit::publications_since(tx, from)).await
}

async fn build(state: &AppState) -> Result<HashMap<String, Bytes>, ApiError> {
    let base = state.config.server.base_url.clone();
    let addresses = state.config.site.post_addresses;
    state
        .read(move |tx| {
            let files = sitemap::files(&sitemap::entries(tx, addresses)?, &base, NAME);
            Ok::<_, StoreError>(files.into_iter().map(|(name, xml)| (name, xml.into())).collect())
        })
        .await
}

/// Whether this is `sitemap-` and a number.
fn is_part(name: &str) -> bool {
    name.strip_prefix("sitemap-")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}
