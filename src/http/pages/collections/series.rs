//! The page of a series.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::{elsewhere, with_feed};
use crate::domain::CollectionKind;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::series::dto::SeriesBody;
use crate::http::api::series::show;
use crate::http::extract::IdOrSlug;
use crate::http::pages::bootstrap_data::as_data;
use crate::http::pages::{BootstrapData, Head, Page, Site, frame, json_ld, render, texts};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

#[derive(Template)]
#[template(path = "http/pages/templates/series.html")]
struct SeriesPage<'site> {
    page: Page<'site>,
    series: &'site SeriesBody,
    path: &'site str,
    posts: &'site [PostSummaryBody],
}

/// Returns the page of a series with published posts, a redirect from its id or from a slug that it had before, or the 404
/// page.
pub(in crate::http) async fn series(
    State(state): State<AppState>,
    IdOrSlug(slug): IdOrSlug,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let found = show::load(&state, &Marks::EMPTY, slug.clone()).await?;
    let found = found.map(|found| found.dto);
    let Some(found) = found.as_ref().filter(|found| found.series.slug == slug) else {
        let present = found.as_ref().map(|found| found.series.slug.as_str());
        return elsewhere(&state, CollectionKind::Series, present, query.as_deref());
    };
    let series = &found.series;
    let path = CollectionKind::Series.path(&slug);
    let (pages, site) = (&state.pages, Site::of(&state));
    let head = head(&site, series, &found.posts, &path);
    let bootstrap_data = BootstrapData::default().with(format!("/series/{slug}"), found)?;
    let page = pages.page(
        &site,
        &pages.series,
        "",
        with_feed(head, &site, &series.title, (CollectionKind::Series, &slug)),
    );
    render(
        StatusCode::OK,
        &SeriesPage {
            page: page.with(bootstrap_data),
            series,
            path: &path,
            posts: &found.posts,
        },
    )
}

fn head(site: &Site, series: &SeriesBody, posts: &[PostSummaryBody], path: &str) -> Head {
    let general = Head::of_page(site, &series.title, Some(path.to_owned()));
    let description = if series.description.is_empty() {
        format!("A series of {}", texts::counted(&series.post_count, "post"))
    } else {
        series.description.clone()
    };
    let about = (series.title.as_str(), description.as_str(), path);
    let collection = json_ld::collection_page(site, about, posts, (1, series.post_count));
    Head {
        json_ld: [as_data(&collection)]
            .into_iter()
            .chain(general.json_ld)
            .collect(),
        description,
        ..general
    }
}
