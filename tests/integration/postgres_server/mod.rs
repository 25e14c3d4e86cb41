//! Tests that concern only a site whose database is on a PostgreSQL server: several nodes, their failures, and moving
//! there and back. They start their own servers, whichever database the other tests run on.

mod cluster;
mod database_copy;
mod durability;
mod engines_agree;
mod errors;
mod indexes;
mod nodes;
mod own_server;
mod server_of_the_tests;
mod settings;
mod tls;
