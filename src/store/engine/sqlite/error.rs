//! Errors of SQLite's driver.

use rusqlite::ErrorCode;

use crate::store::engine::StoreError;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(failure, message) => match failure.code {
                ErrorCode::DiskFull => Self::DiskFull,
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Busy,
                ErrorCode::ConstraintViolation => match unique_column(message.as_deref()) {
                    Some(column) => Self::Conflict(column),
                    None => Self::Engine(error.into()),
                },
                _ => Self::Engine(error.into()),
            },
            _ => Self::Engine(error.into()),
        }
    }
}

/// Returns the code of an error of SQLite.
pub(super) fn sqlite_code(error: &StoreError) -> Option<ErrorCode> {
    match error {
        StoreError::Engine(error) => error.downcast_ref::<rusqlite::Error>()?.sqlite_error_code(),
        _ => None,
    }
}

fn unique_column(message: Option<&str>) -> Option<String> {
    let columns = message?.strip_prefix("UNIQUE constraint failed: ")?;
    columns.split(',').next().map(|column| column.trim().to_owned())
}
