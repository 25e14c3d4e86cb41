//! The sitemap, made anew at most once an hour (rulings §6), however many ask for it.

use std::collections::HashMap;
use std::future::ready;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use tokio::sync::Mutex;

use super::file_or_missing;
use crate::actions::sitemap;
use crate::domain::Time;
use crate::http::answers::{self, Until, lasting};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;

const NAME: &str = "sitemap.xml";
const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/xml; charset=utf-8");
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=0, s-maxage=3600");
const HOUR_MILLISECONDS: i64 = 3_600_000;
const NOT_FOUND: ApiError = ApiError::NotFound("Sitemap not found");

/// The files of the sitemap as they were last made: one, or an index and its parts.
#[derive(Default)]
pub(in crate::http) struct Sitemap(Mutex<Option<Made>>);

struct Made {
    at: Time,
    files: HashMap<String, Bytes>,
}

impl Made {
    fn is_fresh(&self, now: Time) -> bool {
        let age = now.milliseconds() - self.at.milliseconds();
        (0..HOUR_MILLISECONDS).contains(&age)
    }

    fn answer(&self, name: &str) -> Option<Response> {
        let headers = [
            (header::CONTENT_TYPE, MEDIA_TYPE),
            (header::CACHE_CONTROL, FOR_AN_HOUR),
        ];
        let until = Until(self.at.plus_milliseconds(HOUR_MILLISECONDS));
        let file = self.files.get(name)?.clone();
        Some(lasting((Extension(until), headers, file)))
    }
}

/// `/sitemap.xml`
pub(in crate::http) async fn whole_or_index(State(state): State<AppState>) -> Result<Response, ApiError> {
    file(&state, NAME).await?.ok_or(NOT_FOUND)
}

/// What no route names: `/sitemap-1.xml` and so on where the sitemap has parts, else a file or nothing.
pub(in crate::http) async fn part_or_file(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let name = request.uri().path().trim_start_matches('/');
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && is_part(name)
        && let Some(part) = file(&state, name).await?
    {
        return Ok(answers::for_visitor(&state, request, |_| ready(part)).await);
    }
    file_or_missing(&state, &request)
}

/// The file of this name, if the sitemap has it.
pub(in crate::http) async fn file(state: &AppState, name: &str) -> Result<Option<Response>, ApiError> {
    // Held while the files are made: whoever else asks waits for the same ones.
    let mut last = state.sitemap.0.lock().await;
    let now = state.clock.now();
    if let Some(made) = last.as_ref().filter(|made| made.is_fresh(now)) {
        return Ok(made.answer(name));
    }
    let files = make(state).await?;
    Ok(last.insert(Made { at: now, files }).answer(name))
}

async fn make(state: &AppState) -> Result<HashMap<String, Bytes>, StoreError> {
    let base = state.config.server.base_url.clone();
    let addresses = state.config.site.post_addresses;
    state
        .store
        .read(move |tx| {
            let files = sitemap::files(&sitemap::entries(tx, addresses)?, &base, NAME);
            Ok(files.into_iter().map(|(name, xml)| (name, xml.into())).collect())
        })
        .await
}

/// Whether this is `sitemap-` and a number.
fn is_part(name: &str) -> bool {
    name.strip_prefix("sitemap-")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}
