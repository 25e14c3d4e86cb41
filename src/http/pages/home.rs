//! The home page.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::labels::{IMAGE_SIZES, LISTS};
use super::lists::list_for_visitor;
use super::{BootstrapData, Head, Page, Site, cover, frame, render, texts};
use crate::domain::Paging;
use crate::domain::page::LIMIT_DEFAULT;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::listing::ListQuery;
use crate::http::api::posts::{featured, recommended};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// The number of posts in a section of the home page (product.md §9).
const SECTION: u32 = 3;

#[derive(Template)]
#[template(path = "http/pages/templates/home.html")]
struct Home<'site> {
    page: Page<'site>,
    featured: &'site [PostSummaryBody],
    sections: [(&'static str, &'site [PostSummaryBody], &'static str); 2],
    categories: &'static [&'static str],
}

pub(in crate::http) async fn home(State(state): State<AppState>) -> Result<Response, ApiError> {
    let featured = featured::load(&state, &Marks::EMPTY, Paging::first(LIMIT_DEFAULT))
        .await?
        .dto;
    let recommended = recommended::load(&state, None, SECTION).await?;
    let latest = list_for_visitor(&state, ListQuery::default(), 1, SECTION)
        .await?
        .dto;

    let empty_trending = if latest.posts.is_empty() {
        LISTS.no_posts
    } else {
        LISTS.no_trending_posts
    };
    let bootstrap_data = BootstrapData::default()
        .with("/blogs/featured", &featured)?
        .with("/blogs/recommended?limit=3", &recommended)?
        .with("/blogs?page=1&limit=3", &latest)?;
    let pages = &state.pages;
    let site = Site::of(&state);
    let page = pages.page(&site, &pages.home, "/", Head::of_home(&site));
    render(
        StatusCode::OK,
        &Home {
            page: page.with(bootstrap_data),
            featured: &featured.featured_blogs,
            sections: [
                (
                    LISTS.trending_posts,
                    &distinct(recommended.posts, &latest.posts),
                    empty_trending,
                ),
                (LISTS.latest_posts, &latest.posts, LISTS.no_posts),
            ],
            categories: &LISTS.categories,
        },
    )
}

/// Returns the posts that have a like or a comment, or that are not in `latest`.
fn distinct(recommended: Vec<PostSummaryBody>, latest: &[PostSummaryBody]) -> Vec<PostSummaryBody> {
    let is_repeated = |post: &PostSummaryBody| {
        let has_no_activity = post.stats.like_count == 0 && post.stats.comment_count == 0;
        has_no_activity && latest.iter().any(|listed| listed.id == post.id)
    };
    recommended
        .into_iter()
        .filter(|post| !is_repeated(post))
        .collect()
}
