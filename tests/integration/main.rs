//! One test binary: the real router on a real SQLite file, and the real program.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what a test sets up either works or fails the test, and what it measures is printed"
)]

mod api;
mod arbitrary_input;
mod architecture;
mod cli;
mod command_line_errors;
mod connections;
mod content_corpus;
mod data_folder_lock;
mod durability;
mod feeds;
mod home_page;
mod hostile_html;
mod metrics;
mod names_and_emails;
mod odd_strings;
mod openapi;
mod outbox;
mod post_urls;
mod previews;
mod processing_time;
mod rate_limits;
mod removing_administrators;
mod response_cache;
mod restore;
mod search_corpus;
mod search_latency;
mod search_spelling;
mod secrets;
mod sign_in_memory;
mod slow_readers;
mod stalled_streams;
mod supply_chain;
mod support;
mod unique_view_limits;
mod untrusted_proxy;
