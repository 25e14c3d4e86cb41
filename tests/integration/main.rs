//! One test binary: the real router on a real database, and the real program. With `TEST_DATABASE=postgres` the database
//! is one of a PostgreSQL server instead of a file. Then the tests of `sqlite_file` do not run, nor those of
//! `postgres_server`, which choose their databases themselves.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "what a test sets up either works or fails the test, and what it measures is printed"
)]

mod account_security;
mod api;
mod arbitrary_input;
mod architecture;
mod article_comments;
mod cli;
mod collections;
mod command_line_errors;
mod comments;
mod connections;
mod content_corpus;
mod feeds;
mod home_page;
mod hostile_html;
mod https;
mod imports;
mod long_words;
mod mail_settings;
mod markdown_corpus;
mod metrics;
mod moderation;
mod moving;
mod names_and_emails;
mod notices;
mod null_characters;
mod odd_strings;
mod openapi;
mod outbox;
mod personal_export;
mod pings;
mod planned_publication;
mod post_urls;
mod postgres_server;
mod preview_links;
mod previews;
mod processing_time;
mod provider_sign_in;
mod rate_limits;
mod redirects;
mod removing_administrators;
mod response_cache;
mod search;
mod search_latency;
mod secrets;
mod setup;
mod sign_in_memory;
mod site_export;
mod site_settings;
mod slow_readers;
mod sqlite_file;
mod stalled_streams;
mod static_pages;
mod supply_chain;
mod support;
mod unique_view_limits;
mod untrusted_proxy;
mod webhooks;
