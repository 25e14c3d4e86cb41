//! The page of a post.

use std::mem;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::comments::{Conversation, View};
use super::labels::{COMMENTS, IMAGE_SIZES, NEWSLETTER};
use super::{
    BootstrapData, Head, Page, Site, comments, cover, frame, markdown, moved, render, static_pages, texts,
};
use crate::actions::previews::preview_path;
use crate::domain::post::{Heading, RenderedArticle};
use crate::http::api::posts::detail;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::series_place::SeriesPlaceBody;
use crate::http::cache::ExpiresAt;
use crate::http::extract::IdOrSlug;
use crate::http::limits::response_budget::Reservation;
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// The deepest heading level in the table of contents.
const CONTENTS_LEVEL_MAX: u8 = 3;
/// The minimum number of headings for a table of contents.
const CONTENTS_LENGTH_MIN: usize = 3;
/// The minimum number of related posts for their section.
const RELATED_MIN: usize = 2;

#[derive(Template)]
#[template(path = "http/pages/templates/article.html")]
struct Article<'site> {
    page: Page<'site>,
    post: &'site PostSummaryBody,
    /// The tags with their slugs.
    tags: Vec<(&'site str, &'site str)>,
    series: Option<&'site SeriesPlaceBody>,
    html: &'site str,
    contents: Vec<Heading>,
    comments_closed: bool,
    conversation: Conversation,
    related: &'site [PostSummaryBody],
}

/// Returns the page of a published post with the part of its comments that the query names, its Markdown for a path that
/// ends with `.md`, or the 404 page. From a slug that the post had before, a redirect leads to its address.
pub(in crate::http) async fn post(
    State(state): State<AppState>,
    IdOrSlug(id_or_slug): IdOrSlug,
    RawQuery(query): RawQuery,
    reservation: Reservation,
) -> Result<Response, ApiError> {
    if let Some(id_or_slug) = id_or_slug.strip_suffix(markdown::SUFFIX) {
        return markdown::post(&state, id_or_slug.to_owned(), query, reservation).await;
    }
    let pages = &state.pages;
    let mut loaded = match detail::reading(&state, reservation, id_or_slug.clone()).await {
        Err(ApiError::NotFound(_)) => return static_pages::missing_blog(&state, &pages.article),
        loaded => loaded?,
    };
    let style = state.config.site.post_addresses;
    if let Some(path) = moved::location(style, &id_or_slug, &loaded.post, "") {
        return moved::redirect(path, query.as_deref());
    }
    let view = View::of(query.as_deref().unwrap_or_default());
    let post = loaded.post.id;
    let conversation = match state.read(move |tx| view.read(tx, post)).await {
        // Withdrawn meanwhile.
        Err(ApiError::NotFound(_)) => return static_pages::missing_blog(&state, &pages.article),
        conversation => conversation?,
    };
    let expires_at = loaded.expires_at;
    let text = taken_from(&mut loaded.text);
    let contents = contents(&text.headings);
    let site = Site::of(&state);
    let preview = preview_path(&loaded.post, &site.name);
    let dto = loaded.into_dto(&state, &Marks::EMPTY);
    let series = dto.post.series.as_ref();
    let head = Head::of_article(&site, &dto.post.summary, series, &preview);
    let page = pages.page(&site, &pages.article, "", head);
    let bootstrap_data =
        BootstrapData::default().with(format!("/blogs/{id_or_slug}?fields=reading"), &dto)?;
    let bootstrap_data = conversation.add_to(bootstrap_data, &id_or_slug)?;
    let response = render(
        StatusCode::OK,
        &Article {
            page: page.with(bootstrap_data),
            post: &dto.post.summary,
            tags: with_slugs(&dto.post.summary.tags, &dto.post.tag_slugs),
            series,
            html: &text.html,
            contents,
            comments_closed: dto.post.comments_closed,
            conversation,
            related: &dto.post.related,
        },
    )?;
    Ok(ExpiresAt::add_to(expires_at, response))
}

/// Returns the tags with the slugs of their pages.
pub(super) fn with_slugs<'post>(
    tags: &'post [String],
    slugs: &'post [String],
) -> Vec<(&'post str, &'post str)> {
    let slugs = slugs.iter().map(String::as_str);
    tags.iter().map(String::as_str).zip(slugs).collect()
}

/// Takes the text out of what becomes data for the client: it reads the text from the page.
pub(super) fn taken_from(text: &mut RenderedArticle) -> RenderedArticle {
    let without_html = RenderedArticle {
        html: String::new(),
        headings: text.headings.clone(),
    };
    mem::replace(text, without_html)
}

/// Returns the headings for the table of contents; none for a short article.
pub(super) fn contents(headings: &[Heading]) -> Vec<Heading> {
    let listed: Vec<Heading> = headings
        .iter()
        .filter(|heading| heading.level <= CONTENTS_LEVEL_MAX)
        .cloned()
        .collect();
    if listed.len() < CONTENTS_LENGTH_MIN {
        return Vec::new();
    }
    listed
}
