//! A draft of a post or of a static page as the holder of its preview link reads it.

use std::net::IpAddr;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PostSummaryBody;
use super::text::ReadingBody;
use crate::actions::rendering;
use crate::auth::link_token::LinkToken;
use crate::config::PostUrlStyle;
use crate::domain::post::{PostSummary, RenderedArticle, Status};
use crate::domain::static_page::StaticPage;
use crate::domain::{Slug, Time};
use crate::http::api::static_pages::dto::PageBody;
use crate::http::extract::{ClientNetwork, IdOrSlug, Json, State};
use crate::http::limits::rate_limit;
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;
use crate::store::{Tx, posts, preview_links, static_pages, tags};

const NOT_FOUND: ApiError = ApiError::NotFound("This preview link is no longer valid");

/// The headers of every response about a preview link: nobody stores it, and no search engine or other site learns of
/// it.
const HIDING: [(HeaderName, HeaderValue); 3] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("x-robots-tag"),
        HeaderValue::from_static("noindex"),
    ),
];

/// A draft with its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewedBlog)]
pub(in crate::http) struct PreviewedPost {
    #[serde(flatten)]
    pub(in crate::http) summary: PostSummaryBody,
    /// The last parts of the paths of the pages of `tags`, `/tag/{slug}`, in the same order. A page is there once a blog
    /// with the tag is published.
    #[serde(rename = "tagSlugs")]
    pub(in crate::http) tag_slugs: Vec<String>,
    reading: ReadingBody,
}

/// A draft of a blog, as its preview link shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedPreviewResponse {
    success: bool,
    #[serde(rename = "blog")]
    pub(in crate::http) post: PreviewedPost,
    /// When the link ends.
    pub(in crate::http) expires_at: String,
}

/// A draft of a static page, as its preview link shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SharedPagePreviewResponse)]
pub struct SharedPagePreviewResponse {
    success: bool,
    pub(in crate::http) page: PageBody,
    /// When the link ends.
    pub(in crate::http) expires_at: String,
}

/// A draft, as its preview link shows it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnyPreview {
    /// Of a blog.
    Post(Box<SharedPreviewResponse>),
    /// Of a static page.
    Page(Box<SharedPagePreviewResponse>),
}

/// The target of a link.
pub(in crate::http) enum Previewed {
    Draft(Box<LoadedPreview>),
    Page(Box<LoadedPagePreview>),
    /// It was published meanwhile, and has this path.
    Published(String),
}

/// A draft with its rendered text.
pub(in crate::http) struct LoadedPreview {
    pub(in crate::http) post: PostSummary,
    pub(in crate::http) text: RenderedArticle,
    tag_slugs: Vec<Slug>,
    expires_at: Time,
}

/// The draft of a static page with its rendered text.
pub(in crate::http) struct LoadedPagePreview {
    pub(in crate::http) page: StaticPage,
    pub(in crate::http) text: RenderedArticle,
    expires_at: Time,
}

/// Returns the draft of a preview link. Nothing is counted as a view, and none of its readers' data is in it.
#[utoipa::path(get, path = "/preview-links/{token}", operation_id = "sharedPreview", tag = "blogs",
    params(("token" = String, Path, description = "The last part of the link")),
    responses(
        (status = 200, description = "The draft", body = AnyPreview),
        (status = 404, description = "Unknown, expired or revoked, or the draft is published")))]
pub async fn handler(
    State(state): State<AppState>,
    ClientNetwork(network): ClientNetwork,
    IdOrSlug(token): IdOrSlug,
    reservation: Reservation,
) -> Response {
    let response = match load(&state, network, reservation, &token).await {
        Ok(Some(Previewed::Draft(draft))) => Ok(AnyPreview::Post(Box::new(draft.into_dto(&state)))),
        Ok(Some(Previewed::Page(draft))) => Ok(AnyPreview::Page(Box::new(draft.into_dto()))),
        Ok(Some(Previewed::Published(_)) | None) => Err(NOT_FOUND),
        Err(error) => Err(error),
    };
    hidden(response.map(Json).into_response())
}

