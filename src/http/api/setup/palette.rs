//! The shades of an accent, before the site has an administrator.

use crate::http::ApiError;
use crate::http::api::site::palette::{AccentQuery, PaletteResponse};
use crate::http::extract::{Json, Query};

/// Returns the shades of a colour for both schemes, each readable with a contrast of at least 4.5. It needs no token, since
/// it computes with the colour alone.
#[utoipa::path(get, path = "/setup/palette", operation_id = "setupPalette", tag = "setup", params(AccentQuery),
    responses(
        (status = 200, description = "The shades", body = PaletteResponse),
        (status = 400, description = "The colour is invalid")))]
pub async fn handler(Query(query): Query<AccentQuery>) -> Result<Json<PaletteResponse>, ApiError> {
    PaletteResponse::new(&query).map(Json)
}
