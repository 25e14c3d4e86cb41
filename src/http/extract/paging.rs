//! `page` and `limit` of a list.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Query;
use crate::domain::{Invalid, Paging};
use crate::http::ApiError;

/// Which part of a list is asked for.
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

impl PagingQuery {
    /// The page that is asked for, or the first one.
    pub fn or_first(self) -> Result<Paging, Invalid> {
        Paging::new(self.page, self.limit)
    }
}

/// The page that is asked for, if any is.
pub struct MaybePaging(pub Option<Paging>);

impl<S: Sync> FromRequestParts<S> for MaybePaging {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(query): Query<PagingQuery> = Query::from_request_parts(parts, state).await?;
        let is_asked = query.page.is_some() || query.limit.is_some();
        Ok(Self(if is_asked { Some(query.or_first()?) } else { None }))
    }
}

impl<S: Sync> FromRequestParts<S> for Paging {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(query): Query<PagingQuery> = Query::from_request_parts(parts, state).await?;
        Ok(query.or_first()?)
    }
}
