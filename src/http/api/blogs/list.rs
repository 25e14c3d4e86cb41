//! The listing of all blogs: search, category, tag, order and page.

use std::collections::HashMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::wire::BlogSummary;
use crate::domain::post::{Order, PostSummary};
use crate::domain::search::Words;
use crate::domain::{Category, Invalid, Page};
use crate::http::answers::{OwnMarks, Shared};
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybePaging, PagingQuery, Query};
use crate::http::{ApiError, AppState};
use crate::store::StoreError;
use crate::store::marks::Marks;
use crate::store::posts;

/// Which blogs are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that must all stand in the title or the text.
    pub(in crate::http) search: Option<String>,
    /// One of the categories; `All` means any.
    pub(in crate::http) category: Option<String>,
    /// A tag, whatever its letter case.
    pub(in crate::http) tag: Option<String>,
    /// newest, oldest, likes (by views), comments (by readers), mostLiked or mostCommented. When
    /// absent: the best match first with `search`, else the newest.
    pub(in crate::http) sort: Option<String>,
    /// `content` adds the text of each blog.
    pub(in crate::http) fields: Option<String>,
}

/// A page of blogs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogsAnswer {
    success: bool,
    pub(in crate::http) blogs: Vec<BlogSummary>,
    pub(in crate::http) total: u64,
    page: u32,
    pub(in crate::http) total_pages: u64,
}

/// Published blogs. Without `page` and `limit`: all of them, up to 1,000.
#[utoipa::path(get, path = "/blogs", operation_id = "listBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(ListQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of blogs", body = BlogsAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    OwnMarks(marks): OwnMarks,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Shared<BlogsAnswer>, ApiError> {
    answer(state, &marks, query, paging).await
}

/// Published blogs, for callers without a good token.
#[utoipa::path(get, path = "/blogs/public", operation_id = "listBlogsPublic", tag = "blogs", params(ListQuery, PagingQuery),
    responses(
        (status = 200, description = "A page of blogs", body = BlogsAnswer),
        (status = 400, description = "A parameter out of range", body = ErrorBody)))]
pub async fn list_public(
    State(state): State<AppState>,
    query: Query<ListQuery>,
    paging: MaybePaging,
) -> Result<Shared<BlogsAnswer>, ApiError> {
    answer(state, &Marks::NONE, query, paging).await
}

async fn answer(
    state: AppState,
    marks: &Marks,
    Query(query): Query<ListQuery>,
    MaybePaging(paging): MaybePaging,
) -> Result<Shared<BlogsAnswer>, ApiError> {
    let filter = filter(&query)?;
    let order = query.sort.as_deref().map(Order::parse).transpose()?;
    let with_content = with_content(query.fields.as_deref())?;
    if !filter.words.is_empty() {
        state.store.search_is_prepared().await;
    }
    let (page, contents) = state
        .store
        .read(move |tx| {
            let page = match paging {
                Some(paging) => posts::list(tx, &filter, order, paging)?,
                None => posts::unpaged(tx, &filter, order)?,
            };
            let seqs: Vec<i64> = page.items.iter().map(|post| post.seq).collect();
            let contents = if with_content {
                posts::htmls(tx, &seqs)?
            } else {
                Vec::new()
            };
            Ok::<_, StoreError>((page, contents))
        })
        .await?;
    let is_ranked = order.is_some_and(Order::is_ranked);
    Ok(Shared::list(page, is_ranked, |page| BlogsAnswer {
        success: true,
        total: page.total,
        page: page.paging.page,
        total_pages: page.total_pages(),
        blogs: blogs(&state, page, marks, contents.into_iter().collect()),
    }))
}

fn blogs(
    state: &AppState,
    page: Page<PostSummary>,
    marks: &Marks,
    mut contents: HashMap<i64, String>,
) -> Vec<BlogSummary> {
    page.items
        .into_iter()
        .map(|post| {
            let content = contents.remove(&post.seq);
            BlogSummary::new(post, marks, state).with_content(content)
        })
        .collect()
}

fn filter(query: &ListQuery) -> Result<posts::Filter, Invalid> {
    let category = query
        .category
        .as_deref()
        .filter(|name| !name.is_empty() && *name != "All");
    Ok(posts::Filter {
        words: Words::parse(query.search.as_deref().unwrap_or_default())?,
        category: category.map(Category::parse).transpose()?,
        tag: query.tag.clone().filter(|tag| !tag.trim().is_empty()),
    })
}

fn with_content(fields: Option<&str>) -> Result<bool, Invalid> {
    match fields {
        None | Some("") => Ok(false),
        Some("content") => Ok(true),
        Some(_) => Err(Invalid::new("fields", "fields can be content")),
    }
}
