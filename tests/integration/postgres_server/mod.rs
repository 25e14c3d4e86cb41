//! Tests that concern only a site whose database is on a PostgreSQL server: several nodes, their failures, and moving
//! there and back. They choose their databases themselves, whichever one the other tests run on.

mod cluster;
mod database_copy;
mod durability;
mod engines_agree;
mod errors;
mod indexes;
mod migrations;
mod nodes;
mod server_of_the_tests;
mod settings;
mod tls;
