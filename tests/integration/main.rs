//! One test binary: the real router on a real SQLite file, and the real program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what a test sets up either works or fails the test, and what it measures is printed"
)]

mod addresses;
mod answers;
mod api;
mod architecture;
mod cli;
mod command_line;
mod connections;
mod content_corpus;
mod costly_searches;
mod durability;
mod feeds;
mod home_page;
mod hostile_html;
mod hostile_sizes;
mod leaving_staff;
mod limits;
mod metrics;
mod names_and_addresses;
mod odd_strings;
mod one_data_folder;
mod openapi;
mod outbox;
mod previews;
mod restore;
mod search_corpus;
mod search_spelling;
mod secrets;
mod sign_in_memory;
mod slow_readers;
mod stalled_streams;
mod strangers;
mod supply_chain;
mod support;
mod unnamed_proxy;
mod views_of_networks;
