//! The page of a tag.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::{elsewhere, empty_state, with_feed};
use crate::domain::{CollectionKind, Paging};
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::tags::dto::TagBody;
use crate::http::api::tags::show;
use crate::http::extract::IdOrSlug;
use crate::http::pages::bootstrap_data::as_data;
use crate::http::pages::frame::{self, Pagination, numbered, page_number};
use crate::http::pages::head::Picture;
use crate::http::pages::labels::IMAGE_SIZES;
use crate::http::pages::lists::{EmptyState, PAGE_SIZE};
use crate::http::pages::{BootstrapData, Head, Page, Site, cover, json_ld, render, texts};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

#[derive(Template)]
#[template(path = "http/pages/templates/tag.html")]
struct TagPage<'site> {
    page: Page<'site>,
    tag: &'site TagBody,
    path: &'site str,
    posts: &'site [PostSummaryBody],
    pagination: Pagination,
    empty_state: EmptyState,
}

/// Returns the page of a tag of published posts, a redirect from its name or from a slug that it had before, or the 404
/// page.
pub(in crate::http) async fn tag(
    State(state): State<AppState>,
    IdOrSlug(slug): IdOrSlug,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let number = page_number(query.as_deref().unwrap_or_default());
    let paging = Paging::new(Some(number), Some(PAGE_SIZE))?;
    let found = show::load(&state, &Marks::EMPTY, slug.clone(), paging).await?;
    let found = found.map(|found| found.dto);
    let Some(found) = found.as_ref().filter(|found| found.tag.slug == slug) else {
        let present = found.as_ref().map(|found| found.tag.slug.as_str());
        return elsewhere(&state, CollectionKind::Tag, present, query.as_deref());
    };
    let tag = &found.tag;
    let path = CollectionKind::Tag.path(&tag.slug);
    let pagination = Pagination {
        total: found.total,
        total_pages: found.total_pages,
        page: number.into(),
        path: path.clone(),
        query: Vec::new(),
    };
    let (pages, site) = (&state.pages, Site::of(&state));
    let head = head(&site, tag, &found.posts, &pagination, number);
    let address = format!("/tags/{slug}?page={number}&limit={PAGE_SIZE}");
    let page = pages.page(&site, &pages.tag, "", head);
    render(
        StatusCode::OK,
        &TagPage {
            page: page.with(BootstrapData::default().with(address, found)?),
            tag,
            path: &path,
            posts: &found.posts,
            empty_state: empty_state(found.total, path.clone()),
            pagination,
        },
    )
}

fn head(site: &Site, tag: &TagBody, posts: &[PostSummaryBody], pagination: &Pagination, number: u32) -> Head {
    let canonical = pagination.address(&number.into());
    let general = Head::of_page(site, &numbered(&tag.name, number), Some(canonical.clone()));
    let description = if tag.description.is_empty() {
        format!("Posts about {}", tag.name)
    } else {
        tag.description.clone()
    };
    let about = (tag.name.as_str(), description.as_str(), canonical.as_str());
    let first = u64::from(number - 1) * u64::from(PAGE_SIZE) + 1;
    let collection = json_ld::collection_page(site, about, posts, (first, pagination.total));
    let picture = match &tag.cover {
        Some(cover) => Picture::of_cover(site, cover),
        None => general.picture,
    };
    let head = Head {
        json_ld: [as_data(&collection)]
            .into_iter()
            .chain(general.json_ld)
            .collect(),
        description,
        picture,
        ..general
    };
    with_feed(head, site, &tag.name, (CollectionKind::Tag, &tag.slug))
}
