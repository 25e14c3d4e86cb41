//! The part that is specific to SQLite: opening, migrations, checkpoints, file locks, backups, copies.

pub(in crate::store) mod backup;
mod check;
mod checkpoints;
mod connection;
mod error;
pub(super) mod lock;
mod migrate;
pub(in crate::store) mod open;
pub(super) mod opening;
pub(in crate::store) mod restore;
pub(super) mod tables;
mod values;
