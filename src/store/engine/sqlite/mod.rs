//! The part that is specific to SQLite: opening, migrations, checkpoints, file locks, backups.

pub(super) mod backup;
pub(super) mod check;
pub(super) mod checkpoints;
pub(super) mod lock;
pub(super) mod migrate;
pub(in crate::store) mod open;
pub(super) mod restore;
