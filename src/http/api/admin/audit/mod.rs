//! The audit log: the changes by the staff.

pub mod export;
pub mod list;
mod query;

use query::AuditQuery;
