//! The first page.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::lists::first_blogs;
use super::{Answers, Head, Page, cover, drawn, frame, texts};
use crate::domain::Paging;
use crate::domain::category::CATEGORIES;
use crate::domain::page::LIMIT_DEFAULT;
use crate::http::api::blogs::{self, BlogSummary, ListQuery, RecommendedQuery};
use crate::http::extract::{MaybeReader, Query};
use crate::http::{ApiError, AppState};

/// Posts in a section of the home page (product.md §9).
const SECTION: u32 = 3;

const NO_POSTS: &str = "No posts yet. The first one will stand here.";
const NOTHING_STANDS_OUT: &str = "Nothing stands out yet. What readers like and discuss will stand here.";

#[derive(Template)]
#[template(path = "http/pages/templates/home.html")]
struct Home<'site> {
    page: Page<'site>,
    featured: &'site [BlogSummary],
    sections: [(&'static str, &'site [BlogSummary], &'static str); 2],
    categories: Vec<&'static str>,
}

/// The slider, what visitors are recommended, and what is new.
pub(in crate::http) async fn home(State(state): State<AppState>) -> Result<Response, ApiError> {
    let featured = blogs::featured_public(State(state.clone()), Paging::first(LIMIT_DEFAULT))
        .await?
        .answer;
    let query = Query(RecommendedQuery { limit: Some(SECTION) });
    let Json(recommended) = blogs::recommended(State(state.clone()), MaybeReader(None), query).await?;
    let latest = first_blogs(&state, ListQuery::default(), 1, SECTION)
        .await?
        .answer;

    let nothing_distinct = if latest.blogs.is_empty() {
        NO_POSTS
    } else {
        NOTHING_STANDS_OUT
    };
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
                (
                    "Trending Posts",
                    &distinct(recommended.blogs, &latest.blogs),
                    nothing_distinct,
                ),
                ("Latest Posts", &latest.blogs, NO_POSTS),
            ],
            categories: CATEGORIES.iter().map(|category| category.name()).collect(),
        },
    )
}

/// The posts that have something to tell them apart: a like, a comment, or that `latest` does not hold them.
fn distinct(recommended: Vec<BlogSummary>, latest: &[BlogSummary]) -> Vec<BlogSummary> {
    let is_repeated = |blog: &BlogSummary| {
        let is_untouched = blog.stats.like_count == 0 && blog.stats.comment_count == 0;
        is_untouched && latest.iter().any(|held| held.id == blog.id)
    };
    recommended
        .into_iter()
        .filter(|blog| !is_repeated(blog))
        .collect()
}
