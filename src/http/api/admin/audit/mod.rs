//! The audit log: the changes by the staff.

mod csv_cell;
pub mod export;
pub mod list;
mod query;

use query::AuditQuery;
