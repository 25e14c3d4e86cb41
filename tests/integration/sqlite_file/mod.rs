//! Tests that concern only a site whose database is a file: locks, copies, and what is on the disk after a crash.

mod command_line;
mod data_folder_lock;
mod durability;
mod restore;
