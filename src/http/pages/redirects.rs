//! The redirects of the site, which stand in for pages that do not exist.

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use super::{moved, static_pages};
use crate::domain::CollectionKind;
use crate::domain::redirect::{Destination, Redirect, RedirectPath, SitePlace};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, authors, redirects, series, tags};

/// The middleware of pages: looks for a redirect where a page is missing, and before the home page where WordPress had its
/// texts. For a page that exists it does nothing.
pub(in crate::http) async fn stand_in_for_missing(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let uri = request.uri().clone();
    if let Some(response) = in_place_of_home(&state, request.method(), &uri).await? {
        return Ok(response);
    }
    let response = next.run(request).await;
    if response.status() != StatusCode::NOT_FOUND {
        return Ok(response);
    }
    stand_in(&state, &uri, response).await
}

/// Returns where the redirect from an address leads, or else `missing`, the response without it.
pub(super) async fn stand_in(state: &AppState, uri: &Uri, missing: Response) -> Result<Response, ApiError> {
    let path = RedirectPath::of_address(uri.path(), None);
    if path.place() == SitePlace::Folder {
        return Ok(missing);
    }
    let has_slash = uri.path().ends_with('/');
    if has_slash && has_collection(state, path.place()).await? {
        return moved::redirect(path.to_string(), uri.query());
    }
    if let Some(redirect) = find(state, &RedirectPath::of_address(uri.path(), uri.query())).await? {
        let leading = leading(&redirect, uri)?;
        return Ok(leading.unwrap_or_else(|| gone(missing)));
    }
    // The old addresses of most systems end with a slash, also those that stay the same.
    if has_slash && !matches!(path.place(), SitePlace::Free) {
        return moved::redirect(path.to_string(), uri.query());
    }
    Ok(missing)
}

/// Whether there is a page of a tag, an author or a series. Redirects may lead from the addresses of those that come later.
async fn has_collection(state: &AppState, place: SitePlace<'_>) -> Result<bool, ApiError> {
    let SitePlace::Collection(kind, slug) = place else {
        return Ok(false);
    };
    let slug = slug.to_owned();
    state
        .read(move |tx| {
            Ok::<_, StoreError>(match kind {
                CollectionKind::Tag => tags::published_by_slug_or_name(tx, &slug)?.is_some(),
                CollectionKind::Author => authors::profile_by_slug(tx, &slug)?.is_some(),
                CollectionKind::Series => series::published_by_id_or_slug(tx, &slug)?.is_some(),
            })
        })
        .await
}

/// Returns the redirect from an address at `/` with a parameter by which WordPress names a text.
async fn in_place_of_home(
    state: &AppState,
    method: &Method,
    uri: &Uri,
) -> Result<Option<Response>, ApiError> {
    if uri.path() != "/" || uri.query().is_none() || !matches!(*method, Method::GET | Method::HEAD) {
        return Ok(None);
    }
    let path = RedirectPath::of_address(uri.path(), uri.query());
    if !path.has_parameter() {
        return Ok(None);
    }
    let Some(redirect) = find(state, &path).await? else {
        return Ok(None);
    };
    match leading(&redirect, uri)? {
        Some(response) => Ok(Some(response)),
        None => static_pages::gone(state).map(gone).map(Some),
    }
}

/// Returns the redirect from an address, and counts the request that follows it.
async fn find(state: &AppState, path: &RedirectPath) -> Result<Option<Redirect>, ApiError> {
    let path = path.clone();
    let found = state.read(move |tx| redirects::of_address(tx, &path)).await?;
    if let Some(redirect) = &found {
        state.redirect_hits.note(redirect.id, state.clock.now());
    }
    Ok(found)
}

/// Returns the response that leads on, with the query of the request; none where the redirect leads nowhere.
fn leading(redirect: &Redirect, uri: &Uri) -> Result<Option<Response>, ApiError> {
    let (status, target) = match &redirect.destination {
        Destination::Permanent(target) => (StatusCode::MOVED_PERMANENTLY, target),
        Destination::Temporary(target) => (StatusCode::FOUND, target),
        Destination::Gone => return Ok(None),
    };
    let query = redirect.path.rest_of_query(uri.query());
    moved::to(status, target.with_query(query.as_deref())).map(Some)
}

/// Says of a page that is missing that it is gone for good.
fn gone(mut missing: Response) -> Response {
    *missing.status_mut() = StatusCode::GONE;
    missing
        .headers_mut()
        .insert(header::CACHE_CONTROL, moved::CACHE_CONTROL);
    missing
}
