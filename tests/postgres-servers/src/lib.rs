//! PostgreSQL servers for the tests and the benchmark: finding the programs, and a primary with its synchronous standby.
//!
//! A failure panics, as it does in a test: what is set up here either works, or there is nothing to test or to measure.

#![expect(
    clippy::missing_panics_doc,
    reason = "everything here panics when it fails, as the module says"
)]

mod programs;
mod servers;

pub use programs::{dump, free_ports, missing, psql, query, temporary_postgres};
pub use servers::{Durability, Server, Servers, can_be_reached};
