//! The shades of an accent, before it is saved.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::PaletteBody;
use crate::domain::ValidationError;
use crate::domain::site::{Palette, Rgb};
use crate::http::ApiError;
use crate::http::extract::{Json, Query, Staff};

/// A colour.
#[derive(Debug, Deserialize, IntoParams)]
pub struct AccentQuery {
    /// The colour as `#rrggbb`.
    accent: String,
}

/// The shades of an accent.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaletteResponse {
    /// Always true.
    success: bool,
    palette: PaletteBody,
}

/// Returns the shades of a colour for both schemes, each readable with a contrast of at least 4.5.
#[utoipa::path(get, path = "/admin/site/palette", operation_id = "sitePalette", tag = "admin",
    security(("bearer" = [])), params(AccentQuery),
    responses(
        (status = 200, description = "The shades", body = PaletteResponse),
        (status = 400, description = "The colour is invalid")))]
pub async fn handler(_: Staff, Query(query): Query<AccentQuery>) -> Result<Json<PaletteResponse>, ApiError> {
    PaletteResponse::new(&query).map(Json)
}

impl PaletteResponse {
    pub(in crate::http::api) fn new(query: &AccentQuery) -> Result<Self, ApiError> {
        let invalid = || ValidationError::new("accent", "The accent must be a colour such as #1d4ed8");
        let palette = Palette::of(Rgb::parse(&query.accent).ok_or_else(invalid)?);
        Ok(Self {
            success: true,
            palette: palette.into(),
        })
    }
}
