//! The query parameters `page` and `limit`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Query;
use crate::domain::Paging;
use crate::http::ApiError;

/// The query parameters of a paged list.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PagingQuery {
    /// From 1; the first when absent.
    #[param(minimum = 1, maximum = 4_294_967_295_u64, format = Int64)]
    page: Option<u32>,
    /// Items on a page, 1 to 100; 20 when absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// The requested page, if any.
pub struct MaybePaging(pub Option<Paging>);

impl<S: Sync> FromRequestParts<S> for MaybePaging {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(query): Query<PagingQuery> = Query::from_request_parts(parts, state).await?;
        let is_paged = query.page.is_some() || query.limit.is_some();
        let paging = is_paged.then(|| Paging::new(query.page, query.limit));
        Ok(Self(paging.transpose()?))
    }
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(query): Query<PagingQuery> = Query::from_request_parts(parts, state).await?;
        Ok(Paging::new(query.page, query.limit)?)
    }
}
