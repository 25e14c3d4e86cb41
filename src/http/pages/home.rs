//! The first page.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::lists::{blogs_query, first_blogs};
use super::{Answers, Head, Page, cover, drawn, frame, texts};
use crate::domain::Paging;
use crate::domain::page::LIMIT_DEFAULT;
use crate::http::api::blogs::{self, BlogSummary, RecommendedQuery};
use crate::http::extract::{MaybeReader, Query};
use crate::http::{ApiError, AppState};

/// Posts in a section of the home page (product.md §9).
const SECTION: u32 = 3;

#[derive(Template)]
#[template(path = "http/pages/templates/home.html")]
struct Home<'site> {
    page: Page<'site>,
    featured: &'site [BlogSummary],
    sections: [(&'static str, &'site [BlogSummary]); 2],
}

/// The slider, what visitors are recommended, and what is new.
pub(in crate::http) async fn home(State(state): State<AppState>) -> Result<Response, ApiError> {
    let featured = blogs::featured_public(State(state.clone()), Paging::first(LIMIT_DEFAULT))
        .await?
        .answer;
    let query = Query(RecommendedQuery { limit: Some(SECTION) });
    let Json(recommended) = blogs::recommended(State(state.clone()), MaybeReader(None), query).await?;
    let latest = first_blogs(&state, blogs_query("", "", "", ""), 1, SECTION)
        .await?
        .answer;

    let answers = Answers::default()
        .with("/blogs/featured", &featured)?
        .with("/blogs/recommended?limit=3", &recommended)?
        .with("/blogs?page=1&limit=3", &latest)?;
    let pages = &state.pages;
    let page = pages.page(&pages.home, "/", Head::of_home(&pages.site));
    drawn(
        StatusCode::OK,
        &Home {
            page: page.with(answers),
            featured: &featured.featured_blogs,
            sections: [
                ("Trending Posts", &recommended.blogs),
                ("Latest Posts", &latest.blogs),
            ],
        },
    )
}
