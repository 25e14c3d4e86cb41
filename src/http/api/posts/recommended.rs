//! The recommended posts of the home page.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::PostSummaryBody;
use crate::domain::{Paging, UserId};
use crate::http::extract::{Json, MaybeReader, Query, State};
use crate::http::{ApiError, AppState};
use crate::store::{StoreError, marks, posts};

/// The number of posts in a section of the home page (product.md §9).
const HOME_SECTION: u32 = 3;

/// The requested number of blogs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecommendedQuery {
    /// 1 to 100; 3 when absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// Recommended blogs.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecommendedResponse {
    success: bool,
    #[serde(rename = "blogs")]
    pub(in crate::http) posts: Vec<PostSummaryBody>,
}

/// Lists the blogs with the highest score. For a visitor: likes × 2 + comments × 3. For a reader: 5 if they
/// like it, 3 if it is in one of their three preferred categories, 2 if they bookmarked it, plus
/// likes × 0.1 and comments × 0.2.
#[utoipa::path(get, path = "/blogs/recommended", operation_id = "recommendedBlogs", tag = "blogs",
    security((), ("bearer" = [])), params(RecommendedQuery),
    responses((status = 200, description = "Highest score first", body = RecommendedResponse)))]
pub async fn handler(
    State(state): State<AppState>,
    MaybeReader(reader): MaybeReader,
    Query(query): Query<RecommendedQuery>,
) -> Result<Json<RecommendedResponse>, ApiError> {
    let paging = Paging::new(None, query.limit.or(Some(HOME_SECTION)))?;
    Ok(Json(load(&state, reader, paging.limit).await?))
}

/// Returns at most `limit` posts recommended to a reader, or to visitors.
pub(in crate::http) async fn load(
    state: &AppState,
    reader: Option<UserId>,
    limit: u32,
) -> Result<RecommendedResponse, ApiError> {
    let (recommended, marks) = state
        .read(move |tx| {
            let recommended = match reader {
                Some(reader) => posts::recommended_to(tx, reader, limit)?,
                None => posts::popular(tx, limit)?,
            };
            let marks = marks::on_posts(tx, reader, &recommended)?;
            Ok::<_, StoreError>((recommended, marks))
        })
        .await?;
    Ok(RecommendedResponse {
        success: true,
        posts: PostSummaryBody::all(recommended, &marks, state),
    })
}
