//! The home page.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::lists::list_for_visitor;
use super::{BootstrapData, Head, Page, cover, frame, render, texts};
use crate::domain::Paging;
use crate::domain::category::CATEGORIES;
use crate::domain::page::LIMIT_DEFAULT;
use crate::http::api::posts::dto::PostSummaryBody;
use crate::http::api::posts::listing::ListQuery;
use crate::http::api::posts::{featured, recommended};
use crate::http::{ApiError, AppState};
use crate::store::marks::Marks;

/// The number of posts in a section of the home page (product.md §9).
const SECTION: u32 = 3;

const NO_POSTS: &str = "No posts yet. The first one will stand here.";
const NO_TRENDING_POSTS: &str = "Nothing stands out yet. What readers like and discuss will stand here.";

#[derive(Template)]
#[template(path = "http/pages/templates/home.html")]
struct Home<'site> {
    page: Page<'site>,
    featured: &'site [PostSummaryBody],
    sections: [(&'static str, &'site [PostSummaryBody], &'static str); 2],
    categories: Vec<&'static str>,
}

/// Returns the home page: featured, recommended and latest posts.
pub(in crate::http) async fn home(State(state): State<AppState>) -> Result<Response, ApiError> {
    let featured = featured::load(&state, &Marks::EMPTY, Paging::first(LIMIT_DEFAULT))
        .await?
        .answer;
    let recommended = recommended::load(&state, None, SECTION).await?;
    let latest = list_for_visitor(&state, ListQuery::default(), 1, SECTION)
        .await?
        .answer;

    let empty_trending = if latest.blogs.is_empty() {
        NO_POSTS
    } else {
        NO_TRENDING_POSTS
    };
    let bootstrap_data = BootstrapData::default()
        .with("/blogs/featured", &featured)?
        .with("/blogs/recommended?limit=3", &recommended)?
        .with("/blogs?page=1&limit=3", &latest)?;
    let pages = &state.pages;
    let page = pages.page(&pages.home, "/", Head::of_home(&pages.site));
    render(
        StatusCode::OK,
        &Home {
            page: page.with(bootstrap_data),
            featured: &featured.featured_blogs,
            sections: [
                (
                    "Trending Posts",
                    &distinct(recommended.blogs, &latest.blogs),
                    empty_trending,
                ),
                ("Latest Posts", &latest.blogs, NO_POSTS),
            ],
            categories: CATEGORIES.iter().map(|category| category.name()).collect(),
        },
    )
}

/// Returns the posts that have a like or a comment, or that are not in `latest`.
fn distinct(recommended: Vec<PostSummaryBody>, latest: &[PostSummaryBody]) -> Vec<PostSummaryBody> {
    let is_repeated = |blog: &PostSummaryBody| {
        let has_no_activity = blog.stats.like_count == 0 && blog.stats.comment_count == 0;
        has_no_activity && latest.iter().any(|post| post.id == blog.id)
    };
    recommended
        .into_iter()
        .filter(|blog| !is_repeated(blog))
        .collect()
}
