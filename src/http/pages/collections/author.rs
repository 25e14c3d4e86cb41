//! The page of an author.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::{elsewhere, empty_state, with_feed};
use crate::domain::{CollectionKind, Paging};
use crate::http::api::authors::dto::AuthorProfileBody;
use crate::http::api::authors::show;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::extract::IdOrSlug;
use crate::http::pages::bootstrap_data::as_data;
use crate::http::pages::frame::{self, Pagination, numbered, page_number};
use crate::http::pages::head::Kind;
use crate::http::pages::labels::IMAGE_SIZES;
use crate::http::pages::lists::{EmptyState, PAGE_SIZE};
use crate::http::pages::{BootstrapData, Head, Page, Site, cover, json_ld, render, texts};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

#[derive(Template)]
#[template(path = "http/pages/templates/author_page.html")]
struct AuthorPage<'site> {
    page: Page<'site>,
    profile: &'site AuthorProfileBody,
    /// The labels and addresses of the author's pages elsewhere.
    links: Vec<(&'static str, &'site str)>,
    path: &'site str,
    posts: &'site [PostSummaryBody],
    pagination: Pagination,
    empty_state: EmptyState,
}

/// Returns the page of an author, a redirect from a slug that they had before, or the 404 page.
pub(in crate::http) async fn author(
    State(state): State<AppState>,
    IdOrSlug(slug): IdOrSlug,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let number = page_number(query.as_deref().unwrap_or_default());
    let paging = Paging::new(Some(number), Some(PAGE_SIZE))?;
    let found = show::load(&state, &Marks::EMPTY, slug.clone(), paging).await?;
    let found = found.map(|found| found.dto);
    let present = found
        .as_ref()
        .and_then(|found| found.author.author.slug.as_deref());
    let Some(found) = found.as_ref().filter(|_| present == Some(slug.as_str())) else {
        return elsewhere(&state, CollectionKind::Author, present, query.as_deref());
    };
    let profile = &found.author;
    let path = CollectionKind::Author.path(&slug);
    let links = profile.social_links.shown();
    let pagination = Pagination {
        total: found.total,
        total_pages: found.total_pages,
        page: number.into(),
        path: path.clone(),
        query: Vec::new(),
    };
    let (pages, site) = (&state.pages, Site::of(&state));
    let head = head(&site, profile, &links, &pagination, number);
    let address = format!("/authors/{slug}?page={number}&limit={PAGE_SIZE}");
    let page = pages.page(
        &site,
        &pages.author,
        "",
        with_feed(
            head,
            &site,
            &profile.author.username,
            (CollectionKind::Author, &slug),
        ),
    );
    render(
        StatusCode::OK,
        &AuthorPage {
            page: page.with(BootstrapData::default().with(address, found)?),
            profile,
            links,
            path: &path,
            posts: &found.posts,
            empty_state: empty_state(found.total, path.clone()),
            pagination,
        },
    )
}

fn head(
    site: &Site,
    profile: &AuthorProfileBody,
    links: &[(&str, &str)],
    pagination: &Pagination,
    number: u32,
) -> Head {
    let name = &profile.author.username;
    let canonical = pagination.address(&number.into());
    // Search engines need no page without posts.
    let indexed = (pagination.total > 0).then(|| canonical.clone());
    let general = Head::of_page(site, &numbered(name, number), indexed);
    let addresses: Vec<&str> = links.iter().map(|(_, address)| *address).collect();
    let about = (profile.bio.as_str(), addresses.as_slice(), canonical.as_str());
    let page = json_ld::profile_page(site, &profile.author, about);
    Head {
        json_ld: [as_data(&page)].into_iter().chain(general.json_ld).collect(),
        description: if profile.bio.is_empty() {
            format!("Posts by {name}")
        } else {
            profile.bio.clone()
        },
        kind: Kind::Profile,
        ..general
    }
}
