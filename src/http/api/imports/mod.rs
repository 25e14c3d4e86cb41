//! Imports of exports of other systems, which editors upload. One file per operation.

pub mod apply;
pub mod delete;
pub mod dto;
pub mod entries;
pub mod list;
pub mod report;
pub mod show;
pub mod upload;

use crate::domain::ImportId;
use crate::http::{ApiError, AppState};
use crate::store::imports::{self, Import};

const NO_IMPORT: ApiError = ApiError::NotFound("There is no such import");

/// Returns the import with this id.
async fn load(state: &AppState, id: &str) -> Result<Import, ApiError> {
    let id = ImportId::parse(id).ok_or(NO_IMPORT)?;
    let import = state.read(move |tx| imports::by_id(tx, id)).await?;
    import.ok_or(NO_IMPORT)
}
