//! The part that is specific to PostgreSQL: connecting, encryption, migrations, copies, and the lock that makes writes serial.

mod connection;
mod durability;
mod error;
mod follower;
mod host;
mod migrate;
pub(super) mod opening;
mod server;
pub(super) mod tables;
mod tls;
mod values;

/// The key of the advisory lock that a transaction that writes holds, on whichever node: writes have the order of their
/// commits, and read what all earlier ones wrote. A migration holds it as well. The bytes of "blog-app".
const WRITERS_LOCK: i64 = i64::from_be_bytes(*b"blog-app");
