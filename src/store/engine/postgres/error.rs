//! Errors of PostgreSQL's driver.

use std::io;

use postgres::error::{DbError, SqlState};

use crate::domain::error_chain::{error_chain, sources};
use crate::store::engine::StoreError;

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> Self {
        let Some(database_error) = error.as_db_error() else {
            return if is_about_connection(&error) {
                Self::Unreachable(error_chain(&error))
            } else {
                Self::Engine(Box::new(error))
            };
        };
        match database_error.code() {
            &SqlState::UNIQUE_VIOLATION => {
                conflict(database_error).map_or_else(|| Self::Engine(Box::new(error)), Self::Conflict)
            }
            &SqlState::DISK_FULL => Self::DiskFull,
            &SqlState::LOCK_NOT_AVAILABLE => Self::Busy,
            code if is_of_connection(code) => Self::Unreachable(database_error.message().to_owned()),
            _ => Self::Engine(Box::new(error)),
        }
    }
}

/// Whether an error that the server did not report is one of the connection. The others are errors of the program, such as
/// a parameter that has not the type of its column.
fn is_about_connection(error: &postgres::Error) -> bool {
    error.is_closed()
        || sources(error).any(|source| source.downcast_ref::<io::Error>().is_some())
        || WITHOUT_CAUSE.contains(&error.to_string().as_str())
}

/// The errors of the connection that need not have been caused by one of input or output. The driver tells them apart only
/// by their texts.
const WITHOUT_CAUSE: [&str; 5] = [
    "authentication error",
    "error performing TLS handshake",
    "invalid configuration",
    "timeout waiting for server",
    "unexpected message from server",
];

/// Whether the server ends the connection, or takes none: it stops, starts, or has no more of them.
fn is_of_connection(code: &SqlState) -> bool {
    // The classes "Connection Exception", "Insufficient Resources", "Operator Intervention".
    ["08", "53", "57"]
        .iter()
        .any(|class| code.code().starts_with(class))
        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        || *code == SqlState::READ_ONLY_SQL_TRANSACTION
}

/// The first column of a violated unique constraint, as `table.column`. The detail names them in every language as
/// `… (column, column)=(value, value) …`.
fn conflict(error: &DbError) -> Option<String> {
    let (_, columns) = error.detail()?.split_once('(')?;
    let (columns, _) = columns.split_once(")=(")?;
    let column = columns.split(',').next()?.trim();
    Some(format!("{}.{column}", error.table()?))
}
