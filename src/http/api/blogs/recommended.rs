//! What the home page recommends.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::wire::BlogSummary;
use crate::domain::Paging;
use crate::http::error::ErrorBody;
use crate::http::extract::{MaybeReader, Query};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, marks, posts};

/// Posts in a section of the home page (product.md §9).
const HOME_SECTION: u32 = 3;

/// How many blogs are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecommendedQuery {
    /// 1 to 100; 3 when absent.
    #[param(minimum = 1, maximum = 100)]
    pub(in crate::http) limit: Option<u32>,
}

/// Recommended blogs.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecommendedAnswer {
    success: bool,
    pub(in crate::http) blogs: Vec<BlogSummary>,
}

/// Recommended blogs: for a visitor those with the highest likes × 2 + comments × 3; for a reader those
/// with the highest personal score: 5 when they like it, 3 when it is of one of their three categories,
/// 2 when they bookmarked it, likes × 0.1, comments × 0.2.
#[utoipa::path(get, path = "/blogs/recommended", operation_id = "recommendedBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(RecommendedQuery),
    responses(
        (status = 200, description = "The best first", body = RecommendedAnswer),
        (status = 400, description = "A limit out of range", body = ErrorBody),
        (status = 401, description = "The token is not good", body = ErrorBody)))]
pub async fn recommended(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    Query(query): Query<RecommendedQuery>,
) -> Result<Json<RecommendedAnswer>, ApiError> {
    let paging = Paging::new(None, query.limit.or(Some(HOME_SECTION)))?;
    let (recommended, marks) = state
        .store
        .read(move |tx| {
            let recommended = match reader {
                Some(reader) => posts::recommended_to(tx, reader, paging.limit)?,
                None => posts::popular(tx, paging.limit)?,
            };
            let marks = marks::on_posts(tx, reader, &recommended)?;
            Ok::<_, StoreError>((recommended, marks))
        })
        .await?;
    Ok(Json(RecommendedAnswer {
        success: true,
        blogs: BlogSummary::all(recommended, &marks, &state),
    }))
}