/// Returns the target of a link; `None` if it is unknown, expired or revoked, which counts as a wrong code.
pub(in crate::http) async fn load(
    state: &AppState,
    network: Option<IpAddr>,
    reservation: Reservation,
    token: &str,
) -> Result<Option<Previewed>, ApiError> {
    let previewed = match LinkToken::parse(token) {
        Some(token) => by_token(state, reservation, token.hash()).await?,
        None => None,
    };
    if previewed.is_none() {
        rate_limit::count_wrong_secret(state, network)?;
    }
    Ok(previewed)
}

async fn by_token(
    state: &AppState,
    reservation: Reservation,
    hash: String,
) -> Result<Option<Previewed>, ApiError> {
    let (now, addresses) = (state.clock.now(), state.config.site.post_addresses);
    state
        .read(
            move |tx| match of_post(tx, &reservation, &hash, addresses, now)? {
                None => of_page(tx, &reservation, &hash, now),
                post => Ok(post),
            },
        )
        .await
}

fn of_post(
    tx: &Tx<'_>,
    reservation: &Reservation,
    hash: &str,
    addresses: PostUrlStyle,
    now: Time,
) -> Result<Option<Previewed>, ApiError> {
    let Some(link) = preview_links::by_token(tx, hash, now)? else {
        return Ok(None);
    };
    let Some(post) = posts::by_id_or_slug(tx, &link.post.to_string())? else {
        return Ok(None);
    };
    if post.status == Status::Published {
        let path = addresses.path(post.id, &post.slug);
        return Ok(Some(Previewed::Published(path)));
    }
    let (bytes, _) = posts::html_sizes(tx, &[post.seq])?;
    // As for a published post.
    reservation.raise_to(2 * bytes)?;
    let text = rendering::of_post(tx, post.seq)?;
    Ok(Some(Previewed::Draft(Box::new(LoadedPreview {
        tag_slugs: tags::slugs_of(tx, &post.tags)?,
        post,
        text,
        expires_at: link.expires_at,
    }))))
}

fn of_page(
    tx: &Tx<'_>,
    reservation: &Reservation,
    hash: &str,
    now: Time,
) -> Result<Option<Previewed>, ApiError> {
    let Some(link) = static_pages::preview_links::by_token(tx, hash, now)? else {
        return Ok(None);
    };
    let Some(page) = static_pages::by_id(tx, link.page)? else {
        return Ok(None);
    };
    if page.status == Status::Published {
        return Ok(Some(Previewed::Published(page.path())));
    }
    reservation.raise_to(2 * static_pages::html_size(tx, page.id)?)?;
    let text = rendering::of_static_page(tx, page.id)?;
    Ok(Some(Previewed::Page(Box::new(LoadedPagePreview {
        page,
        text,
        expires_at: link.expires_at,
    }))))
}

/// Returns a response about a preview link with the headers that keep the link secret.
pub(in crate::http) fn hidden(mut response: Response) -> Response {
    response.headers_mut().extend(HIDING);
    response
}

impl LoadedPreview {
    pub(in crate::http) fn into_dto(self, state: &AppState) -> SharedPreviewResponse {
        SharedPreviewResponse {
            success: true,
            post: PreviewedPost {
                summary: PostSummaryBody::new(self.post, &Marks::EMPTY, state),
                tag_slugs: self.tag_slugs.iter().map(Slug::to_string).collect(),
                reading: self.text.into(),
            },
            expires_at: self.expires_at.to_string(),
        }
    }
}

impl LoadedPagePreview {
    pub(in crate::http) fn into_dto(self) -> SharedPagePreviewResponse {
        SharedPagePreviewResponse {
            success: true,
            page: PageBody::new(&self.page, self.text),
            expires_at: self.expires_at.to_string(),
        }
    }
}
